import * as z from 'zod'
import { address, hash, object, timestamp, ulid } from './schema.ts'

export const payoutStatuses = ['due', 'paid', 'failed'] as const

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

/** A payout, without its slot. */
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
