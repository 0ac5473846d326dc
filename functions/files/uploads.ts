import { ulid } from 'ulid'
import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { type ImageType, upload as limits, throttles } from '../../domain/limits.ts'
import type { Context, UserContext } from '../runtime/context.ts'
import { sha256 } from '../runtime/crypto.ts'
import { countAttempt } from '../runtime/throttle.ts'
import * as encodingSlots from '../table/encoding-slots.ts'
import { lookPrefix } from '../table/equal-proofs.ts'
import * as storedFiles from '../table/files.ts'
import type { Write } from '../table/table.ts'
import type { Files } from './bucket.ts'
import { keyOf, keyPattern, removeObjects, urlOf } from './kept-files.ts'
import { encode, type Picture, pictureLook, tooLarge, typeOf, wrongType } from './picture.ts'

/** The body of an upload: the file itself, or the type and size of a file that the browser is going to PUT. */
type Sent = Input<'POST /api/submissions/upload'>

const missing = () => new AppError('invalid', 'There is no such file of yours. Please upload it again.')

const extensionOf: Record<ImageType, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' }
const isImageType = (value: string): value is ImageType => Object.hasOwn(extensionOf, value)

export const uploadProof = async (context: UserContext, sent: Sent) => {
  const { url, ...presigned } = await upload(context, sent)
  return { fileUrl: url, ...presigned }
}

export const uploadProfileImage = async (context: UserContext, sent: Sent) => {
  const { url, ...presigned } = await upload(context, sent)
  return { imageUrl: url, ...presigned }
}

async function upload(context: UserContext, sent: Sent) {
  const { files, now, user } = context
  await countAttempt(context, [{ name: `uploads#${user.id}`, ...throttles.uploads }])
  if ('file' in sent) {
    if (sent.file.length > limits.maxBytes) throw tooLarge()
    // A body and a presigned PUT are stored in the same way when they are used. Encoded now to answer an error now.
    const { type } = await encodeOnce(context, user.id, sent.file)
    const key = newKey(user.id, type, now())
    await files.put('incoming', key, sent.file, type)
    return { url: urlOf(key) }
  }
  if (!isImageType(sent.contentType)) throw wrongType()
  if (sent.size > limits.maxBytes) throw tooLarge()
  const key = newKey(user.id, sent.contentType, now())
  return { url: urlOf(key), ...(await files.presignPut(key, sent.contentType, sent.size)) }
}

/** `copy`: the key under which an encoded picture is stored in `incoming` until its use. */
type Encoded = Picture & { copy: string }

/** Milliseconds between two tries to claim a slot, and the number of tries. */
const [slotPause, slotTries] = [250, 40]

/**
 * Encodes a picture of the caller, or reads the stored copy if these bytes were encoded before. The key of the copy names
 * their hash, so a presigned PUT that replaces the upload never gets the copy of the former bytes.
 * @throws tooManyRequests if the account encodes too often, or if other files occupy its slots; the errors of `encode`
 */
async function encodeOnce(context: Context, userId: string, bytes: Uint8Array): Promise<Encoded> {
  const { files, log, now, sleep, table } = context
  const hash = sha256(bytes)
  const copy = `${userId}/${hash}.encoded`
  for (let tries = 0; tries < slotTries; tries++) {
    if (tries > 0) await sleep(slotPause)
    const stored = await readCopy(files, copy)
    if (stored) return stored
    const release = await encodingSlots.claim(table, userId, hash, now())
    if (!release) continue
    try {
      return (await readCopy(files, copy)) ?? (await encodeNow(context, userId, copy, bytes))
    } finally {
      // The caller gets the picture although the slot stays occupied until its lease ends.
      await release().catch((error: Error) => log.warn('encoding slot not released', error))
    }
  }
  const text = 'Your other pictures are still being checked. Please try again in a few seconds.'
  throw new AppError('tooManyRequests', text, undefined, 5)
}

async function encodeNow(
  context: Context,
  userId: string,
  copy: string,
  bytes: Uint8Array,
): Promise<Encoded> {
  const { files } = context
  await countAttempt(context, [{ name: `pictures#${userId}`, ...throttles.pictures }])
  const picture = await encode(bytes)
  // If the copy exists, its preview exists.
  if (picture.preview) await files.put('incoming', `${copy}.preview`, picture.preview, picture.type)
  await files.put('incoming', copy, picture.bytes, picture.type)
  return { ...picture, copy }
}

async function readCopy(files: Files, copy: string): Promise<Encoded | null> {
  const bytes = await files.read('incoming', copy)
  if (!bytes) return null
  return { bytes, copy, type: typeOf(bytes), preview: await files.read('incoming', `${copy}.preview`) }
}

const newKey = (userId: string, type: ImageType, now: number) => `${userId}/${ulid(now)}.${extensionOf[type]}`

/**
 * Stores an uploaded file of the caller as a proof that this reviewer may see.
 * @param save saves the submission together with the given write, which creates the file's item, and is given the hash of the
 * stored picture for `equalTo`. It returns why that was refused, or null
 * @returns what `save` returned
 * @throws invalid (not the caller's, or missing), tooLarge, unsupportedType
 */
