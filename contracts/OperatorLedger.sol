// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Roles, pause, daily release limit and held total of {TaskEscrow}
/// @notice The owner sets the operator, the guardian and the operator's daily limit. The limit bounds the loss if the
/// operator key is stolen. The guardian can stop everything except refunds. Days are UTC. Function arguments and
/// results are base units. Storage counts whole tokens (10^18 base units), so that everything that a release reads and
/// writes here fits into one storage slot.
abstract contract OperatorLedger is Ownable2Step {
    using SafeCast for uint256;

    /// @dev Fits into one storage slot. `leftToday` and `held` are whole tokens. `leftToday` is valid for `day` only. It
    /// is negative if the owner lowered the limit below the amount already released on that day.
    struct Ledger {
        address operator;
        bool paused;
        uint16 day;
        int32 leftToday;
        uint40 held;
    }

    /// @dev Base units per whole token (18 decimals).
    uint256 internal constant WHOLE = 1e18;

    Ledger private _ledger;

    /// @notice This account and the owner may pause and unpause.
    address public guardian;

    uint32 private _dailyLimit;

    /// @notice Funding, releases and `close` are paused from now on.
    event Paused(address account);
    /// @notice The pause ended.
    event Unpaused(address account);
    /// @notice The owner set the operator.
    event OperatorChanged(address indexed previous, address indexed current);
    /// @notice The owner set the guardian.
    event GuardianChanged(address indexed previous, address indexed current);
    /// @notice The owner set the daily limit.
    event DailyLimitChanged(uint256 previous, uint256 current);

    /// @notice Only the operator may release and close.
    error NotOperator(address caller);
    /// @notice Only the guardian and the owner may pause and unpause.
    error NotGuardian(address caller);
    /// @notice Funding, releases and `close` are paused.
    error EscrowPaused();
    /// @notice The limit is not a whole number of tokens below 2^31.
    error InvalidDailyLimit(uint256 limit);
    /// @notice The requested amount is more than the operator may still release today.
    error DailyLimitExceeded(uint256 requested, uint256 available);

    modifier onlyGuardian() {
        if (msg.sender != guardian && msg.sender != owner()) revert NotGuardian(msg.sender);
        _;
    }

    constructor(address operator_, address guardian_, uint256 limit_) {
        _setOperator(operator_);
        _setGuardian(guardian_);
        _setDailyLimit(limit_);
    }

    /// @notice Pauses funding, releases and `close`. Refunds still work. Only the guardian or the owner may call it.
    function pause() external onlyGuardian {
        _ledger.paused = true;
        emit Paused(msg.sender);
    }

    /// @notice Ends a pause. Only the guardian or the owner may call it. The owner may, so that the loss of the guardian
    /// key cannot keep the contract paused.
    function unpause() external onlyGuardian {
        _ledger.paused = false;
        emit Unpaused(msg.sender);
    }

    /// @notice Sets the account that releases and closes. Only the owner may call it.
    /// @param operator_ The new operator, or the zero address for no operator.
    function setOperator(address operator_) external onlyOwner {
        _setOperator(operator_);
    }

    /// @notice Sets the guardian. Only the owner may call it.
    /// @param guardian_ The new guardian. With the zero address only the owner can pause.
    function setGuardian(address guardian_) external onlyOwner {
        _setGuardian(guardian_);
    }

    /// @notice Sets the amount that the operator may release per day. It applies at once: amounts already released today
    /// count. Only the owner may call it.
    /// @param limit A whole number of tokens, in base units.
    function setDailyLimit(uint256 limit) external onlyOwner {
        _setDailyLimit(limit);
    }

    /// @notice The account that may release and close.
    function operator() external view returns (address) {
        return _ledger.operator;
    }

    /// @notice True if funding, releases and `close` are paused.
    function paused() external view returns (bool) {
        return _ledger.paused;
    }

    /// @notice Amount that the operator may release per day (UTC), in base units.
    function dailyLimit() external view returns (uint256) {
        return _dailyLimit * WHOLE;
    }

    /// @notice Amount that the operator may still release today (UTC), in base units.
    function availableToday() external view returns (uint256) {
        return _positive(_leftToday(_ledger)) * WHOLE;
    }

    /// @notice Total remainder of all open escrows, in base units. The token balance is never less.
    function totalHeld() external view returns (uint256) {
        return _ledger.held * WHOLE;
    }

    /// @dev Returns the ledger. Reverts if the caller is not the operator or the contract is paused.
    function _operatorsLedger() internal view returns (Ledger memory ledger) {
        ledger = _ledger;
        if (msg.sender != ledger.operator) revert NotOperator(msg.sender);
        if (ledger.paused) revert EscrowPaused();
    }

    /// @dev Subtracts a release from today's limit and from the held total, and stores the ledger.
    /// @param ledger The ledger, read after the last call to another contract.
    /// @param amount A whole number of tokens, in base units.
    function _charge(Ledger memory ledger, uint256 amount) internal {
        uint256 whole = amount / WHOLE;
        int256 left = _leftToday(ledger);
        if (int256(whole) > left) revert DailyLimitExceeded(amount, _positive(left) * WHOLE);
        ledger.day = _today();
        ledger.leftToday = int32(left - int256(whole));
        ledger.held -= uint40(whole);
        _ledger = ledger;
    }

    /// @dev Adds funding to the held total. Reverts while paused, and if the total would reach 2^40 whole tokens.
    /// @param amount A whole number of tokens, in base units.
    /// @return held The new held total, in base units.
    function _hold(uint256 amount) internal returns (uint256 held) {
        if (_ledger.paused) revert EscrowPaused();
        uint256 whole = _ledger.held + amount / WHOLE;
        _ledger.held = whole.toUint40();
        return whole * WHOLE;
    }

    /// @dev Subtracts a remainder that returns to its funder from the held total.
    /// @param amount A whole number of tokens, in base units.
    function _return(uint256 amount) internal {
        _ledger.held -= uint40(amount / WHOLE);
    }

    function _setOperator(address operator_) private {
        emit OperatorChanged(_ledger.operator, operator_);
        _ledger.operator = operator_;
    }

    function _setGuardian(address guardian_) private {
        emit GuardianChanged(guardian, guardian_);
        guardian = guardian_;
    }

    /// @dev If `day` is an earlier day, `leftToday` is ignored and the whole limit is available.
    function _setDailyLimit(uint256 limit) private {
        uint256 whole = limit / WHOLE;
        if (limit % WHOLE != 0 || whole > uint32(type(int32).max)) revert InvalidDailyLimit(limit);
        emit DailyLimitChanged(_dailyLimit * WHOLE, limit);
        int256 releasedToday = int256(uint256(_dailyLimit)) - _leftToday(_ledger);
        _ledger.leftToday = int32(int256(whole) - releasedToday);
        _dailyLimit = uint32(whole);
    }

    /// @dev Whole tokens that may still be released today. The whole limit if nothing was released today.
    function _leftToday(Ledger memory ledger) private view returns (int256) {
        return ledger.day == _today() ? int256(ledger.leftToday) : int256(uint256(_dailyLimit));
    }

    /// @dev Days since 1970 modulo 2^16, which wraps in 2149. It is only compared for equality.
    function _today() private view returns (uint16) {
        return uint16(block.timestamp / 1 days);
    }

    function _positive(int256 value) private pure returns (uint256) {
        return value > 0 ? uint256(value) : 0;
    }
}
