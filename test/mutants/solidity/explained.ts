const disjoint = 'The bits of both sides never overlap, so "or" and "exclusive or" are one.'
const spare =
  'A layout with a bit to spare: rewards are whole tokens, so their 18 lowest bits are zero, and nobody else reads storage.'

/** Mutants that no test can kill, by name, each with the reason. */
export const explained: Record<string, string> = {
  'TaskEscrow._payAll: offset != releases.length → offset > releases.length':
    'The loop before it ends only where the offset is no longer below the length.',
  'OperatorLedger._positive: value > 0 → value >= 0': 'Zero is zero either way.',
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
