// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract FundWithPermitTest is EscrowTest {
    bytes32 private constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    function setUp() public override {
        super.setUp();
        vm.prank(funder);
        token.approve(address(escrow), 0);
    }

    function test_fundWithPermitNeedsNoApproval() public {
        (uint8 v, bytes32 r, bytes32 s) = sign(50 * TAX, NOW);
        vm.prank(funder);
        escrow.fundWithPermit(someTerms(), NOW, v, r, s);
        equal(escrow.totalHeld(), 50 * TAX, "held");
        equal(token.allowance(funder, address(escrow)), 0, "allowance left");
        equal(token.nonces(funder), 1, "nonce");
    }

    function test_fundWithPermitPassesIfAnotherAccountUsedTheSignatureFirst() public {
        (uint8 v, bytes32 r, bytes32 s) = sign(50 * TAX, NOW);
        vm.prank(stranger);
        token.permit(funder, address(escrow), 50 * TAX, NOW, v, r, s);
        vm.prank(funder);
        escrow.fundWithPermit(someTerms(), NOW, v, r, s);
        equal(escrow.totalHeld(), 50 * TAX, "held");
    }

    function test_fundWithPermitRevertsIfTheSignatureIsExpired() public {
        (uint8 v, bytes32 r, bytes32 s) = sign(50 * TAX, NOW - 1);
        expectAllowanceError(NOW - 1, v, r, s);
    }

    function test_fundWithPermitRevertsIfTheSignatureIsForAnotherAmount() public {
        (uint8 v, bytes32 r, bytes32 s) = sign(49 * TAX, NOW);
        expectAllowanceError(NOW, v, r, s);
    }

    function test_fundWithPermitRevertsIfTheCallerIsNotTheFunder() public {
        (uint8 v, bytes32 r, bytes32 s) = sign(50 * TAX, NOW);
        vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.NotFunder.selector, stranger, funder));
        vm.prank(stranger);
        escrow.fundWithPermit(someTerms(), NOW, v, r, s);
    }

    function expectAllowanceError(uint256 deadline, uint8 v, bytes32 r, bytes32 s) private {
        vm.expectRevert(
            abi.encodeWithSelector(
                IERC20Errors.ERC20InsufficientAllowance.selector, address(escrow), 0, 50 * TAX
            )
        );
        vm.prank(funder);
        escrow.fundWithPermit(someTerms(), deadline, v, r, s);
    }

    function sign(uint256 value, uint256 deadline) private view returns (uint8 v, bytes32 r, bytes32 s) {
        bytes32 permit = keccak256(abi.encode(PERMIT, funder, address(escrow), value, token.nonces(funder), deadline));
        return vm.sign(FUNDER_KEY, keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), permit)));
    }
}
