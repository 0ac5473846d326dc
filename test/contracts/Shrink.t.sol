// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {OperatorLedger} from "../../contracts/OperatorLedger.sol";
import {FundedEscrowTest} from "./support/EscrowTest.sol";

contract ShrinkTest is FundedEscrowTest {
    function test_shrinkReturnsTheRewardsOfTheLastSlotsAndTheOthersStayPayable() public {
        release(id, 0, doer);
        hold(id, 2);
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Shrunk(id, funder, 3, 20 * TAX);
        shrink(someTerms(), 3);
        equal(token.balanceOf(funder) - before, 20 * TAX, "returned");
        equal(escrow.totalHeld(), 20 * TAX, "held");
        equal(escrow.availableToday(), LIMIT - 10 * TAX, "available");
        (, uint8 slots,,,,) = escrow.escrows(id);
        equal(slots, 3, "slots");
        expectState(id, 1, false, 1, 2);
        release(id, 2, doer);
        release(id, 1, doer);
        equal(escrow.totalHeld(), 0, "held");
    }

    function test_aRemovedSlotCanBeNeitherPaidNorHeld() public {
        shrink(someTerms(), 2);
        bytes memory outOfRange = abi.encodeWithSelector(ITaskEscrow.SlotOutOfRange.selector, id, 2, 2);
        vm.expectRevert(outOfRange);
        release(id, 2, doer);
        vm.expectRevert(outOfRange);
        hold(id, 4);
    }

    function test_shrinkCanBeRepeatedAndCloseOrRefundReturnsTheRest() public {
        shrink(someTerms(), 4);
        shrink(someTerms(), 2);
        equal(token.balanceOf(funder) - before, 30 * TAX, "returned");
        release(id, 1, doer);
        vm.warp(REFUNDABLE_AT);
        escrow.refund(someTerms());
        equal(token.balanceOf(funder) - before, 40 * TAX, "returned");
        equal(escrow.totalHeld(), 0, "held");
        expectShrinkReverts(someTerms(), 1, oneWord(ITaskEscrow.AlreadyClosed.selector, id));
    }

    function test_shrinkRevertsIfARemovedSlotIsPaidOrOwed() public {
        release(id, 3, doer);
        expectShrinkReverts(someTerms(), 1, abi.encodeWithSelector(ITaskEscrow.SlotNotFree.selector, id, 3));
        hold(id, 4);
        expectShrinkReverts(someTerms(), 2, abi.encodeWithSelector(ITaskEscrow.SlotNotFree.selector, id, 2));
        shrink(someTerms(), 4);
    }

    function test_shrinkRevertsUnlessItLeavesAtLeastOneSlotAndFewerThanBefore() public {
        uint8[3] memory wrong = [0, 5, 255];
        for (uint256 i = 0; i < 3; i++) {
            bytes4 selector = ITaskEscrow.NotFewerSlots.selector;
            expectShrinkReverts(someTerms(), wrong[i], abi.encodeWithSelector(selector, id, wrong[i], 5));
        }
    }

    function test_shrinkOfAnEscrowThatWasNotFundedReverts() public {
        ITaskEscrow.Terms memory terms = termsOf(10, 5, "other");
        expectShrinkReverts(terms, 1, oneWord(ITaskEscrow.UnknownEscrow.selector, idOf(terms)));
    }

    function test_onlyTheOperatorCanShrink() public {
        vm.expectRevert(oneWord(OperatorLedger.NotOperator.selector, funder));
        vm.prank(funder);
        escrow.shrinkEscrow(someTerms(), 1);
    }

    function shrink(ITaskEscrow.Terms memory terms, uint8 slots) private {
        vm.prank(operator);
        escrow.shrinkEscrow(terms, slots);
    }

    function expectShrinkReverts(ITaskEscrow.Terms memory terms, uint8 slots, bytes memory reason) private {
        vm.expectRevert(reason);
        shrink(terms, slots);
    }
}
