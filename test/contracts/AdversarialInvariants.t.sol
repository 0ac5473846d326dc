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

    /// @dev The environment variable SEQUENCE_LENGTH changes the length.
    function test_everySequenceOfThreeStepsEndsAsExpected() public {
        uint256 length = vm.envOr("SEQUENCE_LENGTH", uint256(3));
        require(this.tryEvery(allSteps(), length) > 20 ** (length - 1), "too few steps changed anything");
    }

    /// @dev Makes every sequence of these steps and checks all invariants after each step. A step that changed nothing ends
    /// its sequence. External, so that each call frees its memory.
    /// @return changes Number of steps that changed something.
    function tryEvery(bytes[] calldata steps, uint256 length) external returns (uint256 changes) {
        for (uint256 i = 0; i < steps.length; i++) {
            uint256 before = vm.snapshotState();
            if (this.tryOne(steps[i])) changes += 1 + (length > 1 ? this.tryEvery(steps, length - 1) : 0);
            vm.revertToStateAndDelete(before);
        }
    }

    /// @return changed Whether the step changed anything.
    function tryOne(bytes calldata step) external returns (bool changed) {
        (, uint256 passed) = handler.counts();
        uint256 time = block.timestamp;
        (bool done,) = address(handler).call(step);
        require(done, "the handler reverted");
        invariant_heldTotalIsTheOpenRemaindersAndTheBalanceCoversIt();
        invariant_transfersOutMatchRewardsAndRemainders();
        invariant_viewsMatchTheExpectedState();
        invariant_escrowsMatchTheExpectedState();
        invariant_everyCallSucceedsOrFailsAsExpected();
        (, uint256 passedNow) = handler.counts();
        return passedNow != passed || block.timestamp != time;
    }

    /// @dev Calls of the handler for escrows of two slots, and changes of the time. The last argument often decides who calls.
    function allSteps() private view returns (bytes[] memory steps) {
        steps = new bytes[](47);
        uint256 i;
        steps[i++] = abi.encodeCall(handler.fund, (3, 0x100, 3));
        steps[i++] = abi.encodeCall(handler.fund, (4, 0x101, 16));
        for (uint256 slot = 0; slot < 3; slot++) steps[i++] = abi.encodeCall(handler.release, (0, slot, 3, 1));
        steps[i++] = abi.encodeCall(handler.release, (1, 0, 5, 1));
        steps[i++] = abi.encodeCall(handler.release, (0, 0, 3, 8));
        steps[i++] = abi.encodeCall(handler.release, (0, 0, 64, 1));
        steps[i++] = abi.encodeCall(handler.releaseBatch, (0x0C0C, 0x0201, 0x100010101));
        steps[i++] = abi.encodeCall(handler.releaseBatch, (0x0C0B, 0x0301, 0x100010101));
        steps[i++] = abi.encodeCall(handler.releaseBatch, (0x0C0C, 0x0201, 0x100000100));
        steps[i++] = abi.encodeCall(handler.releaseBatch, (0x0C0C, 0x0201, 0x100010100));
        steps[i++] = abi.encodeCall(handler.close, (0, 0x101));
        steps[i++] = abi.encodeCall(handler.close, (1, 0x101));
        steps[i++] = abi.encodeCall(handler.close, (0, 0x801));
        steps[i++] = abi.encodeCall(handler.shrink, (0, 1, 1));
        steps[i++] = abi.encodeCall(handler.shrink, (0, 1, 8));
        steps[i++] = abi.encodeCall(handler.refund, (0, 5));
        steps[i++] = abi.encodeCall(handler.refund, (1, 5));
        steps[i++] = abi.encodeCall(handler.tryWrongTerms, (0, 1, 3));
        for (uint256 slots = 1; slots < 5; slots++) steps[i++] = abi.encodeCall(handler.hold, (0, slots, 0x101));
        steps[i++] = abi.encodeCall(handler.hold, (0, 1, 0x801));
        for (uint256 kind = 4; kind < 10; kind++) steps[i++] = abi.encodeCall(handler.advanceTime, (0, kind | 0x200));
        for (uint256 who = 0; who < 2; who++) {
            steps[i++] = abi.encodeCall(handler.pauseOrUnpause, (who, 0));
            steps[i++] = abi.encodeCall(handler.pauseOrUnpause, (who, 1));
        }
        steps[i++] = abi.encodeCall(handler.setDailyLimit, (1, 39));
        steps[i++] = abi.encodeCall(handler.setDailyLimit, (1, 1));
        steps[i++] = abi.encodeCall(handler.applyOrCancel, (1, 0x201));
        steps[i++] = abi.encodeCall(handler.applyOrCancel, (1, 0x200));
        steps[i++] = abi.encodeCall(handler.setPeople, (1, 24));
        steps[i++] = abi.encodeCall(handler.setPeople, (1, 0x401));
        steps[i++] = abi.encodeCall(handler.setPeople, (1, 0x303));
        steps[i++] = abi.encodeCall(handler.setPeople, (1, 0x301));
        for (uint256 setting = 0; setting < 2; setting++) {
            steps[i++] = abi.encodeCall(handler.advanceTime, (0, setting << 8 | 7));
            steps[i++] = abi.encodeCall(handler.applyOrCancel, (1, setting << 8 | 1));
        }
    }

    function expectEscrowMatches(uint256 index) private view {
        (bytes32 id, ITaskEscrow.Terms memory terms, bool closed, uint256 paidCount, uint256 owed) = handler.task(index);
        (uint96 reward, uint8 slots, uint8 count, bool closed_, uint128 bitmap, uint128 owed_) = escrow.escrows(id);
        equal(owed_, owed, "owed");
        equal(reward, terms.reward, "reward");
        equal(slots, handler.slotsOf(index), "slots");
        equal(count, paidCount, "paidCount");
        require(closed == closed_, "closed");
        require(bitmap >> slots == 0, "a paid slot is out of range");
        for (uint256 slot = 0; slot < slots; slot++) {
            equal(handler.timesPaid(index, slot), (bitmap >> slot) & 1, "times a slot was paid");
        }
    }
}
