// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title What {TaskEscrow} promises
/// @notice Amounts are base units of the token, times Unix seconds. Slots are numbered from 0.
interface ITaskEscrow {
    /// @notice What a funder commits to; the escrow's id is the hash of it.
    /// @param funder Pays, and gets the remainder back.
    /// @param reward Paid per slot; a positive number of whole tokens.
    /// @param slots How many doers can be paid, 1 to 100.
    /// @param refundableAt From when on anyone may return the remainder to the funder.
    /// @param salt Tells apart escrows of otherwise equal terms.
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
    /// @notice Slots of an escrow were paid: a bit per slot. The token's `Transfer` logs of the same transaction name
    /// the recipients, in the order of the `Released` logs and of the slots in each, lowest first.
    event Released(bytes32 indexed escrowId, uint128 slots);
    /// @notice An escrow ended and the remainder went back to its funder.
    event Closed(bytes32 indexed escrowId, address indexed funder, uint256 remainder);

    /// @notice Only the funder named in the terms funds them.
    error NotFunder(address caller, address funder);
    /// @notice Only the token reports transfers.
    error NotToken(address caller);
    /// @notice The token is no contract.
    error InvalidToken(address token);
    /// @notice The reward is zero or no whole number of tokens.
    error InvalidReward(uint96 reward);
    /// @notice There are no slots, or more than 100.
    error InvalidSlots(uint8 slots);
    /// @notice The time of refund has come already.
    error InvalidRefundableAt(uint64 refundableAt, uint256 timestamp);
    /// @notice Nobody is paid at zero, the token or the escrow contract itself.
    error InvalidRecipient(bytes32 escrowId, uint8 slot, address recipient);
    /// @notice `transferAndCall` came without the four words that it needs.
    error MalformedFundingData(uint256 length);
    /// @notice At this byte of a batch is a group that pays no slot, or else the batch is empty or ends within a group.
    error MalformedBatch(uint256 offset);
    /// @notice The value sent is not `reward × slots`.
    error WrongAmount(uint256 received, uint256 expected);
    /// @notice The token says it paid, but the balance does not cover all that is held.
    error NotReceived(uint256 balance, uint256 expected);
    /// @notice An id is funded once, even if its escrow has been closed since.
    error AlreadyFunded(bytes32 escrowId);
    /// @notice The escrow has ended.
    error AlreadyClosed(bytes32 escrowId);
    /// @notice The id was never funded; for `close` and `refund`, these are not the terms of an escrow.
    error UnknownEscrow(bytes32 escrowId);
    /// @notice The escrow has fewer slots than that.
    error SlotOutOfRange(bytes32 escrowId, uint8 slot, uint8 slots);
    /// @notice The slot has been paid before.
    error SlotAlreadyPaid(bytes32 escrowId, uint8 slot);
    /// @notice The time of refund has not come.
    error NotRefundableYet(bytes32 escrowId, uint64 refundableAt);

    /// @notice Funds a task with an allowance given before, for tokens without ERC-1363.
    /// @param terms With the caller as funder.
    function fund(Terms calldata terms) external;

    /// @notice Funds a task with a signed approval (ERC-2612) of `reward × slots` to this contract.
    /// @param terms With the caller as funder.
    /// @param deadline Until when the signature holds.
    /// @param v Of the funder's signature.
    /// @param r Of the funder's signature.
    /// @param s Of the funder's signature.
    function fundWithPermit(Terms calldata terms, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    /// @notice Pays one slot of a task. Only the operator, not while paused.
    /// @param id The escrow's id.
    /// @param slot From 0 to the escrow's `slots` − 1; each is paid once.
    /// @param recipient The doer; not zero, the token or this contract.
    function release(bytes32 id, uint8 slot, address recipient) external;

    /// @notice Pays many slots of many tasks, all or nothing. Only the operator, not while paused.
    /// @param releases Groups, one after another without padding, one per escrow: the id (32 bytes), the slots to pay
    /// as a bitmap (uint128, 16 bytes, big endian, not zero), then the recipient (20 bytes) of each slot in it,
    /// lowest slot first.
    function releaseBatch(bytes calldata releases) external;

    /// @notice Ends a task and returns what was not paid to its funder. Only the operator, not while paused.
    /// @param terms The escrow's.
    function close(Terms calldata terms) external;

    /// @notice Ends a task and returns what was not paid to its funder. Anyone, from `refundableAt` on, even while
    /// paused.
    /// @param terms The escrow's.
    function refund(Terms calldata terms) external;

    /// @notice The only token that this contract holds.
    function token() external view returns (IERC20);

    /// @notice The state of an escrow.
    /// @param id The escrow's id.
    /// @return reward Per slot; zero if nothing was ever funded under this id.
    /// @return slots How many there are.
    /// @return paidCount How many have been paid.
    /// @return closed Whether it has ended.
    /// @return paidBitmap Bit n is set when slot n has been paid.
    function escrows(bytes32 id)
        external
        view
        returns (uint96 reward, uint8 slots, uint8 paidCount, bool closed, uint128 paidBitmap);

    /// @notice The id of an escrow with these terms: `keccak256(abi.encode(terms))`.
    /// @param terms Of an escrow, funded or not.
    function escrowId(Terms memory terms) external pure returns (bytes32);
}
