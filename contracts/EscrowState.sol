// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice All that is stored of an escrow, packed in one word by hand because the compiler reads and writes a packed
/// struct's members one by one. From the lowest bit: paid bitmap (128 bits), slots (8), closed (8), reward (96).
/// How many slots are paid follows from the bitmap.
type EscrowState is uint256;

using EscrowStates for EscrowState global;

/// @title Reading and changing an {EscrowState}
library EscrowStates {
    uint256 private constant SLOTS = 128;
    uint256 private constant CLOSED = 136;
    uint256 private constant REWARD = 144;

    /// @dev An escrow that has just been funded.
    function funded(uint96 reward_, uint8 slots_) internal pure returns (EscrowState) {
        return EscrowState.wrap((uint256(reward_) << REWARD) | (uint256(slots_) << SLOTS));
    }

    /// @dev False for an id that was never funded: a reward is never zero.
    function exists(EscrowState state) internal pure returns (bool) {
        return EscrowState.unwrap(state) != 0;
    }

    /// @dev Base units per slot.
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

    /// @dev What has not been paid out, in base units.
    function remainder(EscrowState state) internal pure returns (uint256) {
        return state.reward() * (state.slots() - state.paidCount());
    }

    /// @dev Whether all of these slots (a bit each) are there and unpaid; of an unknown or closed escrow none is.
    function canPay(EscrowState state, uint256 bitmap) internal pure returns (bool) {
        return bitmap >> state.slots() == 0 && bitmap & state.paidBitmap() == 0 && !state.closed();
    }

    /// @param bitmap Slots that {canPay} allows.
    function withPaid(EscrowState state, uint256 bitmap) internal pure returns (EscrowState) {
        return EscrowState.wrap(EscrowState.unwrap(state) | bitmap);
    }

    function withClosed(EscrowState state) internal pure returns (EscrowState) {
        return EscrowState.wrap(EscrowState.unwrap(state) | (1 << CLOSED));
    }
}
