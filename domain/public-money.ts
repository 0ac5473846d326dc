import * as z from 'zod'
import { address, object, timestamp } from './schema.ts'

const cents = z.number().int()
const count = z.number().int()

/**
 * `GET /api/money`: what the escrow contract holds, owes and has paid, for everybody. Amounts in CENTS. It names no task and
 * no person. `more` is true if there are more than `count`.
 */
export const publicMoney = object(() => ({
  /** When these figures were read. */
  at: timestamp,
  /** Null if the chain does not answer. */
  chain: z
    .object({
      escrowAddress: address,
      /** `balance`: the contract's tokens. `held`: its liabilities. The balance must be at least `held`. */
      balance: cents,
      held: cents,
      /** The wallet whose releases the contract accepts. */
      operator: address,
      dailyLimit: cents,
      leftToday: cents,
      /** When the pause of the contract ends: in the year 9999 if only the owner can end it. Null if it is not paused. */
      pausedUntil: timestamp.nullable(),
      /** Announced changes of keys and limits. `value`: a wallet, or a limit in CENTS. */
      announced: z.array(
        z.object({
          setting: z.enum(['operator', 'guardian', 'limit']),
          value: z.string(),
          effectiveAt: timestamp,
        }),
      ),
    })
    .nullable(),
  /** Paid to doers so far. If `due` or `failed` has more, the true figure is lower. */
  paid: cents,
  /**
   * Approved rewards that are not paid yet, and when the oldest was approved. `held`: the part of `amount` whose slots the
   * contract holds, so that it cannot return to the funder before 21 days after `refundableAt`.
   */
  due: z.object({ count, amount: cents, held: cents, oldest: timestamp.nullable(), more: z.boolean() }),
  /** Approved rewards whose payment failed and needs an admin. */
  failed: z.object({ count, amount: cents, more: z.boolean() }),
  /** Closed tasks whose rest is not returned yet, and when the oldest was closed. */
  refundsDue: z.object({ count, amount: cents, oldest: timestamp.nullable(), more: z.boolean() }),
  /** The last comparison of the chain with the table by `npm run reconcile`; null before the first. */
  reconciled: z.object({ at: timestamp, agrees: z.boolean() }).nullable(),
}))
export type PublicMoney = z.infer<typeof publicMoney>
