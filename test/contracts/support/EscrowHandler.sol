// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {TaxToken} from "../../../contracts/TaxToken.sol";
import {ITaskEscrow} from "../../../contracts/ITaskEscrow.sol";
import {OperatorLedger} from "../../../contracts/OperatorLedger.sol";
import {TaskEscrow} from "../../../contracts/TaskEscrow.sol";
import {Vm} from "./Vm.sol";

/// @title Makes random calls of all roles to an escrow and counts what should follow, for `Invariants.t.sol`
contract EscrowHandler {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 private constant TAX = 1e18;
    address private constant owner = address(0x0A);
    address private constant operator = address(0x0B);
    address private constant guardian = address(0x0C);

    TaxToken private immutable token;
    TaskEscrow private immutable escrow;

    ITaskEscrow.Terms[] private tasks;

    uint256 public funded;
    uint256 public paid;
    uint256 public returned;
    mapping(bytes32 id => mapping(uint256 slot => uint256)) public timesPaid;
    mapping(bytes32 id => uint256) public returnedOf;
    mapping(bytes32 id => bool) public ended;
    /// @dev Bit n is set if slot n is owed.
    mapping(bytes32 id => uint256) public owed;
    mapping(bytes32 id => uint256) private paidSlots;
    mapping(address funder => uint256) public putIn;
    mapping(uint256 day => uint256) public releasedOn;
    /// @dev The highest limit of each day.
    mapping(uint256 day => uint256) public limitOn;
    /// @dev Describes the last call that did not end as expected; empty if there is none.
    string public violation;

    constructor(TaxToken token_, TaskEscrow escrow_) {
        token = token_;
        escrow = escrow_;
        noteLimit();
    }

    function funder(uint256 seed) public pure returns (address) {
        return address(uint160(0xF00 + seed % 3));
    }

    function taskCount() external view returns (uint256) {
        return tasks.length;
    }

    function task(uint256 index) public view returns (ITaskEscrow.Terms memory) {
        return tasks[index];
    }

    function fund(uint256 seed, uint96 reward, uint8 slots, bool inOneTransaction) external {
        address from = funder(seed);
        ITaskEscrow.Terms memory terms = ITaskEscrow.Terms({
            funder: from,
            reward: uint96((1 + reward % 8) * TAX),
            slots: 1 + slots % 8,
            refundableAt: uint64(block.timestamp + 1 + seed % 3 days),
            salt: bytes32(tasks.length)
        });
        uint256 amount = uint256(terms.reward) * terms.slots;
        bool done;
        if (inOneTransaction) {
            bytes memory data = abi.encode(terms.reward, terms.slots, terms.refundableAt, terms.salt);
            vm.prank(from);
            try token.transferAndCall(address(escrow), amount, data) {
                done = true;
            } catch {}
        } else {
            vm.prank(from);
            token.approve(address(escrow), amount);
            vm.prank(from);
            try escrow.fund(terms) {
                done = true;
            } catch {}
        }
        if (done == escrow.paused()) violation = "funding succeeded while paused, or failed while not paused";
        if (!done) return;
        tasks.push(terms);
        funded += amount;
        putIn[from] += amount;
    }

    function release(uint256 seed, uint8 slot, uint160 doer, uint8 dice) external {
        if (tasks.length == 0) return;
        ITaskEscrow.Terms memory terms = recent(seed);
        bytes32 id = escrow.escrowId(terms);
        address recipient = address(0xD000 + doer % 5);
        slot %= terms.slots + 2;
        vm.prank(dice % 8 == 1 ? recipient : operator);
        try escrow.release(id, slot, recipient) {
            if (dice % 8 == 1) violation = "an account that is not the operator released";
            notePaid(id, slot, terms.reward);
        } catch {}
    }

    function releaseBatch(uint256 seed, uint8 bitmap, uint8 otherBitmap, bool again) external {
        if (tasks.length == 0) return;
        ITaskEscrow.Terms memory one = recent(seed);
        ITaskEscrow.Terms memory other = recent(seed / 2);
        uint256 slots = slotsOf(one, bitmap, again);
        uint256 otherSlots = slotsOf(other, otherBitmap, again);
        bytes memory releases = bytes.concat(groupOf(one, slots), groupOf(other, otherSlots));
        vm.prank(operator);
        try escrow.releaseBatch(releases) {
            notePaidBits(one, slots);
            notePaidBits(other, otherSlots);
        } catch {}
    }

    function close(uint256 seed, uint8 dice) external {
        if (tasks.length == 0 || dice % 4 > 1) return;
        ITaskEscrow.Terms memory terms = tasks[seed % tasks.length];
        uint256 before = token.balanceOf(terms.funder);
        vm.prank(dice % 4 == 1 ? terms.funder : operator);
        try escrow.close(terms) {
            if (dice % 4 == 1 || escrow.paused()) violation = "closed by an account that is not the operator, or while paused";
            if (ended[escrow.escrowId(terms)]) violation = "closed twice";
            noteReturned(terms, before, false);
        } catch {}
    }

    function hold(uint256 seed, uint8 bitmap, uint8 dice) external {
        if (tasks.length == 0) return;
        ITaskEscrow.Terms memory terms = recent(seed);
        (bytes32[] memory ids, uint128[] memory slots) = (new bytes32[](1), new uint128[](1));
        (ids[0], slots[0]) = (escrow.escrowId(terms), uint128(bitmap % (1 << terms.slots)));
        address by = dice % 8 == 1 ? terms.funder : operator;
        bool must = by == escrow.operator();
        vm.prank(by);
        try escrow.hold(ids, slots) {
            if (!must) violation = "an account that is not the operator held a slot";
            if (!ended[ids[0]]) owed[ids[0]] |= slots[0] & ~paidSlots[ids[0]];
        } catch {
            if (must) violation = "the operator could not hold a slot";
        }
    }

    function refund(uint256 seed, address caller) external {
        if (tasks.length == 0) return;
        ITaskEscrow.Terms memory terms = tasks[seed % tasks.length];
        bytes32 id = escrow.escrowId(terms);
        bool late = block.timestamp >= terms.refundableAt + 21 days;
        bool due = block.timestamp >= terms.refundableAt && (!ended[id] || late && owed[id] != 0);
        uint256 before = token.balanceOf(terms.funder);
        vm.prank(caller);
        try escrow.refund(terms) {
            if (!due) violation = "refunded before its time or twice";
            noteReturned(terms, before, late);
        } catch {
            if (due) violation = "a refund failed that was due";
        }
    }

    /// @dev Sometimes by 21 days, so that owed slots become refundable.
    function advanceTime(uint32 time) external {
        vm.warp(block.timestamp + (time % 16 == 0 ? 21 days : time % 8 hours));
        noteLimit();
    }

    function pauseOrUnpause(uint8 dice) external {
        vm.prank(guardian);
        if (dice % 10 == 1) try escrow.pause() {} catch {}
        else escrow.unpause();
    }

    function setDailyLimit(uint256 limit) external {
        vm.prank(owner);
        escrow.setDailyLimit((10 + limit % 20) * TAX);
    }

    function changeOperator(uint8 dice) external {
        vm.prank(owner);
        escrow.setOperator(dice % 10 == 1 ? address(0) : operator);
    }

    function applyChange(uint8 setting) external {
        OperatorLedger.Setting one = OperatorLedger.Setting(setting % 3);
        (, uint64 effectiveAt) = escrow.announcements(one);
        bool must = effectiveAt != 0 && block.timestamp >= effectiveAt;
        try escrow.applyChange(one) {
            if (!must) violation = "a change took effect before its time or without an announcement";
        } catch {
            if (must) violation = "an announced change could not be applied";
        }
        noteLimit();
    }

    /// @dev One of the last four escrows, because most older ones are closed.
    function recent(uint256 seed) private view returns (ITaskEscrow.Terms memory) {
        uint256 choice = tasks.length < 4 ? tasks.length : 4;
        return tasks[tasks.length - 1 - seed % choice];
    }

    /// @dev If `again` is true, the result may contain a paid slot or one that is out of range.
    function slotsOf(ITaskEscrow.Terms memory terms, uint256 bitmap, bool again) private view returns (uint256) {
        uint256 paidBefore = paidSlots[escrow.escrowId(terms)];
        return again ? bitmap % (2 << terms.slots) : bitmap % (1 << terms.slots) & ~paidBefore;
    }

    function groupOf(ITaskEscrow.Terms memory terms, uint256 bitmap) private view returns (bytes memory group) {
        if (bitmap == 0) return "";
        group = bytes.concat(escrow.escrowId(terms), bytes16(uint128(bitmap)));
        for (uint256 rest = bitmap; rest != 0; rest &= rest - 1) group = bytes.concat(group, bytes20(address(0xD000)));
    }

    function notePaidBits(ITaskEscrow.Terms memory terms, uint256 bitmap) private {
        bytes32 id = escrow.escrowId(terms);
        for (uint256 slot = 0; slot < 16; slot++) {
            if (bitmap >> slot & 1 == 1) notePaid(id, slot, terms.reward);
        }
    }

    function notePaid(bytes32 id, uint256 slot, uint256 reward) private {
        if (escrow.paused()) violation = "released while paused";
        if (ended[id] && owed[id] >> slot & 1 == 0) violation = "a slot was paid after it was returned";
        owed[id] &= ~(1 << slot);
        paidSlots[id] |= 1 << slot;
        timesPaid[id][slot]++;
        paid += reward;
        releasedOn[block.timestamp / 1 days] += reward;
    }

    function noteReturned(ITaskEscrow.Terms memory terms, uint256 before, bool owedToo) private {
        bytes32 id = escrow.escrowId(terms);
        uint256 back = token.balanceOf(terms.funder) - before;
        uint256 free = ended[id] ? 0 : ((1 << terms.slots) - 1) & ~(paidSlots[id] | owed[id]);
        uint256 slots = free | (owedToo ? owed[id] : 0);
        if (back != terms.reward * ones(slots)) violation = "returned another amount than the free slots";
        if (owedToo) owed[id] = 0;
        ended[id] = true;
        returned += back;
        returnedOf[id] += back;
    }

    function ones(uint256 bitmap) private pure returns (uint256 count) {
        for (; bitmap != 0; bitmap >>= 1) count += bitmap & 1;
    }

    function noteLimit() private {
        uint256 day = block.timestamp / 1 days;
        uint256 limit = escrow.dailyLimit();
        if (limit > limitOn[day]) limitOn[day] = limit;
    }
}
