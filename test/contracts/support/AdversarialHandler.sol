// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITaskEscrow} from "../../../contracts/ITaskEscrow.sol";
import {OperatorLedger} from "../../../contracts/OperatorLedger.sol";
import {TaskEscrow} from "../../../contracts/TaskEscrow.sol";
import {ITransferObserver, FaultyToken} from "../tokens/FaultyToken.sol";
import {Actor} from "./Actor.sol";
import {ExpectedState} from "./ExpectedState.sol";
import {Vm} from "./Vm.sol";

/// @title Makes random calls of any account to an escrow, for `AdversarialInvariants.t.sol`
/// @dev The token misbehaves at times and lets accounts make reentrant calls during transfers.
contract AdversarialHandler is ExpectedState, ITransferObserver {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    bytes4 private constant TRANSFER_AND_CALL = bytes4(keccak256("transferAndCall(address,uint256,bytes)"));

    uint256 private nested;
    /// @dev The escrow that a running `close` or `refund` has closed, before the token is transferred.
    bytes32 private closing;

    constructor() {
        token = new FaultyToken();
        for (uint256 i = 0; i < actors.length; i++) {
            actors[i] = address(new Actor());
            token.transfer(actors[i], 1e24);
        }
        (owner, operator, guardian, limit) = (actors[0], actors[1], actors[2], 30 * TAX);
    }

    function use(TaskEscrow escrow_) external {
        if (address(escrow) != address(0)) return;
        escrow = escrow_;
        for (uint256 i = 0; i < actors.length; i++) {
            Actor(actors[i]).act(address(token), abi.encodeCall(token.approve, (address(escrow), type(uint256).max)));
        }
    }

    function getToken() external view returns (FaultyToken) {
        return token;
    }

    /// @dev Outside of a running call it does nothing: the fuzzer also calls it in the name of the token.
    function onTransfer() external {
        if (msg.sender != address(token) || running == 0 || reentrant) return;
        reentrant = true;
        uint256 dice = uint256(keccak256(abi.encode(nested, calls)));
        uint256 choice = (dice >> 128) % 14;
        if (choice == 0) fund(dice, dice >> 8, dice >> 16);
        else if (choice == 1) release(dice, dice >> 8, dice >> 16, dice >> 24);
        else if (choice == 2) releaseBatch(dice, dice >> 32, 0);
        else if (choice < 5) close(dice, dice >> 8);
        else if (choice < 7) refund(dice, dice >> 8);
        else if (choice == 7) pauseOrUnpause(dice, dice >> 8);
        else if (choice == 8) setDailyLimit(dice, dice >> 8);
        else if (choice == 9) hold(dice, dice >> 8, dice >> 16);
        else if (choice == 10) applyOrCancel(dice, dice >> 8);
        else if (choice == 11) shrink(dice, dice >> 8, dice >> 16);
        else expect(!repeatCall(), "a repeated reentrant call succeeded");
        reentrant = false;
    }

    /// @param nested_ Seed of the reentrant calls, for faults that call back.
    function changeFault(uint256 dice, uint256 nested_) public {
        nested = nested_;
        uint256 fault;
        if (dice % 4 == 2) fault = 1 + (dice >> 8) % 4;
        if (dice % 4 == 3) fault = 5 + (dice >> 8) % 2;
        token.setFault(FaultyToken.Fault(fault), actor(dice >> 16));
    }

    function fund(uint256 who, uint256 size, uint256 dice) public {
        ITaskEscrow.Terms memory terms = ITaskEscrow.Terms({
            funder: actor(who),
            reward: uint96((1 + size % 8) * TAX),
            slots: uint8(1 + (size >> 8) % 6),
            refundableAt: uint64(block.timestamp + 1 + dice % 3 days),
            salt: bytes32(tasks.length)
        });
        if (dice % 16 == 1 && tasks.length != 0) terms = tasks[size % tasks.length].terms;
        bool known = dice % 16 == 1 && tasks.length != 0;
        address by = terms.funder;
        uint256 amount = uint256(terms.reward) * terms.slots + (dice % 16 == 2 ? 1 : 0);
        uint256 surplus = surplusOfEscrow();
        bool inOneTransaction = dice % 16 == 2 || (dice >> 4) % 2 == 0;
        bool done = inOneTransaction
            ? act(by, address(token), abi.encodeWithSelector(TRANSFER_AND_CALL, escrow, amount, dataOf(terms)))
            : act(by, address(escrow), abi.encodeCall(escrow.fund, (terms)));
        if (done) noteFunded(terms);
        bool must = !isPaused() && !known && dice % 16 != 2;
        expect(!done || must || mayHaveReentered(), "funding succeeded but should revert");
        expect(done || !must || !faultless(), "funding reverted but should succeed");
        expect(!done || surplus >= shortfall(amount), "funded with less than reward times slots");
    }

    function release(uint256 which, uint256 slot, uint256 to, uint256 dice) public {
        if (tasks.length == 0) return;
        Task storage one = recent(which);
        address by = someoneOr(operator, dice);
        slot = slot % (one.terms.slots + 1) + (dice % 64 == 0 ? 128 : 0);
        address recipient = recipientOf(to);
        bool fits = canPay(one, slot) && one.terms.reward <= leftToday();
        bool must = by == operator && !isPaused() && fits && payable_(recipient);
        bool done = act(by, address(escrow), abi.encodeCall(escrow.release, (one.id, uint8(slot), recipient)));
        expect(!done || must, "a release succeeded but should revert");
        expect(done || !must || !faultless(), "a release reverted but should succeed");
        if (done) notePaid(one, slot, recipient);
    }

    function releaseBatch(uint256 which, uint256 slots, uint256 dice) public {
        if (tasks.length == 0) return;
        bytes memory data;
        uint256[3] memory chosen;
        uint256[3] memory bitmaps;
        bool malformed = (dice >> 16) % 8 == 0;
        for (uint256 i = 0; i < 1 + dice % 3; i++) {
            chosen[i] = recentIndex(which >> (8 * i));
            bitmaps[i] = bitmapOf(tasks[chosen[i]], slots >> (8 * i), (dice >> 8) % 4 == 0);
            if (bitmaps[i] == 0 && (dice >> 8) % 8 != 0) continue;
            malformed = malformed || bitmaps[i] == 0;
            data = bytes.concat(data, groupOf(tasks[chosen[i]].id, bitmaps[i], which));
        }
        malformed = malformed || data.length == 0;
        if ((dice >> 16) % 8 == 0) data = changeLength(data, 1 + (dice >> 24) % 19, (dice >> 19) % 2 == 0);
        address by = someoneOr(operator, dice >> 32);
        bool mayPass = by == operator && !malformed && !isPaused();
        bool must = mayPass && dice % 3 == 0 && canPayAll(tasks[chosen[0]], bitmaps[0], which);
        bool done = act(by, address(escrow), abi.encodeCall(escrow.releaseBatch, (data)));
        expect(!done || mayPass, "a batch succeeded but should revert");
        expect(done || !must || !faultless(), "a batch of one group reverted but should succeed");
        if (!done) return;
        for (uint256 i = 0; i < 3; i++) notePaidBits(tasks[chosen[i]], bitmaps[i], which);
        expect(releasedOn[block.timestamp / 1 days] <= limit || mayHaveReentered(), "a batch exceeded the daily limit");
    }

    function close(uint256 which, uint256 dice) public {
        if (tasks.length == 0 || dice % 4 > 1) return;
        Task storage one = recent(which);
        address by = someoneOr(operator, dice >> 8);
        bool must = by == operator && !isPaused() && !one.closed;
        closing = one.id;
        bool done = act(by, address(escrow), abi.encodeCall(escrow.close, (one.terms)));
        closing = 0;
        expect(!done || must, "close succeeded but should revert");
        expect(done || !must || !faultless(), "close reverted but should succeed");
        if (done) one.closed = true;
    }

    function hold(uint256 which, uint256 slots, uint256 dice) public {
        if (tasks.length == 0) return;
        Task storage one = recent(which);
        uint256 bitmap = dice % 16 == 1 ? slots % (2 << one.terms.slots) : slots % (1 << one.terms.slots);
        (bytes32[] memory ids, uint128[] memory bitmaps) = (new bytes32[](1), new uint128[](1));
        (ids[0], bitmaps[0]) = (one.id, uint128(bitmap));
        address by = someoneOr(operator, dice >> 8);
        bool must = by == operator && bitmap >> one.slots == 0;
        bool done = act(by, address(escrow), abi.encodeCall(escrow.hold, (ids, bitmaps)));
        expect(done == must, "hold did not depend on the caller and the slots as expected");
        if (!done || one.closed || one.id == closing) return;
        for (uint256 slot = 0; slot < one.terms.slots; slot++) {
            if (bitmap >> slot & 1 == 1 && canPay(one, slot)) one.owed |= 1 << slot;
        }
    }

    function shrink(uint256 which, uint256 to, uint256 dice) public {
        if (tasks.length == 0) return;
        Task storage one = recent(which);
        (uint8 slots, uint8 former) = (uint8(to % (one.slots + 1)), one.slots);
        address by = someoneOr(operator, dice);
        bool must = by == operator && !isPaused() && !one.closed && one.id != closing && slots != 0 && slots < former;
        for (uint256 slot = slots; slot < former; slot++) must = must && canPay(one, slot) && one.owed >> slot & 1 == 0;
        // Before the call, because reentrant calls already find fewer slots.
        if (must) one.slots = slots;
        bool done = act(by, address(escrow), abi.encodeCall(escrow.shrinkEscrow, (one.terms, slots)));
        if (!done) one.slots = former;
        expect(!done || must, "an escrow was shrunk but should not be");
        expect(done || !must || !faultless(), "shrinking reverted but should succeed");
    }

    function refund(uint256 which, uint256 who) public {
        if (tasks.length == 0) return;
        Task storage one = tasks[which % tasks.length];
        bool late = block.timestamp >= one.terms.refundableAt + 21 days;
        bool due = block.timestamp >= one.terms.refundableAt && (!one.closed || late && one.owed != 0);
        closing = one.id;
        bool done = act(actor(who), address(escrow), abi.encodeCall(escrow.refund, (one.terms)));
        closing = 0;
        expect(!done || due, "refunded before its time or twice");
        expect(done || !due || !faultless(), "a refund failed that was due");
        if (!done) return;
        one.closed = true;
        if (late) one.owed = 0;
    }

    /// @dev Calls with terms that differ in one member from funded terms.
    function tryWrongTerms(uint256 which, uint256 word, uint256 dice) public {
        if (tasks.length == 0) return;
        ITaskEscrow.Terms memory terms = recent(which).terms;
        if (dice % 5 == 0) terms.funder = actor(uint160(terms.funder) + 1 + word % 5);
        if (dice % 5 == 1) terms.reward += uint96(TAX);
        if (dice % 5 == 2) terms.slots++;
        if (dice % 5 == 3) terms.refundableAt = uint64(block.timestamp);
        if (dice % 5 == 4) terms.salt = bytes32(word | 1 << 255);
        if (keccak256(abi.encode(terms)) == recent(which).id) return;
        bytes32 id = keccak256(abi.encode(terms));
        bool done = act(actor(word), address(escrow), abi.encodeCall(escrow.refund, (terms)));
        done = act(someoneOr(operator, 1), address(escrow), abi.encodeCall(escrow.close, (terms))) || done;
        done = act(someoneOr(operator, 1), address(escrow), abi.encodeCall(escrow.shrinkEscrow, (terms, 1))) || done;
        bytes memory data = abi.encodeCall(escrow.release, (id, 0, actor(word)));
        done = act(someoneOr(operator, 1), address(escrow), data) || done;
        expect(!done, "a call with terms that were never funded succeeded");
    }

    /// @dev Often advances exactly to a time at which something changes, or to the second before.
    function advanceTime(uint256 time, uint256 dice) public {
        uint256 to = block.timestamp + time % 8 hours;
        uint256 kind = dice % 12;
        if (kind < 3) to = (block.timestamp / 1 days + 1) * 1 days;
        else if (kind < 6 && tasks.length != 0) to = recent(dice >> 8).terms.refundableAt;
        else if (kind == 6 && tasks.length != 0) to = tasks[(dice >> 8) % tasks.length].terms.refundableAt + 21 days;
        else if (kind == 7) to = effectiveAt[(dice >> 8) % 3];
        else if (kind == 8 && pausedUntil < 2 ** 40 - 1) to = pausedUntil;
        else if (kind == 9) to = guardianPausedAt + 30 days;
        if (kind < 10 && to != 0) to -= (dice >> 16) % 2;
        if (to > block.timestamp) vm.warp(to);
    }

    function pauseOrUnpause(uint256 who, uint256 dice) public {
        address by = someoneOr(guardian, who);
        bool pausing = dice % 5 == 0;
        uint256 start = block.timestamp < guardianPausedAt + 30 days ? guardianPausedAt : block.timestamp;
        bool must = by == owner || by == guardian && (!pausing || block.timestamp < start + 7 days);
        bytes4 selector = pausing ? escrow.pause.selector : escrow.unpause.selector;
        bool done = act(by, address(escrow), abi.encodeWithSelector(selector));
        expect(done == must, "pause or unpause did not depend on the caller and the time as expected");
        if (!done) return;
        if (!pausing) {
            pausedUntil = 0;
        } else if (by == owner) {
            pausedUntil = 2 ** 40 - 1;
        } else {
            guardianPausedAt = start;
            if (getPausedUntil() < start + 7 days) pausedUntil = start + 7 days;
        }
    }

    function setDailyLimit(uint256 who, uint256 size) public {
        uint256 to = size % 40 * TAX;
        if (!govern(who, abi.encodeCall(escrow.setDailyLimit, (to)))) return;
        noteAnnouncement(2, to, to > limit);
        if (to <= limit) limit = to;
    }

    function setPeople(uint256 who, uint256 dice) public {
        address one = dice % 8 == 0 ? address(0) : actor(dice >> 8);
        if (dice % 3 == 0) {
            if (!govern(who, abi.encodeCall(escrow.setOperator, (one)))) return;
            noteAnnouncement(0, uint160(one), one != address(0));
            if (one == address(0)) operator = one;
        } else if (dice % 3 == 1) {
            if (govern(who, abi.encodeCall(escrow.setGuardian, (one)))) noteAnnouncement(1, uint160(one), true);
        } else if (govern(who, abi.encodeCall(escrow.transferOwnership, (one)))) {
            invited = one;
        }
    }

    function applyOrCancel(uint256 who, uint256 dice) public {
        uint256 setting = (dice >> 8) % 3;
        OperatorLedger.Setting one = OperatorLedger.Setting(setting);
        bool cancelling = dice % 4 == 0;
        address by = someoneOr(guardian, who);
        bool must = effectiveAt[setting] != 0
            && (cancelling ? by == guardian || by == owner : block.timestamp >= effectiveAt[setting]);
        bytes4 selector = cancelling ? escrow.cancelChange.selector : escrow.applyChange.selector;
        bool done = act(by, address(escrow), abi.encodeWithSelector(selector, one));
        expect(done == must, "an announced change was not applied or cancelled as expected");
        if (!done) return;
        uint256 value = announced[setting];
        noteAnnouncement(setting, 0, false);
        if (cancelling) return;
        if (setting == 0) operator = address(uint160(value));
        else if (setting == 1) (guardian, guardianPausedAt) = (address(uint160(value)), 0);
        else limit = value;
    }

    function tryRenounceOwnership() public {
        expect(!act(owner, address(escrow), abi.encodeCall(escrow.renounceOwnership, ())), "ownership was renounced");
    }

    function noteAnnouncement(uint256 setting, uint256 value, bool is_) private {
        announced[setting] = is_ ? value : 0;
        effectiveAt[setting] = is_ ? block.timestamp + 48 hours : 0;
    }

    function acceptOwnership(uint256 who) public {
        address by = someoneOr(invited, who);
        bool done = act(by, address(escrow), abi.encodeCall(escrow.acceptOwnership, ()));
        expect(done == (by == invited), "acceptOwnership did not depend on the caller as expected");
        if (done) (owner, invited) = (by, address(0));
    }

    function donate(uint256 who, uint256 amount) public {
        act(actor(who), address(token), abi.encodeCall(token.transfer, (address(escrow), amount % TAX)));
    }

    function govern(uint256 who, bytes memory data) private returns (bool done) {
        address by = someoneOr(owner, who);
        done = act(by, address(escrow), data);
        expect(done == (by == owner), "an owner function did not depend on the caller as expected");
    }

    /// @dev Unless `any` is true, only payable slots, because otherwise nearly every batch of three would revert.
    function bitmapOf(Task storage one, uint256 seed, bool any) private view returns (uint256 bitmap) {
        bitmap = seed % (2 << one.terms.slots);
        for (uint256 slot = 0; slot < 8; slot++) {
            if (!any && !canPay(one, slot)) bitmap &= ~(uint256(1) << slot);
        }
    }

    function canPayAll(Task storage one, uint256 bitmap, uint256 seed) private view returns (bool) {
        uint256 total;
        for (uint256 slot = 0; slot < 8; slot++) {
            if (bitmap >> slot & 1 == 0) continue;
            if (!canPay(one, slot) || !payable_(recipientOf(seed >> slot))) return false;
            total += one.terms.reward;
        }
        return total <= leftToday();
    }

    function notePaidBits(Task storage one, uint256 bitmap, uint256 seed) private {
        for (uint256 slot = 0; slot < 8; slot++) {
            if (bitmap >> slot & 1 == 1) notePaid(one, slot, recipientOf(seed >> slot));
        }
    }

    function dataOf(ITaskEscrow.Terms memory terms) private pure returns (bytes memory) {
        return abi.encode(terms.reward, terms.slots, terms.refundableAt, terms.salt);
    }

    function groupOf(bytes32 id, uint256 bitmap, uint256 seed) private view returns (bytes memory group) {
        group = bytes.concat(id, bytes16(uint128(bitmap)));
        for (uint256 slot = 0; slot < 8; slot++) {
            if (bitmap >> slot & 1 == 1) group = bytes.concat(group, bytes20(recipientOf(seed >> slot)));
        }
    }

    /// @dev Returns `data` with `by` bytes added or removed at the end.
    function changeLength(bytes memory data, uint256 by, bool longer) private pure returns (bytes memory other) {
        other = new bytes(longer || data.length <= by ? data.length + by : data.length - by);
        for (uint256 i = 0; i < other.length; i++) other[i] = i < data.length ? data[i] : bytes1(0xD0);
    }

    /// @dev True if a reentrant call may have changed the state before the result of the outer call is checked.
    function mayHaveReentered() private view returns (bool) {
        return reentrant || token.fault() >= FaultyToken.Fault.HookBefore;
    }
}
