// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OperatorLedger} from "../../contracts/OperatorLedger.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract AnnouncementsTest is EscrowTest {
    uint256 private constant EFFECTIVE = NOW + 48 hours;
    uint256 private constant HIGHER = 2 * LIMIT;
    address private constant thief = address(0xBAD);

    function test_eachSettingChanges48HoursAfterItsAnnouncement() public {
        for (uint8 i = 0; i < 3; i++) {
            OperatorLedger.Setting setting = OperatorLedger.Setting(i);
            vm.warp(NOW);
            uint256 previous = valueOf(setting);
            uint256 value = i == 2 ? HIGHER : uint160(stranger);
            vm.expectEmit(address(escrow));
            emit OperatorLedger.ChangeAnnounced(setting, value, EFFECTIVE);
            announce(setting, value);
            expectAnnounced(setting, value, EFFECTIVE);
            vm.warp(EFFECTIVE - 1);
            vm.expectRevert(abi.encodeWithSelector(OperatorLedger.NotEffectiveYet.selector, setting, EFFECTIVE));
            escrow.applyChange(setting);
            equal(valueOf(setting), previous, "value before");
            vm.warp(EFFECTIVE);
            vm.prank(doer);
            escrow.applyChange(setting);
            equal(valueOf(setting), value, "value");
            expectAnnounced(setting, 0, 0);
            expectNothingToApply(setting);
        }
    }

    function test_anAppliedChangeEmitsThePreviousAndTheNewValue() public {
        announceAll();
        vm.warp(EFFECTIVE);
        vm.expectEmit(address(escrow));
        emit OperatorLedger.OperatorChanged(operator, thief);
        escrow.applyChange(OperatorLedger.Setting.Operator);
        vm.expectEmit(address(escrow));
        emit OperatorLedger.GuardianChanged(guardian, thief);
        escrow.applyChange(OperatorLedger.Setting.Guardian);
        vm.expectEmit(address(escrow));
        emit OperatorLedger.DailyLimitChanged(LIMIT, HIGHER);
        escrow.applyChange(OperatorLedger.Setting.DailyLimit);
    }

    function test_aNewOperatorReplacesTheFormerOne() public {
        bytes32 id = fund(someTerms());
        replaceOperator(stranger);
        vm.expectRevert(oneWord(OperatorLedger.NotOperator.selector, operator));
        release(id, 0, doer);
        vm.prank(stranger);
        escrow.release(id, 0, doer);
    }

    function test_removingTheOperatorIsImmediateAndCancelsItsAnnouncement() public {
        bytes32 id = fund(someTerms());
        announceAll();
        vm.expectEmit(address(escrow));
        emit OperatorLedger.ChangeCancelled(OperatorLedger.Setting.Operator, uint160(thief), owner);
        vm.expectEmit(address(escrow));
        emit OperatorLedger.OperatorChanged(operator, address(0));
        announce(OperatorLedger.Setting.Operator, 0);
        vm.expectRevert(oneWord(OperatorLedger.NotOperator.selector, operator));
        release(id, 0, doer);
        expectNothingToApply(OperatorLedger.Setting.Operator);
        expectAnnounced(OperatorLedger.Setting.Guardian, uint160(thief), EFFECTIVE);
    }

    function test_loweringTheLimitIsImmediateAndCancelsItsAnnouncement() public {
        announceAll();
        announce(OperatorLedger.Setting.DailyLimit, LIMIT - TAX);
        equal(escrow.dailyLimit(), LIMIT - TAX, "limit");
        expectNothingToApply(OperatorLedger.Setting.DailyLimit);
        announce(OperatorLedger.Setting.DailyLimit, LIMIT - TAX);
        equal(escrow.dailyLimit(), LIMIT - TAX, "limit again");
        expectAnnounced(OperatorLedger.Setting.DailyLimit, 0, 0);
    }

    function test_removingTheGuardianIsAnnouncedToo() public {
        vm.recordLogs();
        announce(OperatorLedger.Setting.Guardian, 0);
        equal(vm.getRecordedLogs().length, 1, "logs");
        equal(escrow.guardian(), guardian, "guardian before");
        applyLater(OperatorLedger.Setting.Guardian);
        equal(escrow.guardian(), address(0), "guardian");
    }

    function test_aSecondAnnouncementReplacesTheFirstAndWaits48HoursAgain() public {
        announceAll();
        vm.warp(EFFECTIVE);
        for (uint8 i = 0; i < 3; i++) {
            OperatorLedger.Setting setting = OperatorLedger.Setting(i);
            uint256 value = i == 2 ? 3 * LIMIT : uint160(stranger);
            vm.expectEmit(address(escrow));
            emit OperatorLedger.ChangeCancelled(setting, i == 2 ? HIGHER : uint160(thief), owner);
            announce(setting, value);
            expectAnnounced(setting, value, EFFECTIVE + 48 hours);
            vm.expectRevert();
            escrow.applyChange(setting);
        }
    }

    function test_theOwnerAndTheGuardianCancelAnyAnnouncement() public {
        address[2] memory by = [owner, guardian];
        for (uint256 who = 0; who < 2; who++) {
            announceAll();
            for (uint8 i = 0; i < 3; i++) {
                OperatorLedger.Setting setting = OperatorLedger.Setting(i);
                vm.expectEmit(address(escrow));
                emit OperatorLedger.ChangeCancelled(setting, i == 2 ? HIGHER : uint160(thief), by[who]);
                vm.prank(by[who]);
                escrow.cancelChange(setting);
                expectAnnounced(setting, 0, 0);
                expectNothingToApply(setting);
                vm.expectRevert(abi.encodeWithSelector(OperatorLedger.NothingAnnounced.selector, setting));
                vm.prank(by[who]);
                escrow.cancelChange(setting);
            }
        }
    }

    function test_otherAccountsCannotCancelAnAnnouncement() public {
        announceAll();
        address[4] memory others = [operator, funder, stranger, thief];
        for (uint256 i = 0; i < 4; i++) {
            vm.expectRevert(oneWord(OperatorLedger.NotGuardian.selector, others[i]));
            vm.prank(others[i]);
            escrow.cancelChange(OperatorLedger.Setting.Operator);
        }
    }

    /// @dev The thief makes every call that the owner key allows, and takes over ownership.
    function test_aStolenOwnerKeyCannotPayItselfWithin48HoursAndTheGuardianStopsItForGood() public {
        bytes32 id = fund(someTerms());
        for (uint256 round = 0; round < 3; round++) {
            announceAll();
            if (round == 0) {
                vm.prank(owner);
                escrow.transferOwnership(thief);
                vm.startPrank(thief);
                escrow.acceptOwnership();
                escrow.transferOwnership(owner);
                vm.stopPrank();
                vm.prank(owner);
                escrow.acceptOwnership();
            }
            vm.warp(block.timestamp + 48 hours - 1);
            expectTheThiefGetsNothing(id);
            for (uint8 i = 0; i < 3; i++) {
                vm.prank(guardian);
                escrow.cancelChange(OperatorLedger.Setting(i));
            }
            vm.warp(block.timestamp + 30 days);
            expectTheThiefGetsNothing(id);
        }
        vm.warp(REFUNDABLE_AT);
        vm.prank(stranger);
        escrow.refund(someTerms());
        equal(token.balanceOf(address(escrow)), 0, "escrow");
    }

    function expectTheThiefGetsNothing(bytes32 id) private {
        bytes[5] memory attempts = [
            abi.encodeCall(escrow.applyChange, (OperatorLedger.Setting.Operator)),
            abi.encodeCall(escrow.applyChange, (OperatorLedger.Setting.Guardian)),
            abi.encodeCall(escrow.release, (id, 0, thief)),
            abi.encodeCall(escrow.releaseBatch, (bytes.concat(id, bytes16(uint128(1)), bytes20(thief)))),
            abi.encodeCall(escrow.close, (someTerms()))
        ];
        address[2] memory by = [owner, thief];
        for (uint256 i = 0; i < 10; i++) {
            vm.prank(by[i % 2]);
            (bool done,) = address(escrow).call(attempts[i / 2]);
            require(!done, "a call of the thief succeeded");
        }
        equal(token.balanceOf(thief) + token.balanceOf(owner), 0, "paid to the thief");
    }

    function announceAll() private {
        announce(OperatorLedger.Setting.Operator, uint160(thief));
        announce(OperatorLedger.Setting.Guardian, uint160(thief));
        announce(OperatorLedger.Setting.DailyLimit, HIGHER);
    }

    function announce(OperatorLedger.Setting setting, uint256 value) private {
        vm.prank(owner);
        if (setting == OperatorLedger.Setting.Operator) escrow.setOperator(address(uint160(value)));
        else if (setting == OperatorLedger.Setting.Guardian) escrow.setGuardian(address(uint160(value)));
        else escrow.setDailyLimit(value);
    }

    function valueOf(OperatorLedger.Setting setting) private view returns (uint256) {
        if (setting == OperatorLedger.Setting.Operator) return uint160(escrow.operator());
        return setting == OperatorLedger.Setting.Guardian ? uint160(escrow.guardian()) : escrow.dailyLimit();
    }

    function expectAnnounced(OperatorLedger.Setting setting, uint256 value, uint256 time) private view {
        (uint160 announced, uint64 effectiveAt) = escrow.announcements(setting);
        equal(announced, value, "announced value");
        equal(effectiveAt, time, "effectiveAt");
    }

    function expectNothingToApply(OperatorLedger.Setting setting) private {
        vm.expectRevert(abi.encodeWithSelector(OperatorLedger.NothingAnnounced.selector, setting));
        escrow.applyChange(setting);
    }
}
