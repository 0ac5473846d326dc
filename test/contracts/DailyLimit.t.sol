// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OperatorLedger} from "../../contracts/OperatorLedger.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract DailyLimitTest is EscrowTest {
    bytes32 private id;
    uint8 private next;

    function setUp() public override {
        super.setUp();
        id = fund(termsOf(10, 100, "large"));
        setLimit(30 * TAX);
    }

    function test_releasesUpToTheLimitPassAndTheNextReverts() public {
        releaseSome(3);
        equal(escrow.availableToday(), 0, "available");
        expectExceeded(10 * TAX, 0);
        releaseSome(1);
    }

    function test_aBatchCountsWithTheSumOfItsRewards() public {
        releaseSome(1);
        expectExceeded(30 * TAX, 20 * TAX);
        releaseBatch(7);
        releaseBatch(3);
        equal(escrow.availableToday(), 0, "available");
    }

    function test_theLimitIsRestoredAtMidnightUtc() public {
        releaseSome(3);
        uint256 midnight = (NOW / 1 days + 1) * 1 days;
        vm.warp(midnight - 1);
        expectExceeded(10 * TAX, 0);
        releaseSome(1);
        vm.warp(midnight);
        equal(escrow.availableToday(), 30 * TAX, "available");
        releaseSome(3);
        expectExceeded(10 * TAX, 0);
        releaseSome(1);
    }

    function test_availableTodayShowsTheLastToken() public {
        setLimit(21 * TAX);
        releaseSome(2);
        equal(escrow.availableToday(), TAX, "available");
    }

    /// @dev The ledger stores the day number in two bytes, which overflow in 2149.
    function test_theLimitIsRestoredWhenTheDayNumberOverflowsTwoBytes() public {
        vm.warp(65_536 days - 1);
        releaseSome(3);
        expectExceeded(10 * TAX, 0);
        releaseSome(1);
        vm.warp(65_536 days);
        equal(escrow.availableToday(), 30 * TAX, "available");
        releaseSome(1);
        equal(escrow.availableToday(), 20 * TAX, "available");
    }

    function test_anUnusedLimitIsNotCarriedOverToLaterDays() public {
        vm.warp(NOW + 3 days);
        expectExceeded(40 * TAX, 30 * TAX);
        releaseBatch(15);
    }

    function test_aHigherLimitIsReducedByTheReleasesOfToday() public {
        setLimit(50 * TAX);
        vm.warp(NOW + 48 hours);
        releaseSome(3);
        equal(escrow.availableToday(), 0, "available before");
        escrow.applyChange(OperatorLedger.Setting.DailyLimit);
        equal(escrow.availableToday(), 20 * TAX, "available");
    }

    function test_aLowerLimitIsReducedByTheReleasesOfTodayUntilMidnight() public {
        releaseSome(1);
        setLimit(25 * TAX);
        equal(escrow.availableToday(), 15 * TAX, "available");
        setLimit(5 * TAX);
        equal(escrow.availableToday(), 0, "available after a limit below the releases of today");
        setLimit(4 * TAX);
        vm.warp(NOW + 1 days);
        equal(escrow.availableToday(), 4 * TAX, "available tomorrow");
    }

    function test_withALimitOfZeroEveryReleaseReverts() public {
        setLimit(0);
        expectExceeded(10 * TAX, 0);
        releaseSome(1);
    }

    function test_aChangeOfTheLimitEmitsDailyLimitChanged() public {
        vm.expectEmit(address(escrow));
        emit OperatorLedger.DailyLimitChanged(30 * TAX, 2 * TAX);
        setLimit(2 * TAX);
        equal(escrow.dailyLimit(), 2 * TAX, "limit");
    }

    function test_aLimitWithAFractionOrAbove32BitsReverts() public {
        uint256[2] memory limits = [TAX + 1, 2 ** 32 * TAX];
        for (uint256 i = 0; i < 2; i++) {
            vm.expectRevert(oneWord(OperatorLedger.InvalidDailyLimit.selector, limits[i]));
            setLimit(limits[i]);
        }
        setLimit((2 ** 32 - 1) * TAX);
        applyLater(OperatorLedger.Setting.DailyLimit);
        equal(escrow.availableToday(), (2 ** 32 - 1) * TAX, "available");
    }

    function testFuzz_theReleasesOfADayNeverExceedTheLimit(uint8[12] calldata steps) public {
        uint256 today;
        for (uint256 i = 0; i < steps.length; i++) {
            if (steps[i] % 4 == 0) {
                vm.warp(block.timestamp + 1 days);
                today = 0;
            }
            if (today == 30 * TAX) expectExceeded(10 * TAX, 0);
            else today += 10 * TAX;
            releaseSome(1);
        }
    }

    function setLimit(uint256 limit) private {
        vm.prank(owner);
        escrow.setDailyLimit(limit);
    }

    function releaseSome(uint256 count) private {
        for (uint256 i = 0; i < count; i++) release(id, next++, doer);
    }

    /// @param bitmap Bit n is slot 90 + n.
    function releaseBatch(uint128 bitmap) private {
        bytes memory recipients;
        for (uint128 rest = bitmap; rest != 0; rest &= rest - 1) recipients = bytes.concat(recipients, bytes20(doer));
        vm.prank(operator);
        escrow.releaseBatch(bytes.concat(id, bytes16(bitmap << 90), recipients));
    }

    function expectExceeded(uint256 requested, uint256 available) private {
        vm.expectRevert(abi.encodeWithSelector(OperatorLedger.DailyLimitExceeded.selector, requested, available));
    }
}
