// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {OperatorLedger} from "../../contracts/OperatorLedger.sol";
import {FundedEscrowTest} from "./support/EscrowTest.sol";

contract HoldTest is FundedEscrowTest {
    function test_holdMarksSlotsOfManyEscrowsAsOwedAndMovesNothing() public {
        bytes32 other = fund(termsOf(1, 100, "other"));
        (bytes32[] memory ids, uint128[] memory slots) = (new bytes32[](2), new uint128[](2));
        (ids[0], ids[1], slots[0], slots[1]) = (id, other, 5, (1 << 99) + 2);
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Held(id, 5);
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Held(other, (1 << 99) + 2);
        vm.prank(operator);
        escrow.hold(ids, slots);
        expectState(id, 0, false, 0, 5);
        expectState(other, 0, false, 0, (1 << 99) + 2);
        equal(escrow.totalHeld(), 150 * TAX, "held");
        equal(token.balanceOf(address(escrow)), 150 * TAX, "balance");
        equal(escrow.availableToday(), LIMIT, "available");
    }

    function test_holdLeavesOwedAndPaidSlotsAsTheyAre() public {
        release(id, 1, doer);
        hold(id, 1);
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Held(id, 4);
        hold(id, 7);
        expectState(id, 1, false, 2, 5);
        vm.recordLogs();
        hold(id, 7);
        equal(vm.getRecordedLogs().length, 0, "logs");
        expectState(id, 1, false, 2, 5);
    }

    function test_theLastOf100SlotsCanBeOwedAndPaidAfterClosing() public {
        ITaskEscrow.Terms memory terms = termsOf(1, 100, "large");
        bytes32 large = fund(terms);
        hold(large, 1 << 99 | 1);
        close(terms);
        equal(before - token.balanceOf(funder), 2 * TAX, "not returned");
        (, uint8 slots,,,,) = escrow.escrows(large);
        equal(slots, 100, "slots");
        release(large, 99, doer);
        expectState(large, 1, true, 1 << 99, 1);
        equal(escrow.totalHeld(), 51 * TAX, "held");
    }

    function test_holdOfAClosedEscrowHoldsNothing() public {
        close(someTerms());
        hold(id, 31);
        expectState(id, 0, true, 0, 0);
        expectReleaseReverts(0, oneWord(ITaskEscrow.AlreadyClosed.selector, id));
    }

    function test_holdWorksWhilePausedAndWithADailyLimitOfZero() public {
        vm.startPrank(owner);
        escrow.pause();
        escrow.setDailyLimit(0);
        vm.stopPrank();
        hold(id, 31);
        expectState(id, 0, false, 0, 31);
    }

    function test_onlyTheOperatorHolds() public {
        address[4] memory others = [owner, guardian, funder, stranger];
        for (uint256 i = 0; i < 4; i++) {
            vm.expectRevert(oneWord(OperatorLedger.NotOperator.selector, others[i]));
            vm.prank(others[i]);
            escrow.hold(new bytes32[](1), new uint128[](1));
        }
    }

    function test_holdOfAnUnknownEscrowOrSlotReverts() public {
        vm.expectRevert(oneWord(ITaskEscrow.UnknownEscrow.selector, bytes32("unknown")));
        hold("unknown", 1);
        for (uint8 slot = 5; slot < 128; slot++) {
            vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.SlotOutOfRange.selector, id, slot, 5));
            hold(id, uint128(1) << slot | 1);
        }
    }

    function test_holdWithoutIdsOrWithAnotherNumberOfBitmapsReverts() public {
        for (uint256 ids = 0; ids < 3; ids++) {
            for (uint256 bitmaps = 0; bitmaps < 3; bitmaps++) {
                if (ids == bitmaps && ids != 0) continue;
                vm.expectRevert(abi.encodeWithSelector(ITaskEscrow.MalformedHold.selector, ids, bitmaps));
                vm.prank(operator);
                escrow.hold(new bytes32[](ids), new uint128[](bitmaps));
            }
        }
    }

    function test_closeReturnsFreeSlotsOnlyAndOwedSlotsStayPayable() public {
        release(id, 0, doer);
        hold(id, 6);
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Closed(id, funder, 20 * TAX);
        close(someTerms());
        expectState(id, 1, true, 1, 6);
        equal(token.balanceOf(funder) - before, 20 * TAX, "returned");
        equal(escrow.totalHeld(), 20 * TAX, "held");
        vm.expectRevert(oneWord(ITaskEscrow.AlreadyClosed.selector, id));
        close(someTerms());

        release(id, 2, doer);
        expectState(id, 2, true, 5, 2);
        expectReleaseReverts(2, abi.encodeWithSelector(ITaskEscrow.SlotAlreadyPaid.selector, id, 2));
        expectReleaseReverts(3, oneWord(ITaskEscrow.AlreadyClosed.selector, id));
        expectReleaseReverts(5, abi.encodeWithSelector(ITaskEscrow.SlotOutOfRange.selector, id, 5, 5));
        releaseBatch(bytes.concat(id, bytes16(uint128(2)), bytes20(otherDoer)));
        expectState(id, 3, true, 7, 0);
        equal(escrow.totalHeld(), 0, "held at the end");
        equal(token.balanceOf(doer), 20 * TAX, "doer");
        equal(token.balanceOf(otherDoer), 10 * TAX, "other doer");
    }

    function test_aFunderWhoRefundsBeforeAnOwedSlotIsPaidGetsTheFreeSlotsOnly() public {
        hold(id, 1);
        vm.warp(REFUNDABLE_AT);
        refund(40 * TAX);
        expectRefundReverts(oneWord(ITaskEscrow.AlreadyClosed.selector, id));
        vm.warp(REFUNDABLE_AT + 21 days - 1);
        expectRefundReverts(oneWord(ITaskEscrow.AlreadyClosed.selector, id));
        release(id, 0, doer);
        equal(token.balanceOf(doer), 10 * TAX, "doer");
        vm.warp(REFUNDABLE_AT + 21 days);
        expectRefundReverts(oneWord(ITaskEscrow.AlreadyClosed.selector, id));
    }

    function test_aSecondRefund21DaysLaterReturnsTheOwedSlotsWhichThenCannotBePaid() public {
        hold(id, 3);
        vm.warp(REFUNDABLE_AT);
        refund(30 * TAX);
        vm.warp(REFUNDABLE_AT + 21 days);
        refund(20 * TAX);
        expectState(id, 0, true, 0, 0);
        equal(escrow.totalHeld(), 0, "held");
        equal(token.balanceOf(funder) - before, 50 * TAX, "returned");
        expectReleaseReverts(0, oneWord(ITaskEscrow.AlreadyClosed.selector, id));
        expectRefundReverts(oneWord(ITaskEscrow.AlreadyClosed.selector, id));
    }

    function test_aFirstRefund21DaysLateReturnsFreeAndOwedSlotsTogether() public {
        release(id, 4, doer);
        hold(id, 3);
        vm.warp(REFUNDABLE_AT + 21 days);
        refund(40 * TAX);
        expectState(id, 1, true, 16, 0);
    }

    function test_closeByTheOperatorNeverReturnsOwedSlots() public {
        hold(id, 3);
        vm.warp(REFUNDABLE_AT + 21 days);
        close(someTerms());
        equal(token.balanceOf(funder) - before, 30 * TAX, "returned by close");
        refund(20 * TAX);
    }

    function test_aThiefWithTheOperatorKeyDelaysARefundBy21DaysOnly() public {
        hold(id, 31);
        vm.warp(REFUNDABLE_AT);
        refund(0);
        hold(id, 31);
        vm.warp(REFUNDABLE_AT + 21 days);
        hold(id, 31);
        refund(50 * TAX);
    }

    function testFuzz_freeOwedPaidAndReturnedSlotsAreAllSlots(uint8 paid, uint8 owed, uint8 owedPaid, bool closing) public {
        bytes32 some = fund(termsOf(1, 8, "fuzz"));
        (paid, owedPaid) = (paid & ~owed, owedPaid & owed);
        releaseSlots(some, paid);
        hold(some, owed | paid);
        if (closing) close(termsOf(1, 8, "fuzz"));
        releaseSlots(some, owedPaid);
        expectState(some, ones(paid | owedPaid), closing, paid | owedPaid, owed & ~owedPaid);
        uint256 free = closing ? 0 : 8 - ones(paid | owed);
        equal(escrow.totalHeld(), (50 + free + ones(owed & ~owedPaid)) * TAX, "held");
        equal(token.balanceOf(address(escrow)), escrow.totalHeld(), "balance");
    }

    function releaseSlots(bytes32 of_, uint8 slots) private {
        for (uint8 slot = 0; slot < 8; slot++) if (slots >> slot & 1 == 1) release(of_, slot, doer);
    }

    function ones(uint256 bitmap) private pure returns (uint8 count) {
        for (; bitmap != 0; bitmap >>= 1) count += uint8(bitmap & 1);
    }

    function releaseBatch(bytes memory releases) private {
        vm.prank(operator);
        escrow.releaseBatch(releases);
    }

    function refund(uint256 expected) private {
        uint256 had = token.balanceOf(funder);
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Closed(id, funder, expected);
        vm.prank(stranger);
        escrow.refund(someTerms());
        equal(token.balanceOf(funder) - had, expected, "refunded");
    }

    function expectRefundReverts(bytes memory reason) private {
        vm.expectRevert(reason);
        escrow.refund(someTerms());
    }

    function expectReleaseReverts(uint8 slot, bytes memory reason) private {
        vm.expectRevert(reason);
        release(id, slot, doer);
    }
}
