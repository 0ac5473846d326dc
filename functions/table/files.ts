import * as z from 'zod'
import { keys } from './keys.ts'
import { readItem, type Table, type Write, writeIfAll } from './table.ts'

/** A file that is in use. Anyone may read a profile picture; a proof only its owner, its reviewer and admins. */
const stored = z.object({
  key: z.string(),
  /** The key of its object in the bucket, which is not the key of the upload. */
  object: z.string(),
  /** The key of the object with its preview. Null: the picture needs none, or was stored before previews existed. */
  preview: z.string().nullable().default(null),
  ownerId: z.string(),
  contentType: z.string(),
  /** The task's creator, for a proof; null for a public picture. */
  reviewerId: z.string().nullable(),
})
export type StoredFile = z.output<typeof stored>

/** The write that creates the file's item, for the transaction that uses the file. */
export const put = (file: StoredFile): Write => ({
  put: { ...keys.file(file.key), ...file },
  condition: 'attribute_not_exists(pk)',
})

export const get = (table: Table, key: string) => readItem(table, stored, keys.file(key))

export const remove = (table: Table, key: string): Promise<void> => table.write([{ delete: keys.file(key) }])

/** Creates the file's item alone. @returns 'used' when the file is in use already, or null */
export const create = async (table: Table, file: StoredFile): Promise<'used' | null> =>
  (await writeIfAll(table, [{ ...put(file), once: true }])) ? null : 'used'
