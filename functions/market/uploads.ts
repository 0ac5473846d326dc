import { ulid } from 'ulid'
import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { extensionOf, type ImageType, imageType } from '../../domain/image.ts'
import { upload as limit } from '../../domain/limits.ts'
import type { Context, UserContext } from '../context.ts'
import * as kept from '../table/files.ts'
import type { Write } from '../table/table.ts'

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
 * Uses an uploaded file of the caller as a proof that this reviewer may see. `save` gets the write that notes it, for
 * the transaction that needs the file, and says why that was refused, or null.
 * @returns what `save` returned
 * @throws invalid (not the caller's, or missing), tooLarge, unsupportedType
 */
export async function asProof<Refusal>(
  context: UserContext,
  url: string,
  reviewerId: string,
  save: (note: Write) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const key = ownKey(context, url)
  // Its old presigned PUT may still work: what is kept already must not be read from there again.
  const before = await kept.get(context.table, key)
  // That the note is refused in the transaction lets its other refusals, such as a full task, be told first.
  if (before) return save(kept.put(before))
  return keep(context, key, reviewerId, (file) => save(kept.put(file)))
}

/**
 * Uses an uploaded file of the caller as their picture, for everyone to see; using it again changes nothing.
 * @throws conflict for a proof, which stays private; else as `asProof`
 */
export async function asPicture(context: UserContext, url: string): Promise<void> {
  const key = ownKey(context, url)
  let before = await kept.get(context.table, key)
  if (!before) {
    const refused = await keep(context, key, null, (file) => kept.note(context.table, file))
    if (!refused) return
    before = await kept.get(context.table, key)
  }
  if (before?.reviewerId === null) return
  throw new AppError('conflict', 'This file is the proof of a submission. Please upload another picture.')
}

/** Takes back a picture of the caller that nobody shows any more. */
export async function removePicture({ files, log, table, user }: UserContext, url: string): Promise<void> {
  const key = keyOf(url)
  const note = key && (await kept.get(table, key))
  if (!note || note.ownerId !== user.id || note.reviewerId !== null) return
  await kept.forget(table, note.key)
  // Without its note nobody reaches it; that the store cannot be tidied now is no reason to fail.
  await files.remove('kept', note.object).catch((error: Error) => log.warn('a replaced picture stays', error))
}

/**
 * Keeps the bytes that were checked under a name of their own, where neither a presigned PUT nor another use of the same
 * upload reaches them, and takes them back when they were refused. After an error they stay: the write may have passed.
 */
async function keep<Refusal>(
  { files, log, now, user }: UserContext,
  key: string,
  reviewerId: string | null,
  save: (file: kept.KeptFile) => Promise<Refusal | null>,
) {
  const bytes = await files.read('incoming', key, limit.maxBytes)
  if (bytes === 'too large') throw tooLarge()
  if (!bytes) throw missing()
  const contentType = imageType(bytes)
  if (!contentType) throw wrongType()
  const object = newKey(user.id, contentType, now())
  await files.put('kept', object, bytes, contentType)
  const refused = await save({ key, object, ownerId: user.id, contentType, reviewerId })
  if (refused !== null) {
    // The refusal is the answer, whether or not the store can be tidied now.
    await files.remove('kept', object).catch((error: Error) => log.warn('a refused file stays', error))
  }
  return refused
}

/** @throws invalid for what cannot be an upload of the caller */
function ownKey({ user }: UserContext, url: string): string {
  const key = keyOf(url)
  if (!key?.startsWith(`${user.id}/`)) throw missing()
  return key
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
    return open ? { folder: 'kept' as const, key: note.object, contentType: note.contentType } : null
  }
  const own = user !== null && key.startsWith(`${user.id}/`)
  if (!own || !(await files.exists('incoming', key))) return null
  const type = Object.entries(extensionOf).find(([, extension]) => key.endsWith(`.${extension}`))?.[0]
  return { folder: 'incoming' as const, key, contentType: type ?? 'application/octet-stream' }
}

/** A short-lived URL of a file that the caller may see. @throws notFound */
export async function show(context: Context, { key }: Input<'GET /api/files/{key+}'>) {
  const found = await place(context, key)
  if (!found) throw new AppError('notFound', 'There is no such file')
  return context.files.presignGet(found.folder, found.key, found.contentType)
}

/** Whether a file exists for the caller to see; `path` is a file's address or its key. */
export async function check(context: UserContext, { path }: Input<'GET /api/check-file'>) {
  const key = keyOf(path) ?? path
  const found = await place(context, key)
  return { exists: found !== null && (await context.files.exists(found.folder, found.key)) }
}
