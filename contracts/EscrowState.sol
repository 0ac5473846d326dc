// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The stored state of one escrow, packed by hand into one 256-bit word. A packed struct would cost more gas,
/// because the compiler reads and writes its members one by one.
/// Layout from the lowest bit: paid bitmap (128 bits), slots (8), closed (8), reward (96).
/// The number of paid slots is computed from the bitmap.
type EscrowState is uint256;

using EscrowStates for EscrowState global;

/// @title Functions that read and change an {EscrowState}
library EscrowStates {
    uint256 private constant SLOTS = 128;
    uint256 private constant CLOSED = 136;
    uint256 private constant REWARD = 144;

    /// @dev The state of a newly funded escrow: no slot is paid.
    function funded(uint96 reward_, uint8 slots_) internal pure returns (EscrowState) {
        return EscrowState.wrap((uint256(reward_) << REWARD) | (uint256(slots_) << SLOTS));
    }

    /// @dev False for an id that was never funded. The reward of a funded escrow is never zero.
    function exists(EscrowState state) internal pure returns (bool) {
        return EscrowState.unwrap(state) != 0;
    }

    /// @dev Reward per slot, in base units.
    function reward(EscrowState state) internal pure returns (uint256) {
        return EscrowState.unwrap(state) >> REWARD;
    }

    function slots(EscrowState state) internal pure returns (uint8) {
        return uint8(EscrowState.unwrap(state) >> SLOTS);
    }

    function closed(EscrowState state) internal pure returns (bool) {
        return uint8(EscrowState.unwrap(state) >> CLOSED) != 0;
    }

    function paidBitmap(EscrowState state) internal pure returns (uint128) {
        return uint128(EscrowState.unwrap(state));
    }

    function paidCount(EscrowState state) internal pure returns (uint8 count) {
        for (uint256 rest = state.paidBitmap(); rest != 0; rest &= rest - 1) count++;
    }

    /// @dev Total reward of the unpaid slots, in base units.
    function remainder(EscrowState state) internal pure returns (uint256) {
        return state.reward() * (state.slots() - state.paidCount());
    }

    /// @dev True if every slot in `bitmap` (bit n is slot n) exists and is unpaid. An unknown or closed escrow pays no slot.
    function canPay(EscrowState state, uint256 bitmap) internal pure returns (bool) {
        return bitmap >> state.slots() == 0 && bitmap & state.paidBitmap() == 0 && !state.closed();
    }

    /// @param bitmap Slots to mark as paid. The caller must have checked them with {canPay}.
    function withPaid(EscrowState state, uint256 bitmap) internal pure returns (EscrowState) {
        return EscrowState.wrap(EscrowState.unwrap(state) | bitmap);
    }

    function withClosed(EscrowState state) internal pure returns (EscrowState) {
        return EscrowState.wrap(EscrowState.unwrap(state) | (1 << CLOSED));
    }
}
