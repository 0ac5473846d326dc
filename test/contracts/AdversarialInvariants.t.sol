// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {TaskEscrow} from "../../contracts/TaskEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {AdversarialHandler} from "./support/AdversarialHandler.sol";
import {FaultyToken} from "./tokens/FaultyToken.sol";

/// @dev Each holds after every call of a random sequence of the handler's, whatever the token does.
contract AdversarialInvariantsTest is EscrowTest {
    AdversarialHandler private handler;
    FaultyToken private faultyToken;

    function setUp() public override {
        vm.warp(NOW);
        handler = new AdversarialHandler();
        faultyToken = handler.tokenUsed();
        (address owner_,, address operator_, address guardian_,) = handler.people();
        bytes memory parameters = abi.encode(faultyToken, owner_, operator_, guardian_, 30 * TAX);
        escrow = TaskEscrow(deploy("TaskEscrow", parameters));
        handler.use(escrow);
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function afterInvariant() public {
        string memory file = vm.envOr("INVARIANT_COUNTS", string(""));
        if (bytes(file).length == 0) return;
        (uint256 calls, uint256 passed) = handler.counts();
        vm.writeLine(file, string.concat(Strings.toString(calls), " ", Strings.toString(passed)));
    }

    function invariant_whatIsHeldIsOwedAndCovered() public view {
        uint256 owed;
        uint256 count = handler.taskCount();
        for (uint256 i = 0; i < count; i++) {
            (, ITaskEscrow.Terms memory terms, bool closed, uint256 paidCount) = handler.task(i);
            if (!closed) owed += terms.reward * (terms.slots - paidCount);
        }
        equal(escrow.totalHeld(), owed, "held");
        require(faultyToken.balanceOf(address(escrow)) >= owed, "the balance does not cover what is owed");
    }

    function invariant_moneyLeavesOnlyToDoersAndFunders() public view {
        uint256[6] memory due;
        uint256 all;
        for (uint256 who = 0; who < 6; who++) due[who] = handler.earnedBy(handler.actor(who));
        uint256 count = handler.taskCount();
        for (uint256 i = 0; i < count; i++) {
            (, ITaskEscrow.Terms memory terms, bool closed, uint256 paidCount) = handler.task(i);
            if (!closed) continue;
            for (uint256 who = 0; who < 6; who++) {
                if (terms.funder == handler.actor(who)) due[who] += terms.reward * (terms.slots - paidCount);
            }
        }
        for (uint256 who = 0; who < 6; who++) {
            equal(faultyToken.claimed(address(escrow), handler.actor(who)), due[who], "paid to somebody");
            all += due[who];
        }
        equal(faultyToken.totalClaimed(address(escrow)), all, "paid in all");
    }

    function invariant_viewsAgreeWithTheBooks() public view {
        (address owner_, address invited, address operator_, address guardian_, bool paused) = handler.people();
        equal(escrow.owner(), owner_, "owner");
        equal(escrow.pendingOwner(), invited, "pending owner");
        equal(escrow.operator(), operator_, "operator");
        equal(escrow.guardian(), guardian_, "guardian");
        require(escrow.paused() == paused, "paused");
        equal(escrow.dailyLimit(), handler.limitToday(), "limit");
        equal(escrow.availableToday(), handler.leftToday(), "available today");
    }

    /// @dev Only the newest tasks each time: what is older was looked at when it was new, and changes rarely.
    function invariant_aSlotIsPaidOnceAndTheEndIsTheEnd() public view {
        uint256 count = handler.taskCount();
        for (uint256 i = count < 6 ? 0 : count - 6; i < count; i++) expectAsInTheBooks(i);
        if (count != 0) expectAsInTheBooks(uint256(keccak256(abi.encode(block.timestamp, count))) % count);
    }

    function invariant_nothingGoesThroughThatMustNot() public view {
        require(bytes(handler.wrong()).length == 0, handler.wrong());
    }

    function expectAsInTheBooks(uint256 index) private view {
        (bytes32 id, ITaskEscrow.Terms memory terms, bool closed, uint256 paidCount) = handler.task(index);
        (uint96 reward, uint8 slots, uint8 count, bool closed_, uint128 bitmap) = escrow.escrows(id);
        equal(reward, terms.reward, "reward");
        equal(slots, terms.slots, "slots");
        equal(count, paidCount, "paidCount");
        require(closed == closed_, "closed");
        require(bitmap >> slots == 0, "a slot that is not there");
        for (uint256 slot = 0; slot < slots; slot++) {
            equal(handler.timesPaid(index, slot), (bitmap >> slot) & 1, "times a slot was paid");
        }
    }
}
