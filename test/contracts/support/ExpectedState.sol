// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITaskEscrow} from "../../../contracts/ITaskEscrow.sol";
import {TaskEscrow} from "../../../contracts/TaskEscrow.sol";
import {FaultyToken} from "../tokens/FaultyToken.sol";
import {Actor} from "./Actor.sol";

/// @title The expected state of an escrow contract, stored without packing
/// @dev If a call reverts, the notes made during the call are reverted too, so only successful calls are recorded.
abstract contract ExpectedState {
    struct Task {
        ITaskEscrow.Terms terms;
        bytes32 id;
        /// @dev The number of slots now; `terms.slots` until the escrow is shrunk.
        uint8 slots;
        bool closed;
        uint256 paidCount;
        /// @dev Bit n is set if slot n is owed.
        uint256 owed;
        mapping(uint256 slot => uint256) timesPaid;
    }

    uint256 internal constant TAX = 1e18;

    TaskEscrow internal escrow;
    FaultyToken internal token;
    Task[] internal tasks;
    address[6] internal actors;

    address internal owner;
    address internal invited;
    address internal operator;
    address internal guardian;
    uint256 internal pausedUntil;
    uint256 internal guardianPausedAt;
    uint256 internal limit;
    /// @dev Announced values by setting: an address as a number, or a limit. `effectiveAt` is zero if there is none.
    uint256[3] internal announced;
    uint256[3] internal effectiveAt;
    mapping(uint256 day => uint256) internal releasedOn;
    mapping(address doer => uint256) internal earned;

    /// @dev Describes the last call that did not end as expected; empty if there is none.
    string public violation;

    uint256 internal calls;
    uint256 internal passed;
    /// @dev Calls of accounts that have not returned.
    uint256 internal running;
    /// @dev True during a reentrant call.
    bool internal reentrant;
    address private lastBy;
    address private lastTarget;
    bytes private lastData;

    function taskCount() external view returns (uint256) {
        return tasks.length;
    }

    function task(uint256 index)
        external
        view
        returns (bytes32 id, ITaskEscrow.Terms memory terms, bool closed, uint256 paidCount, uint256 owed)
    {
        Task storage one = tasks[index];
        return (one.id, one.terms, one.closed, one.paidCount, one.owed);
    }

    function timesPaid(uint256 index, uint256 slot) external view returns (uint256) {
        return tasks[index].timesPaid[slot];
    }

    function slotsOf(uint256 index) external view returns (uint8) {
        return tasks[index].slots;
    }

    function earnedBy(address doer) external view returns (uint256) {
        return earned[doer];
    }

    function people() external view returns (address, address, address, address) {
        return (owner, invited, operator, guardian);
    }

    function announcement(uint256 setting) external view returns (uint256, uint256) {
        return (announced[setting], effectiveAt[setting]);
    }

    /// @dev Zero if the contract is not paused.
    function getPausedUntil() public view returns (uint256) {
        return block.timestamp < pausedUntil ? pausedUntil : 0;
    }

    function isPaused() internal view returns (bool) {
        return getPausedUntil() != 0;
    }

    /// @dev Number of slots of a task that are free or owed, so that the contract still holds their rewards.
    function unreturned(uint256 index) external view returns (uint256 count) {
        Task storage one = tasks[index];
        for (uint256 slot = 0; slot < one.terms.slots; slot++) if (canPay(one, slot)) count++;
    }

    function counts() external view returns (uint256, uint256) {
        return (calls, passed);
    }

    function limitToday() external view returns (uint256) {
        return limit;
    }

    function leftToday() public view returns (uint256) {
        uint256 released = releasedOn[block.timestamp / 1 days];
        return released < limit ? limit - released : 0;
    }

    function noteFunded(ITaskEscrow.Terms memory terms) internal {
        Task storage one = tasks.push();
        (one.terms, one.id, one.slots) = (terms, keccak256(abi.encode(terms)), terms.slots);
    }

    function notePaid(Task storage one, uint256 slot, address recipient) internal {
        one.timesPaid[slot]++;
        one.paidCount++;
        one.owed &= ~(1 << slot);
        earned[recipient] += one.terms.reward;
        releasedOn[block.timestamp / 1 days] += one.terms.reward;
    }

    function canPay(Task storage one, uint256 slot) internal view returns (bool) {
        if (one.closed && one.owed >> slot & 1 == 0) return false;
        return slot < one.slots && one.timesPaid[slot] == 0;
    }

    function act(address by, address target, bytes memory data) internal returns (bool done) {
        calls++;
        if (!reentrant) (lastBy, lastTarget, lastData) = (by, target, data);
        running++;
        done = Actor(by).act(target, data);
        running--;
        if (done) passed++;
    }

    /// @dev Repeats the last top-level call. A plain transfer is not repeated, because it may succeed twice.
    function repeatCall() internal returns (bool) {
        return bytes4(lastData) != token.transfer.selector && act(lastBy, lastTarget, lastData);
    }

    function actor(uint256 seed) public view returns (address) {
        return actors[seed % actors.length];
    }

    function someoneOr(address usual, uint256 dice) internal view returns (address) {
        return dice % 8 == 0 || usual == address(0) ? actor(dice >> 8) : usual;
    }

    function recipientOf(uint256 seed) internal view returns (address) {
        if (seed % 64 == 0) return address(token);
        if (seed % 64 == 1) return address(escrow);
        return seed % 64 == 2 ? address(0) : actor(seed);
    }

    function payable_(address recipient) internal view returns (bool) {
        return recipient != address(0) && recipient != address(token) && recipient != address(escrow);
    }

    /// @dev One of the last four escrows, because most older ones are closed.
    function recentIndex(uint256 seed) internal view returns (uint256) {
        return tasks.length - 1 - seed % (tasks.length < 4 ? tasks.length : 4);
    }

    function recent(uint256 seed) internal view returns (Task storage) {
        return tasks[recentIndex(seed)];
    }

    function faultless() internal view returns (bool) {
        return token.fault() == FaultyToken.Fault.None;
    }

    /// @dev Balance above the held total: donations, and transfers that the token reported but did not make.
    function surplusOfEscrow() internal view returns (uint256) {
        (uint256 balance, uint256 held) = (token.balanceOf(address(escrow)), escrow.totalHeld());
        return balance > held ? balance - held : 0;
    }

    /// @dev The part of `amount` that the token does not deliver.
    function shortfall(uint256 amount) internal view returns (uint256) {
        if (token.fault() == FaultyToken.Fault.NoTransfer) return amount;
        return token.fault() == FaultyToken.Fault.TakesFee ? amount / 10 : 0;
    }

    function expect(bool condition, string memory otherwise) internal {
        if (!condition) violation = otherwise;
    }
}
