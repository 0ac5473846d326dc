import { keys } from './keys.ts'
import { ConditionFailed, type Item, type Table, type Write } from './table.ts'

/** Seconds for which a settler holds the lease without renewing it. */
export const leaseSeconds = 60
const leaseMilliseconds = leaseSeconds * 1000

/**
 * The right to sign, and the one transaction that may be in flight. There is one of each, whichever key signs: a new key
 * takes over from the former one where that left off.
 */
export interface Lease {
  /** The address of the holder's key. */
  signer: string
  /** Grows with every holder: a write by an earlier holder does not pass. */
  fence: number
  /** Until when it is held, by the holder's clock (epoch milliseconds). */
  until: number
}

/** What was signed, written before it was broadcast. */
export interface InFlight {
  /** The address of the key that signed it. */
  signer: string
  nonce: number
  /** The latest version signed for this nonce, and when (epoch milliseconds). */
  signed: { hash: string; bytes: string; at: number }
  /** Hashes of the versions before it: any of them may be the one that is mined. */
  earlier: string[]
  submissionIds: string[]
}

/**
 * Takes the lease for this key, or returns null while another process holds it. `now` in epoch milliseconds. One that
 * ends further away than any holder sets it comes from a clock that is wrong, and counts as over: the fencing number
 * keeps its holder from writing all the same.
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

/** Sets the lease's end. @throws ConditionFailed when another has taken over. */
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

/** Renews the lease once a third of its time is over. `now` in epoch milliseconds. @throws ConditionFailed as `extend` */
export async function keep(table: Table, lease: Lease, now: number): Promise<void> {
  if (lease.until - now < (leaseMilliseconds * 2) / 3) await extend(table, lease, now + leaseMilliseconds)
}

/** The write that lets a transaction through only while the lease is held. */
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
  }
}

/**
 * Writes the signed bytes, before anything is broadcast.
 * @throws ConditionFailed when the lease is lost or another transaction is in flight.
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

/** Forgets the transaction in flight once its outcome is in the table. */
export async function clearInFlight(table: Table, lease: Lease, nonce: number): Promise<void> {
  await table.write([
    stillHeld(lease),
    { delete: keys.inFlight, condition: 'nonce = :nonce', values: { ':nonce': nonce } },
  ])
}
