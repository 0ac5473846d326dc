// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {OperatorLedger} from "../../contracts/OperatorLedger.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract OwnershipTest is EscrowTest {
    function test_theConstructorSetsTheRolesTheTokenAndTheLimit() public view {
        equal(escrow.owner(), owner, "owner");
        equal(escrow.operator(), operator, "operator");
        equal(escrow.guardian(), guardian, "guardian");
        equal(address(escrow.token()), address(token), "token");
        equal(escrow.dailyLimit(), LIMIT, "limit");
        equal(escrow.availableToday(), LIMIT, "available");
        equal(escrow.MAX_SLOTS(), 100, "slots");
        require(!escrow.paused(), "paused");
    }

    function test_deploymentRevertsIfTheTokenIsNotAContract() public {
        vm.expectRevert(oneWord(ITaskEscrow.InvalidToken.selector, stranger));
        this.tryDeploy(stranger, owner);
    }

    function test_deploymentRevertsIfTheOwnerIsTheZeroAddress() public {
        vm.expectRevert(oneWord(Ownable.OwnableInvalidOwner.selector, address(0)));
        this.tryDeploy(address(token), address(0));
    }

    function tryDeploy(address token_, address owner_) external {
        deploy("TaskEscrow", abi.encode(token_, owner_, operator, guardian, LIMIT));
    }

    function test_onlyTheOwnerSetsOperatorGuardianAndLimit() public {
        address[3] memory others = [operator, guardian, stranger];
        for (uint256 i = 0; i < 3; i++) {
            vm.startPrank(others[i]);
            vm.expectRevert(oneWord(Ownable.OwnableUnauthorizedAccount.selector, others[i]));
            escrow.setOperator(others[i]);
            vm.expectRevert(oneWord(Ownable.OwnableUnauthorizedAccount.selector, others[i]));
            escrow.setGuardian(others[i]);
            vm.expectRevert(oneWord(Ownable.OwnableUnauthorizedAccount.selector, others[i]));
            escrow.setDailyLimit(0);
            vm.expectRevert(oneWord(Ownable.OwnableUnauthorizedAccount.selector, others[i]));
            escrow.renounceOwnership();
            vm.stopPrank();
        }
    }

    function test_ownershipChangesWhenTheNewOwnerAccepts() public {
        vm.prank(owner);
        escrow.transferOwnership(stranger);
        equal(escrow.owner(), owner, "owner before");
        equal(escrow.pendingOwner(), stranger, "pending");
        vm.prank(stranger);
        escrow.acceptOwnership();
        equal(escrow.owner(), stranger, "owner after");
        vm.expectRevert(oneWord(Ownable.OwnableUnauthorizedAccount.selector, owner));
        vm.prank(owner);
        escrow.setOperator(owner);
    }

    function test_onlyThePendingOwnerCanAcceptOwnership() public {
        vm.prank(owner);
        escrow.transferOwnership(doer);
        vm.expectRevert(oneWord(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        vm.prank(stranger);
        escrow.acceptOwnership();
    }

    function test_theOwnerCannotRenounceOwnership() public {
        vm.expectRevert(oneWord(OperatorLedger.OwnershipCannotBeRenounced.selector, owner));
        vm.prank(owner);
        escrow.renounceOwnership();
    }

    function test_theOwnerCannotReleaseHoldOrClose() public {
        bytes32 id = fund(someTerms());
        vm.startPrank(owner);
        vm.expectRevert(oneWord(OperatorLedger.NotOperator.selector, owner));
        escrow.release(id, 0, owner);
        vm.expectRevert(oneWord(OperatorLedger.NotOperator.selector, owner));
        escrow.hold(new bytes32[](0), new uint128[](0));
        vm.expectRevert(oneWord(OperatorLedger.NotOperator.selector, owner));
        escrow.close(someTerms());
    }
}
