// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC1363Receiver} from "@openzeppelin/contracts/interfaces/IERC1363Receiver.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Escrow for tasks with a fixed reward
/// @notice A funder puts `reward × slots` in escrow for a task; the operator pays `reward` to a doer, once per slot;
/// what is left returns to the funder and to nobody else.
///
/// Trust. The token is trusted configuration: one that takes a fee or lies about a transfer fails funding and cannot
/// corrupt the accounting, but one that stops paying out would hold everybody's money. The operator decides who is
/// paid, at most `dailyLimit` a day (UTC), and may close a task early in the funder's favour. The guardian can stop
/// the operator and new funding, never a refund. The owner names the operator, the guardian and the limit, and can
/// never move money. With all three gone, everyone gets a refund from `refundableAt` on.
///
/// Amounts are base units. Rewards and the daily limit are whole tokens (10^18 base units, one CENT each), which
/// lets one storage slot keep the operator, the pause, today's limit and the total held: a release writes it once.
contract TaskEscrow is Ownable2Step, IERC1363Receiver {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;

    /// @notice What a funder commits to; the escrow's id is the hash of it.
    /// @param funder Pays, and gets the remainder back.
    /// @param reward Paid per slot, in base units; a positive number of whole tokens.
    /// @param slots How many doers can be paid, 1 to 100.
    /// @param refundableAt Unix seconds from which anyone may return the remainder to the funder.
    /// @param salt Tells apart escrows of otherwise equal terms.
    struct Terms {
        address funder;
        uint96 reward;
        uint8 slots;
        uint64 refundableAt;
        bytes32 salt;
    }

    struct Escrow {
        uint96 reward;
        uint8 slots;
        uint8 paidCount;
        bool closed;
        uint128 paidBitmap;
    }

    /// @dev One slot. `leftToday` and `held` are whole tokens. `leftToday` counts for `day` only, and is negative
    /// after the owner lowered the limit below what that day had already released.
    struct Ledger {
        address operator;
        bool paused;
        uint16 day;
        int32 leftToday;
        uint40 held;
    }

    /// @notice The most slots an escrow can have.
    uint8 public constant MAX_SLOTS = 100;

    /// @dev Base units of a whole token (18 decimals).
    uint256 private constant WHOLE = 1e18;

    /// @dev Bytes of a group of `releaseBatch` before its recipients (escrow id and slots), and of one recipient.
    uint256 private constant GROUP_HEAD = 48;
    uint256 private constant RECIPIENT = 20;

    /// @notice The only token that this contract holds.
    IERC20 public immutable token;

    /// @notice The state of an escrow by its id; `reward` is zero if it was never funded, and bit n of `paidBitmap`
    /// is set when slot n has been paid.
    mapping(bytes32 escrowId => Escrow) public escrows;

    Ledger private _ledger;

    /// @notice May pause and unpause.
    address public guardian;
    uint32 private _dailyLimit;

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
    event Closed(bytes32 indexed escrowId, address indexed funder, uint256 remainder);
    event Paused(address account);
    event Unpaused(address account);
    event OperatorChanged(address indexed previous, address indexed current);
    event GuardianChanged(address indexed previous, address indexed current);
    event DailyLimitChanged(uint256 previous, uint256 current);

    error NotOperator(address caller);
    error NotGuardian(address caller);
    error NotFunder(address caller, address funder);
    error NotToken(address caller);
    error EscrowPaused();
    error InvalidToken(address token);
    error InvalidReward(uint96 reward);
    error InvalidSlots(uint8 slots);
    error InvalidRefundableAt(uint64 refundableAt, uint256 timestamp);
    error InvalidDailyLimit(uint256 limit);
    error InvalidRecipient(bytes32 escrowId, uint8 slot, address recipient);
    error MalformedFundingData(uint256 length);
    error MalformedBatch(uint256 offset);
    error WrongAmount(uint256 received, uint256 expected);
    error NotReceived(uint256 balance, uint256 expected);
    error AlreadyFunded(bytes32 escrowId);
    error AlreadyClosed(bytes32 escrowId);
    error UnknownEscrow(bytes32 escrowId);
    error SlotOutOfRange(bytes32 escrowId, uint8 slot, uint8 slots);
    error SlotAlreadyPaid(bytes32 escrowId, uint8 slot);
    error DailyLimitExceeded(uint256 requested, uint256 available);
    error NotRefundableYet(bytes32 escrowId, uint64 refundableAt);

    modifier onlyGuardian() {
        if (msg.sender != guardian && msg.sender != owner()) revert NotGuardian(msg.sender);
        _;
    }

    /// @param token_ An ERC-20 with 18 decimals, ERC-1363 for funding in one transaction; trusted.
    /// @param owner_ Names the operator, the guardian and the limit.
    /// @param operator_ Releases and closes; zero for nobody.
    /// @param guardian_ Pauses and unpauses; zero for nobody but the owner.
    /// @param limit_ The operator's daily release limit in base units, whole tokens.
    constructor(IERC20 token_, address owner_, address operator_, address guardian_, uint256 limit_) Ownable(owner_) {
        if (address(token_).code.length == 0) revert InvalidToken(address(token_));
        token = token_;
        _setOperator(operator_);
        _setGuardian(guardian_);
        _setDailyLimit(limit_);
    }

    /// @notice Funds a task in one transaction, through the token's `transferAndCall` (ERC-1363).
    /// @dev The token's word is not taken for it: its balance must cover everything held, this task included.
    /// @param from The funder.
    /// @param value Must be `reward × slots`.
    /// @param data `abi.encode(uint96 reward, uint8 slots, uint64 refundableAt, bytes32 salt)`.
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

    /// @notice Funds a task with an allowance given before, for tokens without ERC-1363.
    /// @param terms With the caller as funder.
    function fund(Terms calldata terms) external {
        _fund(terms);
    }

    /// @notice Funds a task with a signed approval (ERC-2612).
    /// @dev Somebody may have used the signature before us; the allowance it gave is then there all the same.
    /// @param terms With the caller as funder.
    /// @param deadline Unix seconds until which the signature holds.
    /// @param v Of the funder's signature over this contract as spender and `reward × slots` as value.
    /// @param r See `v`.
    /// @param s See `v`.
    function fundWithPermit(Terms calldata terms, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        uint256 amount = uint256(terms.reward) * terms.slots;
        try IERC20Permit(address(token)).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _fund(terms);
    }

    /// @notice Pays one slot of a task. Only the operator, not while paused.
    /// @param id The escrow's id.
    /// @param slot From 0 to the escrow's `slots` − 1; each is paid once.
    /// @param recipient The doer; not zero, the token or this contract.
    function release(bytes32 id, uint8 slot, address recipient) external {
        Ledger memory ledger = _operatorsLedger();
        uint256 reward = _markPaid(id, 1 << slot, 1);
        _charge(ledger, reward);
        _pay(id, 1 << slot, recipient, reward);
    }

    /// @notice Pays many slots of many tasks, all or nothing. Only the operator, not while paused.
    /// @param releases Groups, one after another without padding, one per escrow: the id (32 bytes), the slots to pay
    /// as a bitmap (uint128, 16 bytes, big endian, not zero), then the recipient (20 bytes) of each slot in it,
    /// lowest slot first.
    function releaseBatch(bytes calldata releases) external {
        Ledger memory ledger = _operatorsLedger();
        _charge(ledger, _markAllPaid(releases));
        _payAll(releases);
    }

    /// @notice Ends a task and returns what was not paid to its funder. Only the operator, not while paused.
    /// @param terms The escrow's.
    function close(Terms calldata terms) external {
        _operatorsLedger();
        _close(terms);
    }

    /// @notice Ends a task and returns what was not paid to its funder. Anyone, from `refundableAt` on, always.
    /// @param terms The escrow's.
    function refund(Terms calldata terms) external {
        if (block.timestamp < terms.refundableAt) revert NotRefundableYet(escrowId(terms), terms.refundableAt);
        _close(terms);
    }

    /// @notice Stops funding, releases and `close`; refunds go on. Guardian or owner.
    function pause() external onlyGuardian {
        _ledger.paused = true;
        emit Paused(msg.sender);
    }

    /// @notice Ends a pause. Guardian or owner, so that a lost guardian key cannot freeze the market.
    function unpause() external onlyGuardian {
        _ledger.paused = false;
        emit Unpaused(msg.sender);
    }

    /// @notice Names who releases and closes. Owner.
    /// @param operator_ Zero for nobody.
    function setOperator(address operator_) external onlyOwner {
        _setOperator(operator_);
    }

    /// @notice Names who pauses. Owner.
    /// @param guardian_ Zero for nobody but the owner.
    function setGuardian(address guardian_) external onlyOwner {
        _setGuardian(guardian_);
    }

    /// @notice Sets what the operator may release in a day, at once: what today has released counts. Owner.
    /// @param limit In base units, whole tokens.
    function setDailyLimit(uint256 limit) external onlyOwner {
        _setDailyLimit(limit);
    }

    /// @notice Releases and closes.
    function operator() external view returns (address) {
        return _ledger.operator;
    }

    /// @notice Whether funding, releases and `close` are stopped.
    function paused() external view returns (bool) {
        return _ledger.paused;
    }

    /// @notice What the operator may release in a day (UTC), in base units.
    function dailyLimit() external view returns (uint256) {
        return _dailyLimit * WHOLE;
    }

    /// @notice What the operator may still release today (UTC), in base units.
    function availableToday() external view returns (uint256) {
        return _positive(_leftToday(_ledger)) * WHOLE;
    }

    /// @notice All that is owed to slots not paid yet and to funders, in base units; the balance is never less.
    function totalHeld() external view returns (uint256) {
        return _ledger.held * WHOLE;
    }

    /// @notice The id of an escrow with these terms: `keccak256(abi.encode(terms))`.
    /// @param terms Of an escrow, funded or not.
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
        Ledger memory ledger = _ledger;
        if (ledger.paused) revert EscrowPaused();
        if (terms.reward == 0 || terms.reward % WHOLE != 0) revert InvalidReward(terms.reward);
        if (terms.slots == 0 || terms.slots > MAX_SLOTS) revert InvalidSlots(terms.slots);
        if (terms.refundableAt <= block.timestamp) revert InvalidRefundableAt(terms.refundableAt, block.timestamp);
        bytes32 id = escrowId(terms);
        if (escrows[id].reward != 0) revert AlreadyFunded(id);

        amount = uint256(terms.reward) * terms.slots;
        ledger.held = (ledger.held + amount / WHOLE).toUint40();
        held = ledger.held * WHOLE;
        _ledger.held = ledger.held;
        escrows[id] = Escrow(terms.reward, terms.slots, 0, false, 0);
        emit Funded(id, terms.funder, terms.reward, terms.slots, terms.refundableAt, terms.salt);
    }

    /// @dev Compared with all that is held rather than with the balance before: the only way that ERC-1363 leaves,
    /// and it holds whatever a token may do in between.
    function _requireReceived(uint256 held) private view {
        uint256 balance = token.balanceOf(address(this));
        if (balance < held) revert NotReceived(balance, held);
    }

    function _operatorsLedger() private view returns (Ledger memory ledger) {
        ledger = _ledger;
        if (msg.sender != ledger.operator) revert NotOperator(msg.sender);
        if (ledger.paused) revert EscrowPaused();
    }

    /// @param slots A bit per slot to pay.
    /// @param count The number of those bits.
    function _markPaid(bytes32 id, uint256 slots, uint256 count) private returns (uint256 reward) {
        Escrow memory escrow = escrows[id];
        if (escrow.reward == 0) revert UnknownEscrow(id);
        if (escrow.closed) revert AlreadyClosed(id);
        if (slots >> escrow.slots != 0) revert SlotOutOfRange(id, _highestSlot(slots), escrow.slots);
        uint256 again = slots & escrow.paidBitmap;
        if (again != 0) revert SlotAlreadyPaid(id, _lowestSlot(again));

        escrow.paidCount += uint8(count);
        escrow.paidBitmap |= uint128(slots);
        escrows[id] = escrow;
        emit Released(id, uint128(slots));
        return escrow.reward;
    }

    function _markAllPaid(bytes calldata releases) private returns (uint256 total) {
        uint256 offset;
        do {
            if (offset + GROUP_HEAD > releases.length) revert MalformedBatch(offset);
            bytes32 id = bytes32(releases[offset:]);
            uint256 slots = uint128(bytes16(releases[offset + 32:]));
            uint256 count;
            for (uint256 rest = slots; rest != 0; rest &= rest - 1) count++;
            uint256 end = offset + GROUP_HEAD + count * RECIPIENT;
            if (count == 0 || end > releases.length) revert MalformedBatch(offset);
            total += count * _markPaid(id, slots, count);
            offset = end;
        } while (offset < releases.length);
    }

    /// @dev After `_markAllPaid`, which has checked the lengths. All effects come before the first transfer.
    function _payAll(bytes calldata releases) private {
        uint256 offset;
        while (offset < releases.length) {
            bytes32 id = bytes32(releases[offset:]);
            uint256 slots = uint128(bytes16(releases[offset + 32:]));
            uint256 reward = escrows[id].reward;
            offset += GROUP_HEAD;
            for (; slots != 0; slots &= slots - 1) {
                _pay(id, slots, address(bytes20(releases[offset:])), reward);
                offset += RECIPIENT;
            }
        }
    }

    /// @param slots The slot paid is its lowest bit.
    function _pay(bytes32 id, uint256 slots, address recipient, uint256 reward) private {
        if (recipient == address(0) || recipient == address(this) || recipient == address(token)) {
            revert InvalidRecipient(id, _lowestSlot(slots), recipient);
        }
        token.safeTransfer(recipient, reward);
    }

    /// @dev Takes `amount` off today's limit and off what is held.
    function _charge(Ledger memory ledger, uint256 amount) private {
        uint256 whole = amount / WHOLE;
        int256 left = _leftToday(ledger);
        if (int256(whole) > left) revert DailyLimitExceeded(amount, _positive(left) * WHOLE);
        ledger.day = _today();
        ledger.leftToday = int32(left - int256(whole));
        ledger.held -= uint40(whole);
        _ledger = ledger;
    }

    function _close(Terms calldata terms) private {
        bytes32 id = escrowId(terms);
        Escrow memory escrow = escrows[id];
        if (escrow.reward == 0) revert UnknownEscrow(id);
        if (escrow.closed) revert AlreadyClosed(id);

        uint256 remainder = uint256(escrow.reward) * (escrow.slots - escrow.paidCount);
        escrows[id].closed = true;
        _ledger.held -= uint40(remainder / WHOLE);
        emit Closed(id, terms.funder, remainder);
        if (remainder != 0) token.safeTransfer(terms.funder, remainder);
    }

    function _setOperator(address operator_) private {
        emit OperatorChanged(_ledger.operator, operator_);
        _ledger.operator = operator_;
    }

    function _setGuardian(address guardian_) private {
        emit GuardianChanged(guardian, guardian_);
        guardian = guardian_;
    }

    function _setDailyLimit(uint256 limit) private {
        uint256 whole = limit / WHOLE;
        if (limit % WHOLE != 0 || whole > uint32(type(int32).max)) revert InvalidDailyLimit(limit);
        emit DailyLimitChanged(_dailyLimit * WHOLE, limit);
        int256 releasedToday = int256(uint256(_dailyLimit)) - _leftToday(_ledger);
        _ledger.day = _today();
        _ledger.leftToday = int32(int256(whole) - releasedToday);
        _dailyLimit = uint32(whole);
    }

    /// @dev Whole tokens; the limit itself on a day that has released nothing.
    function _leftToday(Ledger memory ledger) private view returns (int256) {
        return ledger.day == _today() ? int256(ledger.leftToday) : int256(uint256(_dailyLimit));
    }

    /// @dev Days since 1970, UTC; two bytes last until 2149 and only ever tell one day from another.
    function _today() private view returns (uint16) {
        return uint16(block.timestamp / 1 days);
    }

    function _positive(int256 value) private pure returns (uint256) {
        return value > 0 ? uint256(value) : 0;
    }

    function _lowestSlot(uint256 slots) private pure returns (uint8) {
        return _highestSlot(slots & (~slots + 1));
    }

    function _highestSlot(uint256 slots) private pure returns (uint8) {
        return uint8(Math.log2(slots));
    }
}
