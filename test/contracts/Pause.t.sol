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

    function test_everyFundingFunctionRevertsWhilePaused() public {
        pause();
        vm.startPrank(funder);
        expectPausedError();
        escrow.fund(termsOf(1, 1, "fund"));
        expectPausedError();
        escrow.fundWithPermit(termsOf(1, 1, "permit"), NOW, 27, 0, 0);
        expectPausedError();
        token.transferAndCall(address(escrow), TAX, dataOf(termsOf(1, 1, "call")));
    }

    function test_everyOperatorFunctionRevertsWhilePaused() public {
        pause();
        vm.startPrank(operator);
        expectPausedError();
        escrow.release(id, 0, doer);
        expectPausedError();
        escrow.releaseBatch(bytes.concat(id, bytes16(uint128(1)), bytes20(doer)));
        expectPausedError();
        escrow.close(someTerms());
    }

    function test_theGuardianPausesAndUnpauses() public {
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

    function test_theOwnerPausesAndUnpauses() public {
        vm.startPrank(owner);
        escrow.pause();
        require(escrow.paused(), "not paused");
        escrow.unpause();
        require(!escrow.paused(), "still paused");
    }

    function test_otherAccountsCannotPauseOrUnpause() public {
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

    function test_pauseChangesNeitherOperatorNorLimitNorHeldTotal() public {
        release(id, 0, doer);
        pause();
        equal(escrow.operator(), operator, "operator");
        equal(escrow.availableToday(), LIMIT - 10 * TAX, "available");
        equal(escrow.totalHeld(), 40 * TAX, "held");
    }

    function expectPausedError() private {
        vm.expectRevert(abi.encodeWithSelector(OperatorLedger.EscrowPaused.selector));
    }
}
