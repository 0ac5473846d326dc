const disjoint = 'Both sides never have a bit in common, so "or" and "exclusive or" give the same result.'
const spare =
  'The layout has unused bits: no reward of 96 bits reaches 2^37 whole tokens, and one bit of eight says "closed". Only this file reads the layout.'
const hint = 'While `_pausedUntil` is in the past, `mayBePaused` only decides whether it is read.'
const ordered = 'No setting is lower that was not handled before.'

/** Equivalent mutants by name, each with the reason why no test can notice it. */
export const explained: Record<string, string> = {
  'TaskEscrow._payAll: offset != releases.length → offset > releases.length':
    'The loop before this line ends only if the offset is not below the length.',
  'OperatorLedger.pause: pausedUntil() < until → pausedUntil() <= until':
    'Equal times are replaced by each other.',
  'OperatorLedger.unpause: 0 → 1': 'Both times are in the past.',
  'OperatorLedger.unpause: _ledger.mayBePaused = false → {}': hint,
  'OperatorLedger.unpause: false → true': hint,
  'OperatorLedger.applyChange: setting == Setting.Guardian → setting <= Setting.Guardian': ordered,
  'OperatorLedger._setGuardian: 0 → 1': 'Both times are more than 30 days ago.',
  'OperatorLedger._setDailyLimit: whole > releasedToday → whole >= releasedToday':
    'Both branches give zero for equal values.',
  'EscrowStates: 216 → 217': spare,
  'EscrowStates.withClosed: 1 → 2': spare,
  'EscrowStates.funded: (uint256(reward_) / WHOLE << REWARD) | (uint256(slots_) << SLOTS) → (uint256(reward_) / WHOLE << REWARD) ^ (uint256(slots_) << SLOTS)':
    disjoint,
  'EscrowStates.freeBitmap: state.paidBitmap() | state.owedBitmap() → state.paidBitmap() ^ state.owedBitmap()':
    disjoint,
  'EscrowStates.payableBitmap: state.freeBitmap() | state.owedBitmap() → state.freeBitmap() ^ state.owedBitmap()':
    disjoint,
  'EscrowStates.withPaid: EscrowState.unwrap(state) & ~(bitmap << OWED) | bitmap → EscrowState.unwrap(state) & ~(bitmap << OWED) ^ bitmap':
    disjoint,
  'EscrowStates.withSlots: EscrowState.unwrap(state) & ~(uint256(0xff) << SLOTS) | uint256(slots_) << SLOTS → EscrowState.unwrap(state) & ~(uint256(0xff) << SLOTS) ^ uint256(slots_) << SLOTS':
    disjoint,
  'TaskEscrow.shrinkEscrow: state.paidBitmap() | state.owedBitmap() → state.paidBitmap() ^ state.owedBitmap()':
    disjoint,
  'EscrowStates.withOwed: EscrowState.unwrap(state) | bitmap << OWED → EscrowState.unwrap(state) ^ bitmap << OWED':
    disjoint,
}
