const disjoint = 'Both sides never have a bit in common, so "or" and "exclusive or" give the same result.'
const spare =
  'The layout has unused bits: rewards are whole tokens, so their 18 lowest bits are zero. Only this file reads the layout.'

/** Equivalent mutants by name, each with the reason why no test can notice it. */
export const explained: Record<string, string> = {
  'TaskEscrow._payAll: offset != releases.length → offset > releases.length':
    'The loop before this line ends only if the offset is not below the length.',
  'OperatorLedger._positive: value > 0 → value >= 0': 'Both branches return zero for zero.',
  'EscrowStates: 136 → 137': spare,
  'EscrowStates: 144 → 145': spare,
  'EscrowStates: 144 → 143': spare,
  'EscrowStates.withClosed: 1 → 2': spare,
  'EscrowStates.funded: (uint256(reward_) << REWARD) | (uint256(slots_) << SLOTS) → (uint256(reward_) << REWARD) ^ (uint256(slots_) << SLOTS)':
    disjoint,
  'EscrowStates.withPaid: EscrowState.unwrap(state) | bitmap → EscrowState.unwrap(state) ^ bitmap': disjoint,
  'EscrowStates.withClosed: EscrowState.unwrap(state) | (1 << CLOSED) → EscrowState.unwrap(state) ^ (1 << CLOSED)':
    disjoint,
}
