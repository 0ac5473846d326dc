import * as z from 'zod'
import { keys } from './keys.ts'
import { readItem, type Table, update, type Write, writeIfAll } from './table.ts'

/** Seconds for which a settle run holds the lease without renewing it. */
export const leaseSeconds = 60
const leaseMilliseconds = leaseSeconds * 1000

/** The exclusive right to sign. All signing keys share one lease, so a new key continues where the former key stopped. */
export interface Lease {
  /** The wallet of the holder's key. */
  signer: string
  /** Fencing number. It increases with each holder, and writes of earlier holders fail. */
  fence: number
  /** The end of the lease by the holder's clock, in epoch milliseconds. */
  until: number
  /** The creator after which the next reading of the due payouts starts; '' for the first creator. */
  turn: string
}

const storedLease = z.object({
  fence: z.number().default(0),
  /** Epoch milliseconds. */
  expiresAt: z.number().default(0),
  turn: z.string().default(''),
})

const storedInFlight = z.object({
  /** The wallet of the key that signed it. */
  signer: z.string(),
  nonce: z.number(),
  /** The latest version, and when it was signed (`at`, epoch milliseconds). */
  signed: z.object({ hash: z.string(), bytes: z.string(), at: z.number() }),
  /** The hashes of earlier versions: the same nonce with lower fees. Any version may be mined. */
  earlier: z.array(z.string()).default([]),
  /** The hashes of versions that hold slots instead of making the payouts. */
  holds: z.array(z.string()).default([]),
  /** The payouts that the transaction makes; empty for a refund and for a hold. */
  submissionIds: z.array(z.string()).default([]),
  /** For a refund or its first part: the task whose escrow the transaction closes or shrinks, and the CENTS that it returns. */
  refund: z
    .object({ taskId: z.string(), cents: z.number(), isFirstPart: z.literal(true).optional() })
    .optional(),
})

/** The transaction in flight. At most one is in flight, and it is written to the table before it is broadcast. */
export type InFlight = z.output<typeof storedInFlight>

/**
 * Takes the lease for this key, or returns null while another run holds it. `now` in epoch milliseconds. A lease that ends
 * later than twice its normal duration was set by a wrong clock, so it counts as ended. Its holder can no longer write,
 * because the fencing number increases.
 */
export async function acquire(table: Table, signer: string, now: number): Promise<Lease | null> {
  const { fence, expiresAt, turn } = storedLease.parse((await table.get(keys.lease)) ?? {})
  const left = expiresAt - now
  if (left > 0 && left <= 2 * leaseMilliseconds) return null
  const until = now + leaseMilliseconds
  const isTaken = await writeIfAll(table, [
    update(keys.lease, {
      set: { fence: fence + 1, expiresAt: until },
      // A run that took it and is told otherwise would leave it to nobody until it ends.
      once: true,
      condition: fence ? 'fence = :was' : 'attribute_not_exists(pk)',
      ...(fence && { values: { ':was': fence } }),
    }),
  ])
  return isTaken ? { signer, fence: fence + 1, until, turn } : null
}

/** Sets the lease's end (epoch milliseconds) and stores its turn. @throws ConditionFailed when another run has taken it */
export async function extend(table: Table, lease: Lease, until: number): Promise<void> {
  await table.write([
    update(keys.lease, {
      set: { expiresAt: until, turn: lease.turn },
      condition: 'fence = :fence',
      values: { ':fence': lease.fence },
    }),
  ])
  lease.until = until
}

/** Renews the lease once a third of its duration has passed. `now` in epoch milliseconds. @throws ConditionFailed as `extend` */
export async function keep(table: Table, lease: Lease, now: number): Promise<void> {
  if (lease.until - now < (leaseMilliseconds * 2) / 3) await extend(table, lease, now + leaseMilliseconds)
}

/** A condition for a DynamoDB transaction: no other run has taken the lease. */
export const stillHeld = (lease: Lease): Write => ({
  check: keys.lease,
  condition: 'fence = :fence',
  values: { ':fence': lease.fence },
})

export const inFlight = (table: Table) => readItem(table, storedInFlight, keys.inFlight)

/**
 * Writes the signed transaction to the table. Call it before the broadcast.
 * @throws ConditionFailed when the lease is lost or another transaction is in flight
 */
export async function recordInFlight(table: Table, lease: Lease, value: InFlight): Promise<void> {
  const first = value.earlier.length === 0
  await table.write([
    stillHeld(lease),
    {
      put: { ...keys.inFlight, ...value },
      condition: first ? 'attribute_not_exists(pk)' : 'nonce = :nonce',
      ...(!first && { values: { ':nonce': value.nonce } }),
    },
  ])
}

/** Deletes the transaction in flight after its outcome has been written. `more` are writes of the same transaction. */
export async function clearInFlight(
  table: Table,
  lease: Lease,
  nonce: number,
  more: Write[] = [],
): Promise<void> {
  await table.write([
    stillHeld(lease),
    { delete: keys.inFlight, condition: 'nonce = :nonce', values: { ':nonce': nonce } },
    ...more,
  ])
}
