// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title Interface of {TaskEscrow}
/// @notice Amounts are base units of the token. Times are Unix seconds. Slots are numbered from 0.
interface ITaskEscrow {
    /// @notice The terms of an escrow. The hash of the terms is the id of the escrow.
    /// @param funder Pays the rewards and receives what is not paid.
    /// @param reward Paid per slot. A positive number of whole tokens, in base units.
    /// @param slots Number of rewards that can be paid, 1 to 100.
    /// @param refundableAt From this time on, anyone may return the free slots to the funder. At most 400 days ahead.
    /// @param salt Makes the ids of escrows with otherwise equal terms different.
    struct Terms {
        address funder;
        uint96 reward;
        uint8 slots;
        uint64 refundableAt;
        bytes32 salt;
    }

    /// @notice An escrow was funded with `reward × slots`.
    event Funded(
        bytes32 indexed escrowId,
        address indexed funder,
        uint96 reward,
        uint8 slots,
        uint64 refundableAt,
        bytes32 salt
    );
    /// @notice Slots of an escrow were paid. Bit n of `slots` is slot n. The token's `Transfer` logs of the same
    /// transaction name the recipients, in the order of the `Released` logs. Within one `Released` log the lowest slot
    /// comes first.
    event Released(bytes32 indexed escrowId, uint128 slots);
    /// @notice Slots of an escrow became owed: they cannot be returned to the funder before `refundableAt` + 21 days. Bit n
    /// of `slots` is slot n. Slots that were not free are not in it.
    event Held(bytes32 indexed escrowId, uint128 slots);
    /// @notice An escrow was closed and `remainder`, the rewards of its free slots, was returned to its funder. Emitted a
    /// second time if owed slots are returned later.
    event Closed(bytes32 indexed escrowId, address indexed funder, uint256 remainder);

    /// @notice The slots from number `slots` on were removed from an escrow, and their rewards, `returned`, went to its funder.
    event Shrunk(bytes32 indexed escrowId, address indexed funder, uint8 slots, uint256 returned);

    /// @notice Only the funder named in the terms may fund the escrow.
    error NotFunder(address caller, address funder);
    /// @notice Only the token contract may call `onTransferReceived`.
    error NotToken(address caller);
    /// @notice The token's address has no contract code.
    error InvalidToken(address token);
    /// @notice The reward is zero or is not a whole number of tokens.
    error InvalidReward(uint96 reward);
    /// @notice The number of slots is zero or more than 100.
    error InvalidSlots(uint8 slots);
    /// @notice `refundableAt` is not in the future, or is more than 400 days ahead.
    error InvalidRefundableAt(uint64 refundableAt, uint256 timestamp);
    /// @notice The recipient is the zero address, the token or the escrow contract.
    error InvalidRecipient(bytes32 escrowId, uint8 slot, address recipient);
    /// @notice The data of `transferAndCall` is not exactly four 32-byte words.
    error MalformedFundingData(uint256 length);
    /// @notice The batch is empty, ends within a group, or has a group without slots at byte `offset`.
    error MalformedBatch(uint256 offset);
    /// @notice `hold` needs at least one id, and one bitmap for each id.
    error MalformedHold(uint256 ids, uint256 bitmaps);
    /// @notice The transferred value is not `reward × slots`.
    error WrongAmount(uint256 received, uint256 expected);
    /// @notice The token reported a successful transfer, but the balance is less than all held amounts together.
    error NotReceived(uint256 balance, uint256 expected);
    /// @notice An escrow with this id was funded before. A closed escrow cannot be funded again.
    error AlreadyFunded(bytes32 escrowId);
    /// @notice The escrow is closed, and the slot was returned to the funder or nothing remains to return.
    error AlreadyClosed(bytes32 escrowId);
    /// @notice No escrow with this id, or with these terms, was ever funded.
    error UnknownEscrow(bytes32 escrowId);
    /// @notice The slot number is not below the number of slots.
    error SlotOutOfRange(bytes32 escrowId, uint8 slot, uint8 slots);
    /// @notice The slot is already paid.
    error SlotAlreadyPaid(bytes32 escrowId, uint8 slot);
    /// @notice `shrinkEscrow` needs at least one slot, and fewer than the escrow has (`current`).
    error NotFewerSlots(bytes32 escrowId, uint8 slots, uint8 current);
    /// @notice A slot that would be removed is paid or owed.
    error SlotNotFree(bytes32 escrowId, uint8 slot);
    /// @notice `refundableAt` is in the future.
    error NotRefundableYet(bytes32 escrowId, uint64 refundableAt);

