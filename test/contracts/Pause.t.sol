// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OperatorLedger} from "../../contracts/OperatorLedger.sol";
import {FundedEscrowTest} from "./support/EscrowTest.sol";

contract PauseTest is FundedEscrowTest {
    uint256 private constant NO_END = 2 ** 40 - 1;

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

    function test_releaseReleaseBatchCloseAndShrinkEscrowRevertWhilePaused() public {
        pause();
        vm.startPrank(operator);
        expectPausedError();
        escrow.release(id, 0, doer);
        expectPausedError();
        escrow.releaseBatch(bytes.concat(id, bytes16(uint128(1)), bytes20(doer)));
        expectPausedError();
        escrow.close(someTerms());
        expectPausedError();
        escrow.shrinkEscrow(someTerms(), 1);
    }

    function test_theGuardianPausesFor7DaysAndUnpauses() public {
        vm.expectEmit(address(escrow));
        emit OperatorLedger.Paused(guardian, NOW + 7 days);
        pause();
        expectPausedUntil(NOW + 7 days);
        vm.expectEmit(address(escrow));
        emit OperatorLedger.Unpaused(guardian);
        vm.prank(guardian);
        escrow.unpause();
        expectPausedUntil(0);
        release(id, 0, doer);
        fund(termsOf(1, 1, "after"));
    }

    function test_theOwnersPauseHasNoEnd() public {
        vm.prank(owner);
        escrow.pause();
        vm.warp(NOW + 36500 days);
        expectPausedUntil(NO_END);
        expectPausedError();
        release(id, 0, doer);
        vm.prank(owner);
        escrow.unpause();
        expectPausedUntil(0);
    }

    function test_aGuardianWhoPausesAndVanishesStopsPayoutsFor7DaysOnly() public {
        pause();
        vm.warp(NOW + 7 days - 1);
        expectPausedError();
        release(id, 0, doer);
        expectPausedError();
        fund(termsOf(1, 1, "during"));
        vm.warp(NOW + 7 days);
        expectPausedUntil(0);
        release(id, 0, doer);
        fund(termsOf(1, 1, "after"));
    }

    function test_aGuardianWhoPausesAgainAndAgainStopsPayoutsFor7Of30DaysOnly() public {
        for (uint256 start = NOW; start < NOW + 90 days; start += 30 days) {
            vm.warp(start);
            pause();
            vm.warp(start + 7 days - 1);
            pause();
            expectPausedUntil(start + 7 days);
            for (uint256 passed = 7 days; passed < 30 days; passed += 1 days) {
                vm.warp(start + passed);
                expectGuardianPauseUsed(start + 30 days);
            }
            vm.warp(start + 30 days - 1);
            expectGuardianPauseUsed(start + 30 days);
            expectPausedUntil(0);
        }
    }

    function test_aPauseOfTheGuardianThatEndedEarlyCanBeResumedWithinTheSame7Days() public {
        pause();
        vm.prank(guardian);
        escrow.unpause();
        vm.warp(NOW + 2 days);
        pause();
        expectPausedUntil(NOW + 7 days);
    }

    function test_theOwnerExtendsAPauseOfTheGuardianAndTheGuardianDoesNotShortenIt() public {
        pause();
        vm.prank(owner);
        escrow.pause();
        vm.expectEmit(address(escrow));
        emit OperatorLedger.Paused(guardian, NO_END);
        pause();
        expectPausedUntil(NO_END);
    }

    function test_aNewGuardianCanPauseAtOnce() public {
        vm.prank(owner);
        escrow.setGuardian(stranger);
        vm.warp(NOW + 1);
        pause();
        applyLater(OperatorLedger.Setting.Guardian);
        vm.warp(NOW + 8 days);
        vm.prank(stranger);
        escrow.pause();
        expectPausedUntil(NOW + 15 days);
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

    function expectPausedUntil(uint256 until) private view {
        equal(escrow.pausedUntil(), until, "pausedUntil");
        require(escrow.paused() == (until != 0), "paused");
    }

    function expectGuardianPauseUsed(uint256 nextPauseAt) private {
        vm.expectRevert(oneWord(OperatorLedger.GuardianPauseUsed.selector, nextPauseAt));
        pause();
    }

    function expectPausedError() private {
        vm.expectRevert(abi.encodeWithSelector(OperatorLedger.EscrowPaused.selector));
    }
}
