import { keys } from './keys.ts'
import { ConditionFailed, type Table, type Write } from './table.ts'

/** Whose a kept file is and who may see it: anyone (profile pictures), or its owner, one reviewer and admins. */
export interface KeptFile {
  key: string
  ownerId: string
  contentType: string
  /** The task's creator, for a proof; null for a public picture. */
  reviewerId: string | null
}

/** The write that notes a kept file, in the transaction that uses it. */
export const put = (file: KeptFile): Write => ({
  put: { ...keys.file(file.key), ...file },
  condition: 'attribute_not_exists(pk)',
})

export async function get(table: Table, key: string): Promise<KeptFile | undefined> {
  const item = await table.get(keys.file(key))
  if (!item) return undefined
  return {
    key,
    ownerId: String(item.ownerId),
    contentType: String(item.contentType),
    reviewerId: item.reviewerId ? String(item.reviewerId) : null,
  }
}

/** Notes a file outside of another transaction; noting it again is no error. */
export async function keep(table: Table, file: KeptFile): Promise<void> {
  try {
    await table.write([put(file)])
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
  }
}
