import type { Reaction } from './reaction.ts'

/** Starts `settle` when a payout or a refund becomes due. If it is lost, the schedule starts `settle` within a minute. */
export const wakeSettle: Reaction = {
  name: 'wake-settle',
  async react({ startSettle }, { type }) {
    if (type === 'payout.due' || type === 'refund.due') await startSettle()
  },
}
