import { keys } from './keys.ts'
import { ConditionFailed, type Item, type Table, type Write } from './table.ts'

/** The right to use the signer's nonce, and the one transaction that may be in flight. */
export interface Lease {
  signer: string
  /** Grows with every holder: a write by an earlier holder does not pass. */
  fence: number
}

/** What was signed, written before it was broadcast. */
export interface InFlight {
  nonce: number
  /** The latest version signed for this nonce, and when (epoch milliseconds). */
  signed: { hash: string; bytes: string; at: number }
  /** Hashes of the versions before it: any of them may be the one that is mined. */
  earlier: string[]
  submissionIds: string[]
}

/** Takes the lease for `seconds`, or returns null while another holds it. `now` in epoch milliseconds. */
export async function acquire(
  table: Table,
  signer: string,
  now: number,
  seconds: number,
): Promise<Lease | null> {
  const held = await table.get(keys.lease(signer))
  const fence = Number(held?.fence ?? 0)
  if (held && Number(held.expiresAt) > now) return null
  try {
    await table.write([
      {
        update: keys.lease(signer),
        set: 'SET fence = :next, expiresAt = :expiresAt',
        condition: fence ? 'fence = :fence' : 'attribute_not_exists(pk)',
        values: {
          ':next': fence + 1,
          ':expiresAt': now + seconds * 1000,
          ...(fence && { ':fence': fence }),
        },
      },
    ])
    return { signer, fence: fence + 1 }
  } catch (error) {
    if (error instanceof ConditionFailed) return null
    throw error
  }
}

/** Sets the lease's end. @throws ConditionFailed when another has taken over. */
export async function extend(table: Table, lease: Lease, until: number): Promise<void> {
  await table.write([
    {
      update: keys.lease(lease.signer),
      set: 'SET expiresAt = :until',
      condition: 'fence = :fence',
      values: { ':until': until, ':fence': lease.fence },
    },
  ])
}

/** The write that lets a transaction through only while the lease is held. */
export const stillHeld = (lease: Lease): Write => ({
  check: keys.lease(lease.signer),
  condition: 'fence = :fence',
  values: { ':fence': lease.fence },
})

export async function inFlight(table: Table, signer: string): Promise<InFlight | undefined> {
  const item: Item | undefined = await table.get(keys.inFlight(signer))
  if (!item) return undefined
  return {
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
      put: { ...keys.inFlight(lease.signer), ...value },
      condition: first ? 'attribute_not_exists(pk)' : 'nonce = :nonce',
      ...(!first && { values: { ':nonce': value.nonce } }),
    },
  ])
}

/** Forgets the transaction in flight once its outcome is in the table. */
export async function clearInFlight(table: Table, lease: Lease, nonce: number): Promise<void> {
  await table.write([
    stillHeld(lease),
    { delete: keys.inFlight(lease.signer), condition: 'nonce = :nonce', values: { ':nonce': nonce } },
  ])
}