    /// @notice Funds an escrow from an existing ERC-20 allowance, for tokens without ERC-1363.
    /// @param terms The terms. `funder` must be the caller.
    function fund(Terms calldata terms) external;

    /// @notice Funds an escrow with a signed approval (ERC-2612) of `reward × slots` for this contract.
    /// @param terms The terms. `funder` must be the caller.
    /// @param deadline Last second at which the signature is valid.
    /// @param v Part of the funder's signature.
    /// @param r Part of the funder's signature.
    /// @param s Part of the funder's signature.
    function fundWithPermit(Terms calldata terms, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    /// @notice Pays one slot of an escrow. Only the operator may call it, and not while paused.
    /// @param id The escrow's id.
    /// @param slot From 0 to the escrow's `slots` − 1. Each slot is paid at most once. If the escrow is closed, only an
    /// owed slot is paid.
    /// @param recipient The doer's wallet. Not the zero address, the token or this contract.
    function release(bytes32 id, uint8 slot, address recipient) external;

    /// @notice Pays slots of many escrows. If one payment fails, none is made. Only the operator may call it, and not
    /// while paused.
    /// @param releases Groups without padding, one per escrow. A group is the id (32 bytes), a bitmap of the slots to
    /// pay (uint128, 16 bytes, big endian, not zero) and a recipient (20 bytes) for each of these slots, lowest slot
    /// first.
    function releaseBatch(bytes calldata releases) external;

    /// @notice Marks slots as owed, so that their rewards cannot be returned to the funder before `refundableAt` + 21 days.
    /// It moves nothing and does not use the daily limit. Only the operator may call it, also while paused. Slots that
    /// are already owed, paid or returned stay as they are, so a refund or a payment that is mined first does not revert
    /// the call. `Held` and `escrows` show what is owed.
    /// @param ids The ids of the escrows.
    /// @param slots One bitmap for each id. Bit n is slot n.
    function hold(bytes32[] calldata ids, uint128[] calldata slots) external;

    /// @notice Closes an escrow and returns its free slots to its funder. Owed slots stay payable. Only the operator may
    /// call it, and not while paused.
    /// @param terms The terms of the escrow.
    function close(Terms calldata terms) external;

    /// @notice Removes the slots from number `slots` on and returns their rewards to the funder. All of them must be free. The
    /// other slots stay as they are, and the escrow stays open. It can be repeated with fewer slots. Only the operator may
    /// call it, and not while paused.
    /// @param terms The terms of the escrow, with its first number of slots.
    /// @param slots The new number of slots: at least one, and fewer than now.
    function shrinkEscrow(Terms calldata terms, uint8 slots) external;

    /// @notice Closes an escrow and returns its free slots to its funder. From `refundableAt` + 21 days on it returns the
    /// owed slots too. Anyone may call it from `refundableAt` on, even while paused.
    /// @param terms The terms of the escrow.
    function refund(Terms calldata terms) external;

    /// @notice The only token that this contract holds.
    function token() external view returns (IERC20);

    /// @notice The state of an escrow.
    /// @param id The escrow's id.
    /// @return reward Reward per slot. Zero if no escrow with this id was ever funded.
    /// @return slots Number of slots: the one of the terms, until `shrinkEscrow` reduces it.
    /// @return paidCount Number of paid slots.
    /// @return closed True if the escrow is closed. Then every slot that is neither paid nor owed was returned.
    /// @return paidBitmap Bit n is set if slot n is paid.
    /// @return owedBitmap Bit n is set if slot n is owed.
    function escrows(bytes32 id)
        external
        view
        returns (uint96 reward, uint8 slots, uint8 paidCount, bool closed, uint128 paidBitmap, uint128 owedBitmap);

    /// @notice The id of an escrow with these terms: `keccak256(abi.encode(terms))`.
    /// @param terms The terms of an escrow, which need not be funded.
    function escrowId(Terms memory terms) external pure returns (bytes32);
}
