import type { UserContext } from '../runtime/context.ts'
import type { Log } from '../runtime/log.ts'
import * as storedFiles from '../table/files.ts'
import type { Files } from './bucket.ts'

export const urlOf = (key: string) => `/api/files/${key}`

export const keyPattern = /^[0-9A-HJKMNP-TV-Z]{26}\/[0-9A-HJKMNP-TV-Z]{26}\.(?:jpg|png|gif)$/

/** '/api/files/{key}' → key, or null for anything else. */
export function keyOf(url: string): string | null {
  const key = url.startsWith(urlOf('')) ? url.slice(urlOf('').length) : ''
  return keyPattern.test(key) ? key : null
}

/** Deletes a former profile picture of the caller. */
export async function removePicture({ files, log, table, user }: UserContext, url: string): Promise<void> {
  const key = keyOf(url)
  const file = key && (await storedFiles.get(table, key))
  if (!file || file.ownerId !== user.id || file.reviewerId !== null) return
  await storedFiles.remove(table, file.key)
  // Nobody can read an object without its item, so the call succeeds even if the objects cannot be deleted now.
  await removeObjects(files, log, file)
}

export async function removeObjects(files: Files, log: Log, { object, preview }: storedFiles.StoredFile) {
  for (const key of preview ? [object, preview] : [object])
    await files.remove('kept', key).catch((error: Error) => log.warn('unused file not deleted', error))
}
