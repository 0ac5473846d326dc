import * as z from 'zod'
import { keys } from './keys.ts'
import { ConditionFailed, type Table, type Write } from './table.ts'

/** Whose a kept file is and who may see it: anyone (profile pictures), or its owner, one reviewer and admins. */
const stored = z.object({
  key: z.string(),
  /** Where its bytes are: a name that this one use of them made. */
  object: z.string(),
  ownerId: z.string(),
  contentType: z.string(),
  /** The task's creator, for a proof; null for a public picture. */
  reviewerId: z.string().nullable(),
})
export type KeptFile = z.output<typeof stored>

/** The write that notes a kept file, in the transaction that uses it. */
export const put = (file: KeptFile): Write => ({
  put: { ...keys.file(file.key), ...file },
  condition: 'attribute_not_exists(pk)',
})

export async function get(table: Table, key: string): Promise<KeptFile | undefined> {
  const item = await table.get(keys.file(key))
  return item && stored.parse(item)
}

/** Forgets a kept file. */
export const forget = (table: Table, key: string): Promise<void> => table.write([{ delete: keys.file(key) }])

/** Notes a file outside of another transaction. @returns 'used' when it was noted before, or null */
export async function note(table: Table, file: KeptFile): Promise<'used' | null> {
  try {
    await table.write([put(file)])
    return null
  } catch (error) {
    if (error instanceof ConditionFailed) return 'used'
    throw error
  }
}
