// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OperatorLedger} from "../../contracts/OperatorLedger.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract PauseTest is EscrowTest {
    bytes32 private id;

    function setUp() public override {
        super.setUp();
        id = fund(someTerms());
    }

    function test_aPauseStopsEveryWayOfFunding() public {
        pause();
        vm.startPrank(funder);
        expectStopped();
        escrow.fund(termsOf(1, 1, "fund"));
        expectStopped();
        escrow.fundWithPermit(termsOf(1, 1, "permit"), NOW, 27, 0, 0);
        expectStopped();
        token.transferAndCall(address(escrow), TAX, dataOf(termsOf(1, 1, "call")));
    }

    function test_aPauseStopsEverythingTheOperatorCanDo() public {
        pause();
        vm.startPrank(operator);
        expectStopped();
        escrow.release(id, 0, doer);
        expectStopped();
        escrow.releaseBatch(bytes.concat(id, bytes16(uint128(1)), bytes20(doer)));
        expectStopped();
        escrow.close(someTerms());
    }

    function test_theGuardianEndsAPause() public {
        vm.expectEmit(address(escrow));
        emit OperatorLedger.Paused(guardian);
        pause();
        require(escrow.paused(), "not paused");
        vm.expectEmit(address(escrow));
        emit OperatorLedger.Unpaused(guardian);
        vm.prank(guardian);
        escrow.unpause();
        require(!escrow.paused(), "still paused");
        release(id, 0, doer);
        fund(termsOf(1, 1, "after"));
    }

    function test_theOwnerPausesAndUnpausesToo() public {
        vm.startPrank(owner);
        escrow.pause();
        require(escrow.paused(), "not paused");
        escrow.unpause();
        require(!escrow.paused(), "still paused");
    }

    function test_nobodyElsePausesOrUnpauses() public {
        address[4] memory others = [operator, funder, stranger, address(0)];
        for (uint256 i = 0; i < 4; i++) {
            vm.startPrank(others[i]);
            vm.expectRevert(oneWord(OperatorLedger.NotGuardian.selector, others[i]));
            escrow.pause();
            vm.expectRevert(oneWord(OperatorLedger.NotGuardian.selector, others[i]));
            escrow.unpause();
            vm.stopPrank();
        }
    }

    function test_aPauseLeavesOperatorLimitAndHoldingsAsTheyAre() public {
        release(id, 0, doer);
        pause();
        equal(escrow.operator(), operator, "operator");
        equal(escrow.availableToday(), LIMIT - 10 * TAX, "available");
        equal(escrow.totalHeld(), 40 * TAX, "held");
    }

    function expectStopped() private {
        vm.expectRevert(abi.encodeWithSelector(OperatorLedger.EscrowPaused.selector));
    }
}
