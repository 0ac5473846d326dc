// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Roles, pause, daily release limit and held total of {TaskEscrow}
/// @notice The owner sets the operator, the guardian and the operator's daily limit. A change that gives power takes
/// effect 48 hours after its announcement, if neither the owner nor the guardian cancels it. A change that only takes
/// power away is immediate. The limit bounds the loss if the operator key is stolen. The guardian can stop everything
/// except refunds and `hold`, for a limited time. Days are UTC. Function arguments and results are base units. Storage
/// counts whole tokens (10^18 base units), so that everything that a release reads and writes here fits into one storage
/// slot.
abstract contract OperatorLedger is Ownable2Step {
    using SafeCast for uint256;

    /// @dev Fits into one storage slot. `leftToday` and `held` are whole tokens. `leftToday` is valid for `day` only. If
    /// `mayBePaused` is false, the contract is not paused. If it is true, `pausedUntil` decides.
    struct Ledger {
        address operator;
        bool mayBePaused;
        uint16 day;
        uint32 leftToday;
        uint40 held;
    }

    /// @notice The settings whose changes are announced.
    enum Setting {
        Operator,
        Guardian,
        DailyLimit
    }

    /// @notice An announced change. `value` is an address as a number, or a daily limit in base units. `effectiveAt` is
    /// zero if nothing is announced.
    struct Announcement {
        uint160 value;
        uint64 effectiveAt;
    }

    /// @notice Time from the announcement of a change until it can take effect.
    uint256 public constant ANNOUNCEMENT_PERIOD = 48 hours;

    /// @notice Time for which the guardian can keep the contract paused, counted from the guardian's first pause.
    uint256 public constant GUARDIAN_PAUSE = 7 days;

    /// @notice Time from the guardian's first pause until the guardian can start another such period.
    uint256 public constant GUARDIAN_PAUSE_INTERVAL = 30 days;

    /// @dev Base units per whole token (18 decimals).
    uint256 internal constant WHOLE = 1e18;

    Ledger private _ledger;

    /// @notice This account and the owner may pause, unpause and cancel announcements.
    address public guardian;

    uint32 private _dailyLimit;

    uint40 private _pausedUntil;

    /// @dev Start of the guardian's latest pause period. Zero if this guardian has never paused.
    uint40 private _guardianPausedAt;

    /// @notice The announced change of a setting.
    mapping(Setting setting => Announcement) public announcements;

    /// @notice Funding, releases and `close` are paused until `until`, unless they are unpaused earlier.
    event Paused(address account, uint256 until);
    /// @notice The pause was ended.
    event Unpaused(address account);
    /// @notice The operator changed.
    event OperatorChanged(address indexed previous, address indexed current);
    /// @notice The guardian changed.
    event GuardianChanged(address indexed previous, address indexed current);
    /// @notice The daily limit changed.
    event DailyLimitChanged(uint256 previous, uint256 current);
    /// @notice The owner announced a change. `value` is an address as a number, or a daily limit in base units.
    event ChangeAnnounced(Setting indexed setting, uint256 value, uint256 effectiveAt);
    /// @notice An announced change was cancelled, or replaced by a later change of the same setting.
    event ChangeCancelled(Setting indexed setting, uint256 value, address account);

    /// @notice Only the operator may release, hold and close.
    error NotOperator(address caller);
    /// @notice Only the guardian and the owner may pause, unpause and cancel announcements.
    error NotGuardian(address caller);
    /// @notice The guardian has used up its pause and can pause again at `nextPauseAt`.
    error GuardianPauseUsed(uint256 nextPauseAt);
    /// @notice Funding, releases and `close` are paused.
    error EscrowPaused();
    /// @notice The limit is not a whole number of tokens below 2^32.
    error InvalidDailyLimit(uint256 limit);
    /// @notice The requested amount is more than the operator may still release today.
    error DailyLimitExceeded(uint256 requested, uint256 available);
    /// @notice No change of this setting is announced.
    error NothingAnnounced(Setting setting);
    /// @notice The announced change takes effect at `effectiveAt`.
    error NotEffectiveYet(Setting setting, uint256 effectiveAt);
    /// @notice Ownership can be transferred but not renounced.
    error OwnershipCannotBeRenounced(address owner);

    modifier onlyGuardian() {
        if (msg.sender != guardian && msg.sender != owner()) revert NotGuardian(msg.sender);
        _;
    }

    constructor(address operator_, address guardian_, uint256 limit_) {
        _setOperator(operator_);
        _setGuardian(guardian_);
        _setDailyLimit(_requireLimit(limit_));
    }

    /// @notice Pauses funding, releases and `close`. Refunds and `hold` still work. Only the guardian or the owner may call
    /// it. The owner's pause has no end. The guardian can keep the contract paused for 7 days, counted from its first
    /// pause, and again 30 days after that pause.
    function pause() external onlyGuardian {
        uint40 until = msg.sender == owner() ? type(uint40).max : _useGuardianPause();
        if (pausedUntil() < until) _pausedUntil = until;
        _ledger.mayBePaused = true;
        emit Paused(msg.sender, _pausedUntil);
    }

    /// @notice Ends a pause. Only the guardian or the owner may call it.
    function unpause() external onlyGuardian {
        _pausedUntil = 0;
        _ledger.mayBePaused = false;
        emit Unpaused(msg.sender);
    }

    /// @notice Announces a new operator, or removes the operator at once. Cancels an earlier announcement of an operator.
    /// Only the owner may call it.
    /// @param operator_ The new operator, or the zero address for no operator.
    function setOperator(address operator_) external onlyOwner {
        _cancelIfAnnounced(Setting.Operator);
        if (operator_ == address(0)) _setOperator(operator_);
        else _announce(Setting.Operator, uint160(operator_));
    }

    /// @notice Announces a new guardian. Cancels an earlier announcement of a guardian. Only the owner may call it. The
    /// removal of the guardian is announced too, because the guardian is who stops a thief that has the owner key.
    /// @param guardian_ The new guardian. With the zero address only the owner can pause and cancel.
    function setGuardian(address guardian_) external onlyOwner {
        _cancelIfAnnounced(Setting.Guardian);
        _announce(Setting.Guardian, uint160(guardian_));
    }

    /// @notice Announces a higher daily limit, or lowers the limit at once. Amounts already released today count. Cancels
    /// an earlier announcement of a limit. Only the owner may call it.
    /// @param limit A whole number of tokens, in base units.
    function setDailyLimit(uint256 limit) external onlyOwner {
        uint32 whole = _requireLimit(limit);
        _cancelIfAnnounced(Setting.DailyLimit);
        if (whole <= _dailyLimit) _setDailyLimit(whole);
        else _announce(Setting.DailyLimit, uint160(limit));
    }

    /// @notice Lets an announced change take effect. Anyone may call it, from its `effectiveAt` on.
    /// @param setting The setting to change.
    function applyChange(Setting setting) external {
        Announcement memory announced = announcements[setting];
        if (announced.effectiveAt == 0) revert NothingAnnounced(setting);
        if (block.timestamp < announced.effectiveAt) revert NotEffectiveYet(setting, announced.effectiveAt);
        delete announcements[setting];
        if (setting == Setting.Operator) _setOperator(address(announced.value));
        else if (setting == Setting.Guardian) _setGuardian(address(announced.value));
        else _setDailyLimit(uint32(announced.value / WHOLE));
    }

    /// @notice Cancels an announced change. Only the guardian or the owner may call it.
    /// @param setting The setting whose announcement is cancelled.
    function cancelChange(Setting setting) external onlyGuardian {
        if (!_cancelIfAnnounced(setting)) revert NothingAnnounced(setting);
    }

    /// @notice Always reverts. Without an owner, nobody could replace a lost operator key.
    function renounceOwnership() public view override onlyOwner {
        revert OwnershipCannotBeRenounced(msg.sender);
    }

    /// @notice The account that may release, hold and close.
    function operator() external view returns (address) {
        return _ledger.operator;
    }

    /// @notice True if funding, releases and `close` are paused.
    function paused() external view returns (bool) {
        return _isPaused(_ledger);
    }

    /// @notice The contract is paused until this time, in Unix seconds. Zero if it is not paused, 2^40 - 1 if the owner
    /// paused it, which has no end.
    function pausedUntil() public view returns (uint256) {
        return block.timestamp < _pausedUntil ? _pausedUntil : 0;
    }

    /// @notice Amount that the operator may release per day (UTC), in base units.
    function dailyLimit() external view returns (uint256) {
        return _dailyLimit * WHOLE;
    }

    /// @notice Amount that the operator may still release today (UTC), in base units.
    function availableToday() external view returns (uint256) {
        return _leftToday(_ledger) * WHOLE;
    }

    /// @notice Total reward of all free and owed slots, in base units. The token balance is never less.
    function totalHeld() external view returns (uint256) {
        return _ledger.held * WHOLE;
    }

    function _requireOperator() internal view {
        if (msg.sender != _ledger.operator) revert NotOperator(msg.sender);
    }

    /// @dev Returns the ledger. Reverts if the caller is not the operator or the contract is paused.
    function _operatorsLedger() internal view returns (Ledger memory ledger) {
        ledger = _ledger;
        if (msg.sender != ledger.operator) revert NotOperator(msg.sender);
        if (_isPaused(ledger)) revert EscrowPaused();
    }

    /// @dev Subtracts a release from today's limit and from the held total, and stores the ledger.
    /// @param ledger The ledger, read after the last call to another contract.
    /// @param amount A whole number of tokens, in base units.
    function _charge(Ledger memory ledger, uint256 amount) internal {
        uint256 whole = amount / WHOLE;
        uint256 left = _leftToday(ledger);
        if (whole > left) revert DailyLimitExceeded(amount, left * WHOLE);
        ledger.day = _today();
        ledger.leftToday = uint32(left - whole);
        ledger.held -= uint40(whole);
        _ledger = ledger;
    }

    /// @dev Adds funding to the held total. Reverts while paused, and if the total would reach 2^40 whole tokens.
    /// @param amount A whole number of tokens, in base units.
    /// @return held The new held total, in base units.
    function _addHeld(uint256 amount) internal returns (uint256 held) {
        if (_isPaused(_ledger)) revert EscrowPaused();
        uint256 whole = _ledger.held + amount / WHOLE;
        _ledger.held = whole.toUint40();
        return whole * WHOLE;
    }

    /// @dev Subtracts a remainder that returns to its funder from the held total.
    /// @param amount A whole number of tokens, in base units.
    function _subtractHeld(uint256 amount) internal {
        _ledger.held -= uint40(amount / WHOLE);
    }

    /// @dev Starts the guardian's pause period unless one is running.
    /// @return until The end of the period.
    function _useGuardianPause() private returns (uint40 until) {
        uint256 nextPauseAt = _guardianPausedAt + GUARDIAN_PAUSE_INTERVAL;
        if (block.timestamp >= nextPauseAt) _guardianPausedAt = uint40(block.timestamp);
        until = _guardianPausedAt + uint40(GUARDIAN_PAUSE);
        if (block.timestamp >= until) revert GuardianPauseUsed(nextPauseAt);
    }

    function _announce(Setting setting, uint160 value) private {
        uint64 effectiveAt = uint64(block.timestamp + ANNOUNCEMENT_PERIOD);
        announcements[setting] = Announcement(value, effectiveAt);
        emit ChangeAnnounced(setting, value, effectiveAt);
    }

    function _cancelIfAnnounced(Setting setting) private returns (bool announced) {
        announced = announcements[setting].effectiveAt != 0;
        if (!announced) return false;
        emit ChangeCancelled(setting, announcements[setting].value, msg.sender);
        delete announcements[setting];
    }

    function _setOperator(address operator_) private {
        emit OperatorChanged(_ledger.operator, operator_);
        _ledger.operator = operator_;
    }

    /// @dev A new guardian has not used its pause yet.
    function _setGuardian(address guardian_) private {
        emit GuardianChanged(guardian, guardian_);
        guardian = guardian_;
        _guardianPausedAt = 0;
    }

    /// @dev The limit in whole tokens.
    function _requireLimit(uint256 limit) private pure returns (uint32) {
        uint256 whole = limit / WHOLE;
        if (limit % WHOLE != 0 || whole > type(uint32).max) revert InvalidDailyLimit(limit);
        return uint32(whole);
    }

    /// @dev If `day` is an earlier day, `leftToday` is ignored and the whole limit is available. A limit below the amount
    /// already released today leaves nothing for today. It cannot rise again on the same day, because of the announcement.
    /// @param whole Whole tokens.
    function _setDailyLimit(uint32 whole) private {
        emit DailyLimitChanged(_dailyLimit * WHOLE, whole * WHOLE);
        uint256 releasedToday = _dailyLimit - _leftToday(_ledger);
        _ledger.leftToday = whole > releasedToday ? uint32(whole - releasedToday) : 0;
        _dailyLimit = whole;
    }

    /// @dev Reads `pausedUntil`, which is in another storage slot, only if it matters.
    function _isPaused(Ledger memory ledger) private view returns (bool) {
        return ledger.mayBePaused && pausedUntil() != 0;
    }

    /// @dev Whole tokens that may still be released today. The whole limit if nothing was released today.
    function _leftToday(Ledger memory ledger) private view returns (uint256) {
        return ledger.day == _today() ? ledger.leftToday : _dailyLimit;
    }

    /// @dev Days since 1970 modulo 2^16, which wraps in 2149. It is only compared for equality.
    function _today() private view returns (uint16) {
        return uint16(block.timestamp / 1 days);
    }
}
