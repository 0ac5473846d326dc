import * as z from 'zod'
import { payoutRow } from './payout.ts'
import { address, object } from './schema.ts'

const cents = z.number().int()

/**
 * `GET /api/admin/money`: the means of the key that signs, and the failed payouts. `GET /api/money` has all other figures.
 * Amounts in CENTS, `gas` in wei as a decimal string.
 */
export const money = object(() => ({
  /** Null if the chain does not answer. */
  chain: z
    .object({
      paused: z.boolean(),
      signerAddress: address,
      /** True if the contract accepts releases from this signer. */
      signerIsOperator: z.boolean(),
      gas: z.string(),
      dailyLimit: cents,
      leftToday: cents,
    })
    .nullable(),
  /** The newest failed payouts; a name is null if there is no such account or task. `failedMore` is true if there are more. */
  failed: z.array(payoutRow.extend({ userName: z.string().nullable(), taskTitle: z.string().nullable() })),
  failedMore: z.boolean(),
}))
export type Money = z.infer<typeof money>
