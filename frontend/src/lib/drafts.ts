import { readStored, writeStored } from './browser-storage.ts'

/** Days for which the browser stores the unsent input of a form. */
const keptDays = 30

/** `keptAt` in milliseconds since the epoch. */
interface Draft {
  keptAt: number
  fields: object
}

/** All drafts of this browser that have not expired, by name. */
function readAll(): Map<string, Draft> {
  const oldest = Date.now() - keptDays * 86_400_000
  try {
    const kept = Object.entries<Draft | null>(JSON.parse(readStored('drafts') ?? '{}'))
    return new Map(kept.filter((entry): entry is [string, Draft] => (entry[1]?.keptAt ?? 0) > oldest))
  } catch {
    return new Map()
  }
}

/**
 * The stored input of a form, or null. Fields that are missing or have another type are those of `empty`. `name`
 * contains the id of the user, or of something that only one user edits: another user of the browser does not see the draft.
 */
export function readDraft<Fields extends object>(name: string, empty: Fields): Fields | null {
  const { fields } = readAll().get(name) ?? {}
  if (!fields) return null
  const valid = Object.entries(fields).filter(
    ([field, value]) => typeof value === typeof empty[field as keyof Fields],
  )
  return { ...empty, ...Object.fromEntries(valid) }
}

/** Stores the input of a form; null deletes it. Returns false if the browser does not store it. */
export function keepDraft(name: string, fields: object | null): boolean {
  const drafts = readAll()
  drafts.delete(name)
  if (fields) drafts.set(name, { keptAt: Date.now(), fields })
  return writeStored('drafts', JSON.stringify(Object.fromEntries(drafts)))
}
