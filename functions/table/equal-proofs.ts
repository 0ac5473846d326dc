import { equality } from '../../domain/limits.ts'
import { type Key, keys } from './keys.ts'
import { type Item, type Table, update, type Write } from './table.ts'

/**
 * Which submissions to a task have equal proofs. An item for each hash of a proof names the submissions with it that are not
 * rejected. All pictures of a task share one item, because theirs are compared, not equal.
 */
interface Proven {
  id: string
  taskId: string
  proofHashes: string[]
}

/** Begins the hash of a picture: 256 bits in hex follow, of which equal pictures may differ in some. */
export const lookPrefix = 'look '

/** The items of a submission's hashes, and what they contain of it: `id` or `id bits`. */
const entriesOf = ({ id, proofHashes, taskId }: Proven): { key: Key; entry: string }[] =>
  proofHashes.map((hash) =>
    hash.startsWith(lookPrefix)
      ? { key: keys.proof(taskId, 'PICTURES'), entry: `${id} ${hash.slice(lookPrefix.length)}` }
      : { key: keys.proof(taskId, hash), entry: id },
  )

/** The writes that name a new submission. */
export const add = (value: Proven): Write[] =>
  entriesOf(value).map(({ entry, key }) => update(key, { add: { entries: new Set([entry]) } }))

/** The writes that remove a rejected submission. */
export const remove = (value: Proven): Write[] =>
  entriesOf(value).map(({ entry, key }) => update(key, { subtract: { entries: new Set([entry]) } }))

/** For each of these submissions, the ids of the others with an equal proof. */
export async function equalTo(table: Table, list: Proven[]): Promise<string[][]> {
  const items = await table.getAll(list.flatMap((one) => entriesOf(one).map(({ key }) => key)))
  const nameOf = ({ pk, sk }: Key | Item) => `${pk} ${sk}`
  const stored = new Map(items.map((item) => [nameOf(item), [...((item.entries ?? []) as Set<string>)]]))
  return list.map((one) => {
    const equal = entriesOf(one).flatMap(({ entry, key }) =>
      (stored.get(nameOf(key)) ?? []).filter((other) => areEqual(entry, other)),
    )
    return [...new Set(equal.map((other) => idOf(other)))].filter((id) => id !== one.id)
  })
}

const idOf = (entry: string) => entry.split(' ', 1)[0] ?? ''

function areEqual(one: string, other: string): boolean {
  const [bits, otherBits] = [one, other].map((entry) => entry.split(' ')[1])
  if (!bits || !otherBits) return true
  const different = BigInt(`0x${bits}`) ^ BigInt(`0x${otherBits}`)
  return different.toString(2).replaceAll('0', '').length <= equality.differentBits
}
