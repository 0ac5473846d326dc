// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC1363Receiver} from "@openzeppelin/contracts/interfaces/IERC1363Receiver.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {EscrowState, EscrowStates} from "./EscrowState.sol";
import {ITaskEscrow} from "./ITaskEscrow.sol";
import {OperatorLedger} from "./OperatorLedger.sol";

/// @title Escrow for tasks with a fixed reward
/// @notice A funder puts `reward × slots` in escrow for a task. The operator pays `reward` to a doer, once per slot. What
/// is not paid can only be returned to the funder. A slot that the operator holds cannot be returned before
/// `refundableAt` + 21 days.
///
/// Trust assumptions:
/// - Token: trusted configuration. If a token takes a fee or reports a transfer that it did not make, funding fails and
///   the accounting stays correct. If a token stops transferring, nobody can be paid or refunded.
/// - Operator: decides who is paid, within the daily limit, and may close or shrink an escrow early in the funder's favour.
///   It can delay the refund of a slot by 21 days.
/// - Guardian: can pause the operator and new funding for 7 of 30 days, but never a refund. It can cancel announced
///   changes.
/// - Owner: sets operator, guardian and limit, and cannot move money directly. It can make itself the operator, but
///   everyone sees that 48 hours before, and the guardian can cancel it.
/// - Without owner, operator and guardian every funder still gets a refund: of free slots from `refundableAt` on, of owed
///   slots from 21 days later on.
/// `docs/trust.md` has the whole table.
contract TaskEscrow is ITaskEscrow, IERC1363Receiver, OperatorLedger {
    using SafeERC20 for IERC20;

    /// @dev A struct with one member, so that a storage pointer to it can be computed once for reading and writing.
    struct Escrow {
        EscrowState state;
    }

    /// @notice Maximum number of slots of an escrow.
    uint8 public constant MAX_SLOTS = 100;

    /// @notice Maximum time from funding to `refundableAt`.
    uint256 public constant MAX_REFUNDABLE_AHEAD = 400 days;

    /// @notice Time from `refundableAt` until owed slots can be refunded too.
    uint256 public constant OWED_PERIOD = 21 days;

    /// @dev Lengths in bytes within a group of `releaseBatch`: id and slots together, and one recipient.
    uint256 private constant GROUP_HEAD = 48;
    uint256 private constant RECIPIENT = 20;

    /// @inheritdoc ITaskEscrow
    IERC20 public immutable token;

    mapping(bytes32 escrowId => Escrow) private _escrows;

    /// @param token_ A trusted ERC-20 token with 18 decimals. With ERC-1363 an escrow can be funded in one transaction.
    /// @param owner_ Sets the operator, the guardian and the limit.
    /// @param operator_ Releases and closes. The zero address for no operator.
    /// @param guardian_ Pauses and unpauses. With the zero address only the owner can.
    /// @param limit_ The operator's daily release limit: a whole number of tokens, in base units.
    constructor(IERC20 token_, address owner_, address operator_, address guardian_, uint256 limit_)
        Ownable(owner_)
        OperatorLedger(operator_, guardian_, limit_)
    {
        if (address(token_).code.length == 0) revert InvalidToken(address(token_));
        token = token_;
    }

    /// @notice Funds an escrow in one transaction, through the token's `transferAndCall` (ERC-1363).
    /// @dev The reported value is not trusted: the balance must cover the held total, which includes this escrow.
    /// @param from The funder.
    /// @param value Must be `reward × slots`.
    /// @param data `abi.encode(uint96 reward, uint8 slots, uint64 refundableAt, bytes32 salt)`.
    /// @return The function's selector, which accepts the transfer (ERC-1363).
    function onTransferReceived(address, address from, uint256 value, bytes calldata data) external returns (bytes4) {
        if (msg.sender != address(token)) revert NotToken(msg.sender);
        if (data.length != 128) revert MalformedFundingData(data.length);
        Terms memory terms;
        terms.funder = from;
        (terms.reward, terms.slots, terms.refundableAt, terms.salt) =
            abi.decode(data, (uint96, uint8, uint64, bytes32));
        (uint256 amount, uint256 held) = _open(terms);
        if (value != amount) revert WrongAmount(value, amount);
        _requireReceived(held);
        return IERC1363Receiver.onTransferReceived.selector;
    }

    /// @inheritdoc ITaskEscrow
    function fund(Terms calldata terms) external {
        _fund(terms);
    }

    /// @inheritdoc ITaskEscrow
    /// @dev A failed `permit` is ignored: another account may have used the signature first, and then the allowance exists.
    function fundWithPermit(Terms calldata terms, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        uint256 amount = uint256(terms.reward) * terms.slots;
        try IERC20Permit(address(token)).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _fund(terms);
    }

    /// @inheritdoc ITaskEscrow
    function release(bytes32 id, uint8 slot, address recipient) external {
        Ledger memory ledger = _operatorsLedger();
        uint256 reward = _markPaid(id, 1 << slot);
        _charge(ledger, reward);
        _pay(id, 1 << slot, recipient, reward);
    }

    /// @inheritdoc ITaskEscrow
    /// @dev Each escrow is marked before its doers are paid. The limit is charged once at the end, with the ledger read
    /// again. If the token calls back before that, the held total is higher than the balance, so funding reverts, and a
    /// nested release is charged in full.
    function releaseBatch(bytes calldata releases) external {
        _operatorsLedger();
        uint256 total = _payAll(releases);
        _charge(_operatorsLedger(), total);
    }

    /// @inheritdoc ITaskEscrow
    function hold(bytes32[] calldata ids, uint128[] calldata slots) external {
        _requireOperator();
        if (ids.length == 0 || ids.length != slots.length) revert MalformedHold(ids.length, slots.length);
        for (uint256 i = 0; i < ids.length; i++) _markOwed(ids[i], slots[i]);
    }

    /// @inheritdoc ITaskEscrow
    function close(Terms calldata terms) external {
        _operatorsLedger();
        _close(terms, false);
    }

    /// @inheritdoc ITaskEscrow
    /// @dev The name has the highest selector. The dispatch compares it last, so the other functions cost no more gas.
    function shrinkEscrow(Terms calldata terms, uint8 slots) external {
        _operatorsLedger();
        bytes32 id = escrowId(terms);
        EscrowState state = _escrows[id].state;
        if (!state.exists()) revert UnknownEscrow(id);
        if (state.closed()) revert AlreadyClosed(id);
        uint8 current = state.slots();
        if (slots == 0 || slots >= current) revert NotFewerSlots(id, slots, current);
        uint256 taken = (state.paidBitmap() | state.owedBitmap()) >> slots << slots;
        if (taken != 0) revert SlotNotFree(id, _lowestSlot(taken));

        uint256 returned = state.reward() * (current - slots);
        _escrows[id].state = state.withSlots(slots);
        _subtractHeld(returned);
        emit Shrunk(id, terms.funder, slots, returned);
        token.safeTransfer(terms.funder, returned);
    }

    /// @inheritdoc ITaskEscrow
    function refund(Terms calldata terms) external {
        if (block.timestamp < terms.refundableAt) revert NotRefundableYet(escrowId(terms), terms.refundableAt);
        _close(terms, block.timestamp >= terms.refundableAt + OWED_PERIOD);
    }

    /// @inheritdoc ITaskEscrow
    function escrows(bytes32 id)
        external
        view
        returns (uint96 reward, uint8 slots, uint8 paidCount, bool closed, uint128 paidBitmap, uint128 owedBitmap)
    {
        EscrowState state = _escrows[id].state;
        uint256 paid = state.paidBitmap();
        return (
            uint96(state.reward()),
            state.slots(),
            EscrowStates.count(paid),
            state.closed(),
            uint128(paid),
            uint128(state.owedBitmap())
        );
    }

    /// @inheritdoc ITaskEscrow
    function escrowId(Terms memory terms) public pure returns (bytes32) {
        return keccak256(abi.encode(terms));
    }

    function _fund(Terms calldata terms) private {
        if (msg.sender != terms.funder) revert NotFunder(msg.sender, terms.funder);
        (uint256 amount, uint256 held) = _open(terms);
        token.safeTransferFrom(msg.sender, address(this), amount);
        _requireReceived(held);
    }

    /// @return amount The amount that the funder must transfer, `reward × slots`.
    /// @return held The held total, which includes this amount.
    function _open(Terms memory terms) private returns (uint256 amount, uint256 held) {
        if (terms.reward == 0 || terms.reward % WHOLE != 0) revert InvalidReward(terms.reward);
        if (terms.slots == 0 || terms.slots > MAX_SLOTS) revert InvalidSlots(terms.slots);
        if (terms.refundableAt <= block.timestamp || terms.refundableAt > block.timestamp + MAX_REFUNDABLE_AHEAD) {
            revert InvalidRefundableAt(terms.refundableAt, block.timestamp);
        }
        bytes32 id = escrowId(terms);
        if (_escrows[id].state.exists()) revert AlreadyFunded(id);

        amount = uint256(terms.reward) * terms.slots;
        held = _addHeld(amount);
        _escrows[id].state = EscrowStates.funded(terms.reward, terms.slots);
        emit Funded(id, terms.funder, terms.reward, terms.slots, terms.refundableAt, terms.salt);
    }

    /// @dev Compares the balance with the held total. The balance before the transfer is not known here, because ERC-1363
    /// calls this contract after the transfer. The comparison is also safe if the token calls back.
    function _requireReceived(uint256 held) private view {
        uint256 balance = token.balanceOf(address(this));
        if (balance < held) revert NotReceived(balance, held);
    }

    function _payAll(bytes calldata releases) private returns (uint256 total) {
        uint256 offset;
        // No sum can overflow: offsets stay near the length of the calldata, and all rewards were transferred before.
        unchecked {
            while (offset < releases.length) {
                bytes32 id = _readWord(releases, offset);
                uint256 slots = uint256(_readWord(releases, offset + 32)) >> 128;
                if (slots == 0) revert MalformedBatch(offset);
                offset += GROUP_HEAD;
                uint256 reward = _markPaid(id, slots);
                for (; slots != 0; slots &= slots - 1) {
                    _pay(id, slots, address(bytes20(_readWord(releases, offset))), reward);
                    offset += RECIPIENT;
                    total += reward;
                }
            }
        }
        if (offset != releases.length || total == 0) revert MalformedBatch(offset);
    }

    /// @dev Reads 32 bytes without a bounds check. Bytes beyond the data are arbitrary, so the caller must check the final
    /// offset. A checked slice would cost about 500 gas more per recipient.
    function _readWord(bytes calldata data, uint256 offset) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := calldataload(add(data.offset, offset))
        }
    }

    /// @param slots The slots to pay; bit n is slot n.
    function _markPaid(bytes32 id, uint256 slots) private returns (uint256 reward) {
        Escrow storage escrow = _escrows[id];
        EscrowState state = escrow.state;
        if (slots & ~state.payableBitmap() != 0) _revertUnpayable(id, state, slots);
        escrow.state = state.withPaid(slots);
        emit Released(id, uint128(slots));
        return state.reward();
    }

    function _revertUnpayable(bytes32 id, EscrowState state, uint256 slots) private pure {
        _requireSlots(id, state, slots);
        uint256 paid = slots & state.paidBitmap();
        if (paid != 0) revert SlotAlreadyPaid(id, _lowestSlot(paid));
        revert AlreadyClosed(id);
    }

    /// @dev Reverts unless the escrow and all these slots exist.
    function _requireSlots(bytes32 id, EscrowState state, uint256 slots) private pure {
        if (!state.exists()) revert UnknownEscrow(id);
        if (slots >> state.slots() != 0) revert SlotOutOfRange(id, uint8(Math.log2(slots)), state.slots());
    }

    /// @param slots The slots to hold; bit n is slot n. Those that are not free stay as they are.
    function _markOwed(bytes32 id, uint256 slots) private {
        Escrow storage escrow = _escrows[id];
        EscrowState state = escrow.state;
        _requireSlots(id, state, slots);
        uint256 free = slots & state.freeBitmap();
        if (free == 0) return;
        escrow.state = state.withOwed(free);
        emit Held(id, uint128(free));
    }

    /// @param slots The slot to pay is the lowest set bit. Only used in the error.
    function _pay(bytes32 id, uint256 slots, address recipient, uint256 reward) private {
        if (recipient == address(0) || recipient == address(this) || recipient == address(token)) {
            revert InvalidRecipient(id, _lowestSlot(slots), recipient);
        }
        token.safeTransfer(recipient, reward);
    }

    function _lowestSlot(uint256 slots) private pure returns (uint8) {
        return uint8(Math.log2(slots & (~slots + 1)));
    }

    /// @param owedToo True if the owed slots are returned too.
    function _close(Terms calldata terms, bool owedToo) private {
        bytes32 id = escrowId(terms);
        EscrowState state = _escrows[id].state;
        if (!state.exists()) revert UnknownEscrow(id);
        uint256 returned = owedToo ? state.payableBitmap() : state.freeBitmap();
        if (state.closed() && returned == 0) revert AlreadyClosed(id);

        uint256 remainder = state.reward() * EscrowStates.count(returned);
        _escrows[id].state = owedToo ? state.withAllReturned() : state.withClosed();
        _subtractHeld(remainder);
        emit Closed(id, terms.funder, remainder);
        if (remainder != 0) token.safeTransfer(terms.funder, remainder);
    }
}
