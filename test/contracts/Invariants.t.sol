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
            (uint96 reward, uint8 slots, uint8 paidCount, bool closed,) = state(i);
            if (!closed) owed += uint256(reward) * (slots - paidCount);
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
            (, uint8 slots, uint8 paidCount,, uint128 bitmap) = state(i);
            require(paidCount <= slots && bitmap >> slots == 0, "a paid slot is out of range");
            for (uint256 slot = 0; slot < 16; slot++) {
                equal(handler.timesPaid(id, slot), (bitmap >> slot) & 1, "times a slot was paid");
            }
        }
    }

    function invariant_remaindersAreReturnedOnlyToTheirFunders() public view {
        uint256[3] memory back;
        for (uint256 i = 0; i < handler.taskCount(); i++) {
            ITaskEscrow.Terms memory terms = handler.task(i);
            (uint96 reward, uint8 slots, uint8 paidCount, bool closed,) = state(i);
            uint256 remainder = closed ? uint256(reward) * (slots - paidCount) : 0;
            equal(handler.returnedOf(idOf(terms)), remainder, "returned");
            back[uint160(terms.funder) - 0xF00] += remainder;
        }
        for (uint256 i = 0; i < 3; i++) {
            address one = handler.funder(i);
            equal(token.balanceOf(one), STAKE - handler.putIn(one) + back[i], "balance of a funder");
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
        returns (uint96 reward, uint8 slots, uint8 paidCount, bool closed, uint128 bitmap)
    {
        return escrow.escrows(idOf(handler.task(index)));
    }
}
