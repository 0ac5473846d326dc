import * as z from 'zod'
import { address, hash, object, timestamp, ulid } from './schema.ts'

export const payoutStatuses = ['due', 'paid', 'failed'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** The reward of an approved submission. The approval writes it; the payout worker pays it on the chain exactly once. */
export interface Payout {
  submissionId: string
  taskId: string
  userId: string
  /** The doer's wallet at the time of the approval. */
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
  /** The creator of the task. '' in an item of an earlier version, until `settle` has read it from the task. */
  creatorId: string
  /** When the escrow of the task becomes refundable, in Unix seconds. 0 in an item of an earlier version, as above. */
  refundableAt: number
  /** Hashes of the transactions that this service signed to make this payout and that may still be mined. */
  signedHashes: string[]
}

/** Response of `POST /api/blockchain/release-reward`: 200 if paid or failed, 202 while due. `amount` in CENTS. */
export const releaseAnswer = object(() => ({
  status: z.enum(payoutStatuses),
  transactionHash: hash.nullable(),
  amount: z.number().int(),
  recipient: address,
  /** Present if the payout failed. */
  reason: z.string().optional(),
}))
export type ReleaseAnswer = z.infer<typeof releaseAnswer>

/** A failed payout in the admin's overview. */
export const payoutRow = object(() => ({
  submissionId: ulid,
  taskId: ulid,
  userId: ulid,
  recipient: address,
  /** CENTS. */
  amount: z.number().int(),
  reason: z.string().nullable(),
  createdAt: timestamp,
}))
