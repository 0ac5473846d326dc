import * as z from 'zod'
import { address, hash, timestamp, ulid } from './schema.ts'

export const payoutStatuses = ['due', 'paid', 'failed'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** What an approval owes: written by the approving transaction, settled on chain exactly once. */
export interface Payout {
  submissionId: string
  taskId: string
  userId: string
  /** The wallet as of the approval. */
  recipient: string
  /** CENTS. */
  amount: number
  escrowId: string
  slot: number
  status: PayoutStatus
  transactionHash: string | null
  /** Why a `failed` payout cannot be paid, for admins. */
  reason: string | null
  createdAt: string
}

/** Answer of `POST /api/blockchain/release-reward`: 200 when paid, 202 while it is being settled. */
export const releaseAnswer = z.object({
  status: z.enum(payoutStatuses),
  transactionHash: hash.nullable(),
  amount: z.number().int(),
  recipient: address,
  /** Why it failed, when it did. */
  reason: z.string().optional(),
})
export type ReleaseAnswer = z.infer<typeof releaseAnswer>

/** A failed payout as admins see it. */
export const payoutRow = z.object({
  submissionId: ulid,
  taskId: ulid,
  userId: ulid,
  recipient: address,
  /** CENTS. */
  amount: z.number().int(),
  reason: z.string().nullable(),
  createdAt: timestamp,
})
