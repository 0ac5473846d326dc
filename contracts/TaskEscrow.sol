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
/// @notice A funder puts `reward × slots` in escrow for a task; the operator pays `reward` to a doer, once per slot;
/// what is left returns to the funder and to nobody else.
///
/// Trust. The token is trusted configuration: one that takes a fee or lies about a transfer fails funding and cannot
/// corrupt the accounting, but one that stops paying out would hold everybody's money. The operator decides who is
/// paid, within the daily limit, and may end a task early in the funder's favour. The guardian can stop the operator
/// and new funding, never a refund. The owner names them and the limit, and moves no money itself; but it could name
/// itself the operator, so its key belongs in a safe place that no server reaches. With all three gone, everyone still
/// gets a refund from `refundableAt` on.
contract TaskEscrow is ITaskEscrow, IERC1363Receiver, OperatorLedger {
    using SafeERC20 for IERC20;

    /// @dev A struct of one, so that the place found for reading serves for writing too.
    struct Escrow {
        EscrowState state;
    }

    /// @notice The most slots an escrow can have.
    uint8 public constant MAX_SLOTS = 100;

    /// @dev Bytes of a group of `releaseBatch` before its recipients (id and slots), and of one recipient.
    uint256 private constant GROUP_HEAD = 48;
    uint256 private constant RECIPIENT = 20;

    /// @inheritdoc ITaskEscrow
    IERC20 public immutable token;

    mapping(bytes32 escrowId => Escrow) private _escrows;

    /// @param token_ An ERC-20 with 18 decimals, with ERC-1363 for funding in one transaction; trusted.
    /// @param owner_ Names the operator, the guardian and the limit.
    /// @param operator_ Releases and closes; zero for nobody.
    /// @param guardian_ Pauses and unpauses; zero for nobody but the owner.
    /// @param limit_ The operator's daily release limit: a whole number of tokens, in base units.
    constructor(IERC20 token_, address owner_, address operator_, address guardian_, uint256 limit_)
        Ownable(owner_)
        OperatorLedger(operator_, guardian_, limit_)
    {
        if (address(token_).code.length == 0) revert InvalidToken(address(token_));
        token = token_;
    }

    /// @notice Funds a task in one transaction, through the token's `transferAndCall` (ERC-1363).
    /// @dev The token's word is not taken for it: its balance must cover everything held, this task included.
    /// @param from The funder.
    /// @param value Must be `reward × slots`.
    /// @param data `abi.encode(uint96 reward, uint8 slots, uint64 refundableAt, bytes32 salt)`.
    /// @return The selector, by which the token knows that the transfer is welcome.
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
    /// @dev Somebody may have used the signature before us; the allowance it gave is then there all the same.
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
    /// @dev Each escrow is marked before its doers are paid. The limit is charged last, for all at once: until then a
    /// token that calls back finds more held than there is, which refuses funding, and a charge of its own counts.
    function releaseBatch(bytes calldata releases) external {
        _operatorsLedger();
        uint256 total = _payAll(releases);
        _charge(_operatorsLedger(), total);
    }

    /// @inheritdoc ITaskEscrow
    function close(Terms calldata terms) external {
        _operatorsLedger();
        _close(terms);
    }

    /// @inheritdoc ITaskEscrow
    function refund(Terms calldata terms) external {
        if (block.timestamp < terms.refundableAt) revert NotRefundableYet(escrowId(terms), terms.refundableAt);
        _close(terms);
    }

    /// @inheritdoc ITaskEscrow
    function escrows(bytes32 id)
        external
        view
        returns (uint96 reward, uint8 slots, uint8 paidCount, bool closed, uint128 paidBitmap)
    {
        EscrowState state = _escrows[id].state;
        return (uint96(state.reward()), state.slots(), state.paidCount(), state.closed(), state.paidBitmap());
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

    /// @return amount What the funder owes for this escrow.
    /// @return held All that is held once it is paid.
    function _open(Terms memory terms) private returns (uint256 amount, uint256 held) {
        if (terms.reward == 0 || terms.reward % WHOLE != 0) revert InvalidReward(terms.reward);
        if (terms.slots == 0 || terms.slots > MAX_SLOTS) revert InvalidSlots(terms.slots);
        if (terms.refundableAt <= block.timestamp) revert InvalidRefundableAt(terms.refundableAt, block.timestamp);
        bytes32 id = escrowId(terms);
        if (_escrows[id].state.exists()) revert AlreadyFunded(id);

        amount = uint256(terms.reward) * terms.slots;
        held = _hold(amount);
        _escrows[id].state = EscrowStates.funded(terms.reward, terms.slots);
        emit Funded(id, terms.funder, terms.reward, terms.slots, terms.refundableAt, terms.salt);
    }

    /// @dev Compared with all that is held rather than with the balance before: ERC-1363 leaves no other way, and it
    /// holds whatever a token may do in between.
    function _requireReceived(uint256 held) private view {
        uint256 balance = token.balanceOf(address(this));
        if (balance < held) revert NotReceived(balance, held);
    }

    function _payAll(bytes calldata releases) private returns (uint256 total) {
        uint256 offset;
        // No sum overflows: offsets stay near the calldata's length, and rewards were all transferred once.
        unchecked {
            while (offset < releases.length) {
                bytes32 id = _word(releases, offset);
                uint256 slots = uint256(_word(releases, offset + 32)) >> 128;
                if (slots == 0) revert MalformedBatch(offset);
                offset += GROUP_HEAD;
                uint256 reward = _markPaid(id, slots);
                for (; slots != 0; slots &= slots - 1) {
                    _pay(id, slots, address(bytes20(_word(releases, offset))), reward);
                    offset += RECIPIENT;
                    total += reward;
                }
            }
        }
        if (offset != releases.length || total == 0) revert MalformedBatch(offset);
    }

    /// @dev What lies beyond the data reads as anything; the caller checks where it ended. A slice would be checked
    /// each time, at 500 gas per recipient.
    function _word(bytes calldata data, uint256 offset) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := calldataload(add(data.offset, offset))
        }
    }

    /// @param slots A bit per slot to pay.
    function _markPaid(bytes32 id, uint256 slots) private returns (uint256 reward) {
        Escrow storage escrow = _escrows[id];
        EscrowState state = escrow.state;
        if (!state.canPay(slots)) _refuse(id, state, slots);
        escrow.state = state.withPaid(slots);
        emit Released(id, uint128(slots));
        return state.reward();
    }

    function _refuse(bytes32 id, EscrowState state, uint256 slots) private pure {
        if (!state.exists()) revert UnknownEscrow(id);
        if (state.closed()) revert AlreadyClosed(id);
        if (slots >> state.slots() != 0) revert SlotOutOfRange(id, uint8(Math.log2(slots)), state.slots());
        revert SlotAlreadyPaid(id, _lowestSlot(slots & state.paidBitmap()));
    }

    /// @param slots The slot paid is its lowest bit.
    function _pay(bytes32 id, uint256 slots, address recipient, uint256 reward) private {
        if (recipient == address(0) || recipient == address(this) || recipient == address(token)) {
            revert InvalidRecipient(id, _lowestSlot(slots), recipient);
        }
        token.safeTransfer(recipient, reward);
    }

    function _lowestSlot(uint256 slots) private pure returns (uint8) {
        return uint8(Math.log2(slots & (~slots + 1)));
    }

    function _close(Terms calldata terms) private {
        bytes32 id = escrowId(terms);
        EscrowState state = _escrows[id].state;
        if (!state.exists()) revert UnknownEscrow(id);
        if (state.closed()) revert AlreadyClosed(id);

        uint256 remainder = state.remainder();
        _escrows[id].state = state.withClosed();
        _return(remainder);
        emit Closed(id, terms.funder, remainder);
        if (remainder != 0) token.safeTransfer(terms.funder, remainder);
    }
}
