import { keys } from './keys.ts'
import { ConditionFailed, type Item, type Table, type Write } from './table.ts'

/** Seconds for which a settle run holds the lease without renewing it. */
export const leaseSeconds = 60
const leaseMilliseconds = leaseSeconds * 1000

/** The right to sign. There is one lease, whichever key signs: a new key continues where the former one stopped. */
export interface Lease {
  /** The wallet of the holder's key. */
  signer: string
  /** Fencing number: it grows with every holder, and a write by an earlier holder fails. */
  fence: number
  /** When it ends, by the holder's clock (epoch milliseconds). */
  until: number
}

/** The one transaction that may be in flight: what was signed, written before it was broadcast. */
export interface InFlight {
  /** The wallet of the key that signed it. */
  signer: string
  nonce: number
  /** The latest version signed for this nonce, and when (epoch milliseconds). */
  signed: { hash: string; bytes: string; at: number }
  /** Hashes of the versions before it: any of them may be the one that is mined. */
  earlier: string[]
  /** The payouts that it makes. */
  submissionIds: string[]
  /** The task whose escrow it closes instead, and the CENTS that this returns. */
  refund?: { taskId: string; cents: number } | undefined
}

/**
 * Takes the lease for this key, or returns null while another run holds it. `now` in epoch milliseconds. A lease that
 * ends later than any holder would set it comes from a wrong clock and counts as ended; the fencing number still stops
 * its holder from writing.
 */
export async function acquire(table: Table, signer: string, now: number): Promise<Lease | null> {
  const held = await table.get(keys.lease)
  const fence = Number(held?.fence ?? 0)
  const left = Number(held?.expiresAt ?? 0) - now
  if (left > 0 && left <= 2 * leaseMilliseconds) return null
  const until = now + leaseMilliseconds
  try {
    await table.write([
      {
        update: keys.lease,
        set: 'SET fence = :next, expiresAt = :expiresAt',
        condition: fence ? 'fence = :fence' : 'attribute_not_exists(pk)',
        values: {
          ':next': fence + 1,
          ':expiresAt': until,
          ...(fence && { ':fence': fence }),
        },
      },
    ])
    return { signer, fence: fence + 1, until }
  } catch (error) {
    if (error instanceof ConditionFailed) return null
    throw error
  }
}

/** Sets the lease's end (epoch milliseconds). @throws ConditionFailed when another run has taken it */
export async function extend(table: Table, lease: Lease, until: number): Promise<void> {
  await table.write([
    {
      update: keys.lease,
      set: 'SET expiresAt = :until',
      condition: 'fence = :fence',
      values: { ':until': until, ':fence': lease.fence },
    },
  ])
  lease.until = until
}

/** Renews the lease when a third of its time has passed. `now` in epoch milliseconds. @throws ConditionFailed as `extend` */
export async function keep(table: Table, lease: Lease, now: number): Promise<void> {
  if (lease.until - now < (leaseMilliseconds * 2) / 3) await extend(table, lease, now + leaseMilliseconds)
}

/** A condition for a DynamoDB transaction: the lease is still held. */
export const stillHeld = (lease: Lease): Write => ({
  check: keys.lease,
  condition: 'fence = :fence',
  values: { ':fence': lease.fence },
})

/** The transaction in flight, if any. */
export async function inFlight(table: Table): Promise<InFlight | undefined> {
  const item: Item | undefined = await table.get(keys.inFlight)
  if (!item) return undefined
  return {
    signer: String(item.signer),
    nonce: Number(item.nonce),
    signed: item.signed as InFlight['signed'],
    earlier: item.earlier as string[],
    submissionIds: item.submissionIds as string[],
    refund: item.refund as InFlight['refund'],
  }
}

/**
 * Writes the signed bytes. Call it before the broadcast.
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

/** Deletes the transaction in flight after its outcome has been written. */
export async function clearInFlight(table: Table, lease: Lease, nonce: number): Promise<void> {
  await table.write([
    stillHeld(lease),
    { delete: keys.inFlight, condition: 'nonce = :nonce', values: { ':nonce': nonce } },
  ])
}
