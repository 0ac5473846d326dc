import type { Reaction } from './reaction.ts'

/** Starts `settle` when a payout or a refund becomes due. If it is lost, the schedule starts `settle` within a minute. */
export const wakeSettle: Reaction = {
  name: 'wake-settle',
  handles: ['payout.due', 'refund.due'],
  react: ({ startSettle }) => startSettle(),
}
