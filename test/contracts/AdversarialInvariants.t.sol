// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {OperatorLedger} from "../../contracts/OperatorLedger.sol";
import {TaskEscrow} from "../../contracts/TaskEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {AdversarialHandler} from "./support/AdversarialHandler.sol";
import {FaultyToken} from "./tokens/FaultyToken.sol";

/// @dev Each invariant is checked after every call of random sequences of {AdversarialHandler} calls, with a token that
/// misbehaves at times.
contract AdversarialInvariantsTest is EscrowTest {
    AdversarialHandler private handler;
    FaultyToken private faultyToken;

    function setUp() public override {
        vm.warp(NOW);
        handler = new AdversarialHandler();
        faultyToken = handler.getToken();
        (address owner_,, address operator_, address guardian_) = handler.people();
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

    function invariant_heldTotalIsTheOpenRemaindersAndTheBalanceCoversIt() public view {
        uint256 owed;
        uint256 count = handler.taskCount();
        for (uint256 i = 0; i < count; i++) {
            (, ITaskEscrow.Terms memory terms,,,) = handler.task(i);
            owed += terms.reward * handler.unreturned(i);
        }
        equal(escrow.totalHeld(), owed, "held");
        require(faultyToken.balanceOf(address(escrow)) >= owed, "the balance does not cover what is owed");
    }

    function invariant_transfersOutMatchRewardsAndRemainders() public view {
        uint256[6] memory due;
        uint256 all;
        for (uint256 who = 0; who < 6; who++) due[who] = handler.earnedBy(handler.actor(who));
        uint256 count = handler.taskCount();
        for (uint256 i = 0; i < count; i++) {
            (, ITaskEscrow.Terms memory terms,, uint256 paidCount,) = handler.task(i);
            uint256 returned = terms.slots - paidCount - handler.unreturned(i);
            for (uint256 who = 0; who < 6; who++) {
                if (terms.funder == handler.actor(who)) due[who] += terms.reward * returned;
            }
        }
        for (uint256 who = 0; who < 6; who++) {
            equal(faultyToken.reported(address(escrow), handler.actor(who)), due[who], "paid to an actor");
            all += due[who];
        }
        equal(faultyToken.totalReported(address(escrow)), all, "total paid out");
    }

    function invariant_viewsMatchTheExpectedState() public view {
        (address owner_, address invited, address operator_, address guardian_) = handler.people();
        equal(escrow.owner(), owner_, "owner");
        equal(escrow.pendingOwner(), invited, "pending owner");
        equal(escrow.operator(), operator_, "operator");
        equal(escrow.guardian(), guardian_, "guardian");
        equal(escrow.pausedUntil(), handler.getPausedUntil(), "pausedUntil");
        require(escrow.paused() == (escrow.pausedUntil() != 0), "paused");
        for (uint8 i = 0; i < 3; i++) {
            (uint160 value, uint64 effectiveAt) = escrow.announcements(OperatorLedger.Setting(i));
            (uint256 expectedValue, uint256 expectedTime) = handler.announcement(i);
            equal(value, expectedValue, "announced value");
            equal(effectiveAt, expectedTime, "effectiveAt");
        }
        equal(escrow.dailyLimit(), handler.limitToday(), "limit");
        equal(escrow.availableToday(), handler.leftToday(), "available today");
    }

    /// @dev Checks the six newest escrows and a random older one each time. Checking all would be too slow.
    function invariant_escrowsMatchTheExpectedState() public view {
        uint256 count = handler.taskCount();
        for (uint256 i = count < 6 ? 0 : count - 6; i < count; i++) expectEscrowMatches(i);
        if (count != 0) expectEscrowMatches(uint256(keccak256(abi.encode(block.timestamp, count))) % count);
    }

    function invariant_everyCallSucceedsOrFailsAsExpected() public view {
        require(bytes(handler.violation()).length == 0, handler.violation());
    }

    function expectEscrowMatches(uint256 index) private view {
        (bytes32 id, ITaskEscrow.Terms memory terms, bool closed, uint256 paidCount, uint256 owed) = handler.task(index);
        (uint96 reward, uint8 slots, uint8 count, bool closed_, uint128 bitmap, uint128 owed_) = escrow.escrows(id);
        equal(owed_, owed, "owed");
        equal(reward, terms.reward, "reward");
        equal(slots, terms.slots, "slots");
        equal(count, paidCount, "paidCount");
        require(closed == closed_, "closed");
        require(bitmap >> slots == 0, "a paid slot is out of range");
        for (uint256 slot = 0; slot < slots; slot++) {
            equal(handler.timesPaid(index, slot), (bitmap >> slot) & 1, "times a slot was paid");
        }
    }
}
