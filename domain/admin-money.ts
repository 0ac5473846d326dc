import * as z from 'zod'
import { payoutRow } from './payout.ts'
import { address, object, timestamp } from './schema.ts'

const cents = z.number().int()

/** `GET /api/admin/money`: state of the escrow, payouts and refunds. Amounts in CENTS, `gas` in wei as a decimal string. */
export const money = object(() => ({
  /** Null if the chain does not answer. */
  chain: z
    .object({
      escrowAddress: address,
      /** `balance`: the escrow contract's tokens. `held`: its liabilities. The balance must be at least `held`. */
      balance: cents,
      held: cents,
      paused: z.boolean(),
      signerAddress: address,
      /** True if the contract accepts releases from this signer. */
      signerIsOperator: z.boolean(),
      gas: z.string(),
      dailyLimit: cents,
      leftToday: cents,
    })
    .nullable(),
  /** Approved but unpaid payouts. `more` is true if there are more than `count`. */
  due: z.object({ count: z.number().int(), amount: cents, oldest: timestamp.nullable(), more: z.boolean() }),
  /** Closed tasks whose refund is not paid yet. `more` is true if there are more than `count`. */
  refundsDue: z.object({ count: z.number().int(), amount: cents, more: z.boolean() }),
  /** The newest failed payouts. `failedMore` is true if there are more. */
  failed: z.array(payoutRow),
  failedMore: z.boolean(),
}))
export type Money = z.infer<typeof money>
