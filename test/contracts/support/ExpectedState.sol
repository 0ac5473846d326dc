// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITaskEscrow} from "../../../contracts/ITaskEscrow.sol";
import {TaskEscrow} from "../../../contracts/TaskEscrow.sol";
import {FaultyToken} from "../tokens/FaultyToken.sol";
import {Actor} from "./Actor.sol";

/// @title Books about an escrow, kept apart from it and without its tricks
/// @dev A call that reverts takes back what was noted within it, so what stands here is what went through.
abstract contract ExpectedState {
    struct Task {
        ITaskEscrow.Terms terms;
        bytes32 id;
        bool closed;
        uint256 paidCount;
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
    bool internal paused;
    uint256 internal limit;
    mapping(uint256 day => uint256) internal releasedOn;
    mapping(address doer => uint256) internal earned;

    /// @dev What went through although it must not, or did not although it must.
    string public wrong;

    uint256 internal calls;
    uint256 internal passed;
    /// @dev Whether this is a call from within another.
    bool internal within;
    address private lastBy;
    address private lastTarget;
    bytes private lastData;

    function taskCount() external view returns (uint256) {
        return tasks.length;
    }

    function task(uint256 index)
        external
        view
        returns (bytes32 id, ITaskEscrow.Terms memory terms, bool closed, uint256 paidCount)
    {
        Task storage one = tasks[index];
        return (one.id, one.terms, one.closed, one.paidCount);
    }

    function timesPaid(uint256 index, uint256 slot) external view returns (uint256) {
        return tasks[index].timesPaid[slot];
    }

    function earnedBy(address doer) external view returns (uint256) {
        return earned[doer];
    }

    function people() external view returns (address, address, address, address, bool) {
        return (owner, invited, operator, guardian, paused);
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
        (one.terms, one.id) = (terms, keccak256(abi.encode(terms)));
    }

    function notePaid(Task storage one, uint256 slot, address recipient) internal {
        one.timesPaid[slot]++;
        one.paidCount++;
        earned[recipient] += one.terms.reward;
        releasedOn[block.timestamp / 1 days] += one.terms.reward;
    }

    function canPay(Task storage one, uint256 slot) internal view returns (bool) {
        return !one.closed && slot < one.terms.slots && one.timesPaid[slot] == 0;
    }

    function act(address by, address target, bytes memory data) internal returns (bool done) {
        calls++;
        if (!within) (lastBy, lastTarget, lastData) = (by, target, data);
        done = Actor(by).act(target, data);
        if (done) passed++;
    }

    /// @dev Gifts alone may be given twice.
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

    /// @dev One of the last four, because older ones have mostly ended.
    function recentIndex(uint256 seed) internal view returns (uint256) {
        return tasks.length - 1 - seed % (tasks.length < 4 ? tasks.length : 4);
    }

    function recent(uint256 seed) internal view returns (Task storage) {
        return tasks[recentIndex(seed)];
    }

    function honest() internal view returns (bool) {
        return token.fault() == FaultyToken.Fault.Honest;
    }

    /// @dev What nobody owns: donations, and what the token said it paid and did not.
    function surplusOfEscrow() internal view returns (uint256) {
        (uint256 balance, uint256 held) = (token.balanceOf(address(escrow)), escrow.totalHeld());
        return balance > held ? balance - held : 0;
    }

    /// @dev How much less than `amount` arrives.
    function shortfall(uint256 amount) internal view returns (uint256) {
        if (token.fault() == FaultyToken.Fault.Lie) return amount;
        return token.fault() == FaultyToken.Fault.Fee ? amount / 10 : 0;
    }

    function expect(bool condition, string memory otherwise) internal {
        if (!condition) wrong = otherwise;
    }
}
