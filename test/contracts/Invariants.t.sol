// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {EscrowHandler} from "./support/EscrowHandler.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

/// @dev Each invariant is checked after every call of random sequences of {EscrowHandler} calls.
contract InvariantsTest is EscrowTest {
    uint256 private constant STAKE = 1_000_000 * TAX;

    EscrowHandler private handler;

    function setUp() public override {
        super.setUp();
        vm.prank(owner);
        escrow.setDailyLimit(30 * TAX);
        handler = new EscrowHandler(token, escrow);
        for (uint256 i = 0; i < 3; i++) {
            address one = handler.funder(i);
            vm.prank(funder);
            token.transfer(one, STAKE);
        }
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_heldTotalIsTheOpenRemaindersAndTheBalanceCoversIt() public view {
        uint256 owed;
        for (uint256 i = 0; i < handler.taskCount(); i++) {
            (uint96 reward,,,,,) = state(i);
            owed += reward * (countOf(i, 0) + countOf(i, 1));
        }
        equal(escrow.totalHeld(), owed, "held");
        require(token.balanceOf(address(escrow)) >= owed, "the balance does not cover what is owed");
    }

    function invariant_fundedEqualsPaidPlusReturnedPlusHeld() public view {
        equal(handler.paid() + handler.returned() + escrow.totalHeld(), handler.funded(), "paid, returned and held");
    }

    function invariant_everySlotIsPaidAtMostOnceAndWithinRange() public view {
        for (uint256 i = 0; i < handler.taskCount(); i++) {
            bytes32 id = idOf(handler.task(i));
            (, uint8 slots, uint8 paidCount,, uint128 bitmap, uint128 owed) = state(i);
            require(paidCount <= slots && bitmap >> slots == 0, "a paid slot is out of range");
            require(owed & bitmap == 0 && owed >> slots == 0, "an owed slot is paid or out of range");
            equal(owed, handler.owed(id), "owed");
            for (uint256 slot = 0; slot < 16; slot++) {
                equal(handler.timesPaid(id, slot), (bitmap >> slot) & 1, "times a slot was paid");
            }
        }
    }

    function invariant_remaindersAreReturnedOnlyToTheirFunders() public view {
        uint256[3] memory back;
        for (uint256 i = 0; i < handler.taskCount(); i++) {
            ITaskEscrow.Terms memory terms = handler.task(i);
            (uint96 reward,,,,,) = state(i);
            uint256 remainder = reward * countOf(i, 3);
            equal(handler.returnedOf(idOf(terms)), remainder, "returned");
            back[uint160(terms.funder) - 0xF00] += remainder;
        }
        for (uint256 i = 0; i < 3; i++) {
            address one = handler.funder(i);
            equal(token.balanceOf(one), STAKE - handler.putIn(one) + back[i], "balance of a funder");
        }
    }

    function invariant_freeOwedPaidAndReturnedSlotsAreAllSlots() public view {
        for (uint256 i = 0; i < handler.taskCount(); i++) {
            equal(countOf(i, 0) + countOf(i, 1) + countOf(i, 2) + countOf(i, 3), handler.task(i).slots, "slots");
        }
    }

    function invariant_releasesOfTheDayStayWithinTheLimit() public view {
        uint256 day = block.timestamp / 1 days;
        require(handler.releasedOn(day) <= handler.limitOn(day), "released more than the limit");
    }

    function invariant_everyCallSucceedsOrFailsAsExpected() public view {
        require(bytes(handler.violation()).length == 0, handler.violation());
    }

    function state(uint256 index)
        private
        view
        returns (uint96 reward, uint8 slots, uint8 paidCount, bool closed, uint128 paid, uint128 owed)
    {
        return escrow.escrows(idOf(handler.task(index)));
    }

    /// @param kind 0 counts the free slots, 1 the owed, 2 the paid and 3 the returned slots.
    function countOf(uint256 index, uint256 kind) private view returns (uint256 count) {
        (, uint8 slots,, bool closed, uint128 paid, uint128 owed) = state(index);
        for (uint256 slot = 0; slot < slots; slot++) {
            uint256 is_ = owed >> slot & 1 == 1 ? 1 : paid >> slot & 1 == 1 ? 2 : closed ? 3 : 0;
            if (is_ == kind) count++;
        }
    }
}
