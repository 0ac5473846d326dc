import { type ImageType, imageType } from '../../../../domain/image.ts'
import { upload as limits } from '../../../../domain/limits.ts'
import { call } from '../../lib/api.ts'
import { putFile, type Sending } from '../../lib/put-file.ts'

/** The specification's sentences about proof files (section 5). */
export const fileTexts = {
  wrongType: 'Invalid file type: Please upload an image file (JPEG, PNG, GIF).',
  tooLarge: 'File too large: File size should be less than 2MB.',
} as const

/** What the browser's own choice of files offers. */
export const acceptedTypes = limits.types.join(',')

/** A picture is what its bytes say: the type to upload it as, or why it cannot be. The server looks in the same way. */
export async function checkFile(file: Blob): Promise<{ type: ImageType } | { problem: string }> {
  if (!file.type.startsWith('image/')) return { problem: fileTexts.wrongType }
  if (file.size > limits.maxBytes) return { problem: fileTexts.tooLarge }
  const type = imageType(new Uint8Array(await file.arrayBuffer()))
  return type ? { type } : { problem: fileTexts.wrongType }
}

/**
 * Uploads a checked picture by presigned PUT (design section 7) and answers its address for `proofFileUrl`.
 * @throws ApiError when there is no place for it, Error 'Upload failed: …' when the PUT fails
 */
export async function uploadProof(file: Blob, type: ImageType, sending: Sending): Promise<string> {
  const place = await call('POST /api/submissions/upload', { contentType: type, size: file.size })
  if (!place.uploadUrl) throw new Error('Upload failed: The server gave no place for it.')
  await putFile(place.uploadUrl, place.headers ?? {}, file, sending)
  return place.fileUrl
}