export async function storeProof<Refusal>(
  context: UserContext,
  url: string,
  reviewerId: string,
  save: (createFile: Write, look?: string) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const key = ownKey(context, url)
  // The presigned PUT of a file that is stored already may still be valid, so its upload is not read a second time.
  const before = await storedFiles.get(context.table, key)
  // The transaction will refuse the second item of the file. Other refusals, such as a full task, take precedence.
  if (before) return save(storedFiles.put(before))
  return storeCopy(context, key, reviewerId, (file, look) => save(storedFiles.put(file), look))
}

/**
 * Stores an uploaded file of the caller as a public profile picture. A second call with the same file changes nothing.
 * @throws conflict when the file is a proof, which stays private; the errors of `storeProof`
 */
export async function storePicture(context: UserContext, url: string): Promise<void> {
  const key = ownKey(context, url)
  let before = await storedFiles.get(context.table, key)
  if (!before) {
    const refused = await storeCopy(context, key, null, (file) => storedFiles.create(context.table, file))
    if (!refused) return
    before = await storedFiles.get(context.table, key)
  }
  if (before?.reviewerId === null) return
  throw new AppError('conflict', 'This file is the proof of a submission. Please upload another picture.')
}

/**
 * Encodes an upload again into objects of its own, which neither a presigned PUT nor another use of the same upload can
 * change. Deletes them when `save` refuses the file. After an error they stay, because the write may have succeeded.
 */
async function storeCopy<Refusal>(
  context: UserContext,
  key: string,
  reviewerId: string | null,
  save: (file: storedFiles.StoredFile, look: string) => Promise<Refusal | null>,
) {
  const { files, log, now, user } = context
  const upload = await readUpload(files, key)
  const picture = await encodeOnce(context, user.id, upload)
  const { bytes, preview, type: contentType } = picture
  const object = newKey(user.id, contentType, now())
  const previewKey = preview && `${object}.preview`
  await files.put('kept', object, bytes, contentType)
  if (previewKey) await files.put('kept', previewKey, preview, contentType)
  const file = { key, object, preview: previewKey, ownerId: user.id, contentType, reviewerId }
  // A picture without a perceptual hash is still a proof: it is compared by its bytes.
  const look = await pictureLook(picture).catch((error: Error) => {
    log.warn('picture not hashed', { error: error.name })
    return null
  })
  const refused = await save(file, look ? `${lookPrefix}${look}` : sha256(bytes))
  // The caller gets the refusal even if the objects cannot be deleted now.
  if (refused !== null) await removeObjects(files, log, file)
  return refused
}

/** The bytes that were uploaded, whatever they are. @throws invalid when there are none, tooLarge beyond 2 MiB */
async function readUpload(files: Files, key: string): Promise<Uint8Array> {
  const bytes = await files.read('incoming', key, limits.maxBytes)
  if (!bytes) throw missing()
  return bytes
}

/** The key of an upload of the caller. @throws invalid for any other URL */
function ownKey({ user }: UserContext, url: string): string {
  const key = keyOf(url)
  if (!key?.startsWith(`${user.id}/`)) throw missing()
  return key
}

/** The object of a file that the caller may read, or null. Only its owner may read an upload that is not used yet. */
async function findReadable({ files, table, user }: Context, key: string) {
  if (!keyPattern.test(key)) return null
  const file = await storedFiles.get(table, key)
  if (file) {
    const { contentType, object, ownerId, preview, reviewerId } = file
    const permitted =
      reviewerId === null ||
      (user !== null && (user.isAdmin || user.id === ownerId || user.id === reviewerId))
    return permitted
      ? { folder: 'kept' as const, key: object, preview: preview ?? object, contentType }
      : null
  }
  const own = user !== null && key.startsWith(`${user.id}/`)
  return own && (await files.exists('incoming', key))
    ? { folder: 'incoming' as const, key, ownerId: user.id }
    : null
}

/**
 * A short-lived URL of a picture that the caller may see. Of an upload that is not used yet, the encoded copy is served: what a client sent is never served.
 * @throws notFound; for an upload, the errors of `encode`
 */
export async function presignedUrl(context: Context, { key, size }: Input<'GET /api/files/{key+}'>) {
  const { files } = context
  const found = await findReadable(context, key)
  if (!found) throw new AppError('notFound', 'There is no such file')
  if (found.folder === 'kept')
    return files.presignGet('kept', size ? found.preview : found.key, found.contentType)
  const { copy, type } = await encodeOnce(context, found.ownerId, await readUpload(files, key))
  return files.presignGet('incoming', copy, type)
}

/** Whether a file exists that the caller may read; `path` is the URL or the key of the file. */
export async function exists(context: UserContext, { path }: Input<'GET /api/check-file'>) {
  const key = keyOf(path) ?? path
  const found = await findReadable(context, key)
  return { exists: found !== null && (await context.files.exists(found.folder, found.key)) }
}
