import * as z from 'zod'
import { payoutRow } from './payout.ts'
import { address, timestamp } from './schema.ts'

const cents = z.number().int()

/** The money in sight of admins. Amounts in CENTS, `gas` in wei as a decimal number. */
export const money = z.object({
  /** Null while the chain cannot be asked. */
  chain: z
    .object({
      escrowAddress: address,
      /** The contract's balance, and what of it it owes to doers and funders: the balance is never less. */
      balance: cents,
      held: cents,
      paused: z.boolean(),
      signerAddress: address,
      /** Whether the contract takes releases from this signer. */
      signerIsOperator: z.boolean(),
      gas: z.string(),
      dailyLimit: cents,
      leftToday: cents,
    })
    .nullable(),
  /** Approved and not yet paid. `more` when there are more than were counted. */
  due: z.object({ count: z.number().int(), amount: cents, oldest: timestamp.nullable(), more: z.boolean() }),
  /** Closed tasks whose funder has not got the money back yet. */
  refundsDue: z.object({ count: z.number().int(), amount: cents, more: z.boolean() }),
  /** The newest payouts that the chain refuses; `failedMore` when there are more. */
  failed: z.array(payoutRow),
  failedMore: z.boolean(),
})
export type Money = z.infer<typeof money>
