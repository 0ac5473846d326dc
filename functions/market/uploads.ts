import { ulid } from 'ulid'
import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { extensionOf, type ImageType, imageType } from '../../domain/image.ts'
import { upload as limit } from '../../domain/limits.ts'
import { Answer } from '../answer.ts'
import type { Context, UserContext } from '../context.ts'
import * as kept from '../table/files.ts'

/** What was sent to an upload route: the file itself, or what is going to be PUT. */
type Sent = Input<'POST /api/submissions/upload'>

const wrongType = () =>
  new AppError('unsupportedType', 'Invalid file type: Please upload an image file (JPEG, PNG, GIF).')
const tooLarge = () => new AppError('tooLarge', 'File too large: File size should be less than 2MB.')
const missing = () => new AppError('invalid', 'There is no such file of yours. Please upload it again.')

const urlOf = (key: string) => `/api/files/${key}`
const isImageType = (value: string): value is ImageType => Object.hasOwn(extensionOf, value)

/** Takes a proof picture. */
export const proof = async (context: UserContext, sent: Sent) => {
  const { url, ...presigned } = await take(context, sent)
  return { fileUrl: url, ...presigned }
}

/** Takes a profile picture. */
export const profileImage = async (context: UserContext, sent: Sent) => {
  const { url, ...presigned } = await take(context, sent)
  return { imageUrl: url, ...presigned }
}

async function take({ files, now, user }: UserContext, sent: Sent) {
  if ('file' in sent) {
    if (sent.file.length > limit.maxBytes) throw tooLarge()
    const type = imageType(sent.file)
    if (!type) throw wrongType()
    const key = newKey(user.id, type, now())
    await files.put('incoming', key, sent.file, type)
    return { url: urlOf(key) }
  }
  if (!isImageType(sent.contentType)) throw wrongType()
  if (sent.size > limit.maxBytes) throw tooLarge()
  const key = newKey(user.id, sent.contentType, now())
  return { url: urlOf(key), ...(await files.presignPut(key, sent.contentType, sent.size)) }
}

const newKey = (userId: string, type: ImageType, now: number) => `${userId}/${ulid(now)}.${extensionOf[type]}`

/**
 * Checks an uploaded file that its owner now uses, and keeps those very bytes where no presigned PUT reaches them.
 * @returns what to note in the table, with the key; for a file that is in use already, what was noted then
 * @throws invalid (not the caller's, or missing), tooLarge, unsupportedType
 */
export async function use(
  { files, table, user }: UserContext,
  url: string,
  reviewerId: string | null,
): Promise<kept.KeptFile> {
  const key = keyOf(url)
  if (!key?.startsWith(`${user.id}/`)) throw missing()
  // Its old presigned PUT may still work: what is kept already must not be read from there again.
  const before = await kept.get(table, key)
  if (before) return before
  const bytes = await files.read('incoming', key, limit.maxBytes)
  if (bytes === 'too large') throw tooLarge()
  if (!bytes) throw missing()
  const contentType = imageType(bytes)
  if (!contentType) throw wrongType()
  await files.put('kept', key, bytes, contentType)
  return { key, ownerId: user.id, contentType, reviewerId }
}

const keyPattern = /^[0-9A-HJKMNP-TV-Z]{26}\/[0-9A-HJKMNP-TV-Z]{26}\.(?:jpg|png|gif)$/

/** '/api/files/{key}' → key, or null for anything else. */
function keyOf(url: string): string | null {
  const key = url.startsWith(urlOf('')) ? url.slice(urlOf('').length) : ''
  return keyPattern.test(key) ? key : null
}

/** Where the caller may read this file, or null: a kept one by its rule, an unused one by its owner alone. */
async function place({ files, table, user }: Context, key: string) {
  if (!keyPattern.test(key)) return null
  const note = await kept.get(table, key)
  if (note) {
    const open =
      note.reviewerId === null ||
      (user !== null && (user.isAdmin || user.id === note.ownerId || user.id === note.reviewerId))
    return open ? { folder: 'kept' as const, key, contentType: note.contentType } : null
  }
  const own = user !== null && key.startsWith(`${user.id}/`)
  if (!own || !(await files.exists('incoming', key))) return null
  const type = Object.entries(extensionOf).find(([, extension]) => key.endsWith(`.${extension}`))?.[0]
  return { folder: 'incoming' as const, key, contentType: type ?? 'application/octet-stream' }
}

/** Redirects to a short-lived address of a file that the caller may see. @throws notFound */
export async function show(context: Context, { key }: Input<'GET /api/files/{key+}'>) {
  const found = await place(context, key)
  if (!found) throw new AppError('notFound', 'There is no such file')
  const location = await context.files.presignGet(found.folder, found.key, found.contentType)
  return new Answer({}, { status: 302, location })
}

/** Whether a file exists for the caller to see; `path` is a file's address or its key. */
export async function check(context: UserContext, { path }: Input<'GET /api/check-file'>) {
  const key = keyOf(path) ?? path
  const found = await place(context, key)
  return { exists: found !== null && (await context.files.exists(found.folder, found.key)) }
}
