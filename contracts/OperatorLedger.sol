// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Who may move held money, and how much of it in a day
/// @notice The owner names the operator, the guardian and the operator's daily limit, so that a stolen operator key
/// has a bounded cost; the guardian stops everything but refunds. Days are UTC. Amounts are base units, counted in
/// whole tokens (10^18 base units), which lets one storage slot hold all that a release reads and writes here.
abstract contract OperatorLedger is Ownable2Step {
    using SafeCast for uint256;

    /// @dev One slot. `leftToday` and `held` are whole tokens. `leftToday` counts for `day` only, and is negative
    /// after the owner lowered the limit below what that day had already released.
    struct Ledger {
        address operator;
        bool paused;
        uint16 day;
        int32 leftToday;
        uint40 held;
    }

    /// @dev Base units of a whole token (18 decimals).
    uint256 internal constant WHOLE = 1e18;

    Ledger private _ledger;

    /// @notice May pause and unpause, as the owner may.
    address public guardian;

    uint32 private _dailyLimit;

    /// @notice Funding, releases and `close` were stopped.
    event Paused(address account);
    /// @notice They go on.
    event Unpaused(address account);
    /// @notice The owner named another operator.
    event OperatorChanged(address indexed previous, address indexed current);
    /// @notice The owner named another guardian.
    event GuardianChanged(address indexed previous, address indexed current);
    /// @notice The owner set another daily limit.
    event DailyLimitChanged(uint256 previous, uint256 current);

    /// @notice Only the operator releases and closes.
    error NotOperator(address caller);
    /// @notice Only the guardian and the owner pause and unpause.
    error NotGuardian(address caller);
    /// @notice Funding, releases and `close` are stopped.
    error EscrowPaused();
    /// @notice A limit is a whole number of tokens, below 2^31.
    error InvalidDailyLimit(uint256 limit);
    /// @notice That is more than the operator may still release today.
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
    /// @param limit A whole number of tokens, in base units.
    function setDailyLimit(uint256 limit) external onlyOwner {
        _setDailyLimit(limit);
    }

    /// @notice Who releases and closes.
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

    /// @notice All that is owed to unpaid slots or else to funders, in base units; the balance is never less.
    function totalHeld() external view returns (uint256) {
        return _ledger.held * WHOLE;
    }

    /// @dev Reverts for anyone but the operator, and while paused.
    function _operatorsLedger() internal view returns (Ledger memory ledger) {
        ledger = _ledger;
        if (msg.sender != ledger.operator) revert NotOperator(msg.sender);
        if (ledger.paused) revert EscrowPaused();
    }

    /// @dev Takes a release off today's limit and off what is held.
    /// @param ledger As read after the last call to another contract.
    /// @param amount Whole tokens, in base units.
    function _charge(Ledger memory ledger, uint256 amount) internal {
        uint256 whole = amount / WHOLE;
        int256 left = _leftToday(ledger);
        if (int256(whole) > left) revert DailyLimitExceeded(amount, _positive(left) * WHOLE);
        ledger.day = _today();
        ledger.leftToday = int32(left - int256(whole));
        ledger.held -= uint40(whole);
        _ledger = ledger;
    }

    /// @dev Adds funding to what is held; reverts while paused, and when 2^40 whole tokens would be held.
    /// @param amount Whole tokens, in base units.
    /// @return held All that is held now, in base units.
    function _hold(uint256 amount) internal returns (uint256 held) {
        if (_ledger.paused) revert EscrowPaused();
        uint256 whole = _ledger.held + amount / WHOLE;
        _ledger.held = whole.toUint40();
        return whole * WHOLE;
    }

    /// @dev Takes what returns to a funder off what is held.
    /// @param amount Whole tokens, in base units.
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

    /// @dev While `day` is a former one, the limit itself is what is left, whatever `leftToday` says.
    function _setDailyLimit(uint256 limit) private {
        uint256 whole = limit / WHOLE;
        if (limit % WHOLE != 0 || whole > uint32(type(int32).max)) revert InvalidDailyLimit(limit);
        emit DailyLimitChanged(_dailyLimit * WHOLE, limit);
        int256 releasedToday = int256(uint256(_dailyLimit)) - _leftToday(_ledger);
        _ledger.leftToday = int32(int256(whole) - releasedToday);
        _dailyLimit = uint32(whole);
    }

    /// @dev Whole tokens; the limit itself on a day that has released nothing.
    function _leftToday(Ledger memory ledger) private view returns (int256) {
        return ledger.day == _today() ? int256(ledger.leftToday) : int256(uint256(_dailyLimit));
    }

    /// @dev Days since 1970; two bytes last until 2149, and only ever tell one day from another.
    function _today() private view returns (uint16) {
        return uint16(block.timestamp / 1 days);
    }

    function _positive(int256 value) private pure returns (uint256) {
        return value > 0 ? uint256(value) : 0;
    }
}
