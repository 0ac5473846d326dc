// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The stored state of one escrow, packed by hand into one 256-bit word. A packed struct would cost more gas,
/// because the compiler reads and writes its members one by one.
/// Layout from the lowest bit: paid bitmap (100 bits), owed bitmap (100), slots (8), closed (8), reward in whole tokens
/// (40). Bit n of a bitmap is slot n.
///
/// Each slot is in exactly one of four states:
/// - free: may be paid or held. All slots of a newly funded escrow are free.
/// - owed: held by the operator. May be paid, also after the escrow was closed.
/// - paid: in the paid bitmap.
/// - returned: its reward was returned to the funder. The slot is in neither bitmap, and either the escrow is closed or the
///   slot is not below the number of slots any more.
type EscrowState is uint256;

using EscrowStates for EscrowState global;

/// @title Functions that read and change an {EscrowState}
library EscrowStates {
    uint256 private constant OWED = 100;
    uint256 private constant SLOTS = 200;
    uint256 private constant CLOSED = 208;
    uint256 private constant REWARD = 216;
    uint256 private constant BITMAP = 2 ** 100 - 1;

    /// @dev Base units per whole token (18 decimals).
    uint256 private constant WHOLE = 1e18;

    /// @dev The state of a newly funded escrow: every slot is free.
    /// @param reward_ A whole number of tokens, in base units.
    function funded(uint96 reward_, uint8 slots_) internal pure returns (EscrowState) {
        return EscrowState.wrap((uint256(reward_) / WHOLE << REWARD) | (uint256(slots_) << SLOTS));
    }

    /// @dev False for an id that was never funded. The reward of a funded escrow is never zero.
    function exists(EscrowState state) internal pure returns (bool) {
        return EscrowState.unwrap(state) != 0;
    }

    /// @dev Reward per slot, in base units.
    function reward(EscrowState state) internal pure returns (uint256) {
        return (EscrowState.unwrap(state) >> REWARD) * WHOLE;
    }

    function slots(EscrowState state) internal pure returns (uint8) {
        return uint8(EscrowState.unwrap(state) >> SLOTS);
    }

    function closed(EscrowState state) internal pure returns (bool) {
        return uint8(EscrowState.unwrap(state) >> CLOSED) != 0;
    }

    function paidBitmap(EscrowState state) internal pure returns (uint256) {
        return EscrowState.unwrap(state) & BITMAP;
    }

    function owedBitmap(EscrowState state) internal pure returns (uint256) {
        return EscrowState.unwrap(state) >> OWED & BITMAP;
    }

    function freeBitmap(EscrowState state) internal pure returns (uint256) {
        if (state.closed()) return 0;
        return ((1 << state.slots()) - 1) & ~(state.paidBitmap() | state.owedBitmap());
    }

    /// @dev The free and the owed slots. These are the slots whose rewards the escrow still holds.
    function payableBitmap(EscrowState state) internal pure returns (uint256) {
        return state.freeBitmap() | state.owedBitmap();
    }

    /// @dev Number of slots in a bitmap.
    function count(uint256 bitmap) internal pure returns (uint8 slots_) {
        for (; bitmap != 0; bitmap &= bitmap - 1) slots_++;
    }

    /// @param bitmap Slots to mark as paid. All of them must be payable.
    function withPaid(EscrowState state, uint256 bitmap) internal pure returns (EscrowState) {
        return EscrowState.wrap(EscrowState.unwrap(state) & ~(bitmap << OWED) | bitmap);
    }

    /// @param bitmap Slots to mark as owed. All of them must be free.
    function withOwed(EscrowState state, uint256 bitmap) internal pure returns (EscrowState) {
        return EscrowState.wrap(EscrowState.unwrap(state) | bitmap << OWED);
    }

    /// @param slots_ The new number of slots. All slots from this number on must be free.
    function withSlots(EscrowState state, uint8 slots_) internal pure returns (EscrowState) {
        return EscrowState.wrap(EscrowState.unwrap(state) & ~(uint256(0xff) << SLOTS) | uint256(slots_) << SLOTS);
    }

    /// @dev The state after the free slots are returned.
    function withClosed(EscrowState state) internal pure returns (EscrowState) {
        return EscrowState.wrap(EscrowState.unwrap(state) | (1 << CLOSED));
    }

    /// @dev The state after the free and the owed slots are returned.
    function withAllReturned(EscrowState state) internal pure returns (EscrowState) {
        return EscrowState.wrap(EscrowState.unwrap(state.withClosed()) & ~(BITMAP << OWED));
    }
}
