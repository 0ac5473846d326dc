import { useCallback, useEffect, useRef, useState } from 'react'
import { type ImageType, upload as limits } from '../../../../domain/limits.ts'
import { uploadTexts } from '../../../../domain/upload-texts.ts'
import { call, reasonOf } from '../../lib/api.ts'
import { plural } from '../../lib/format.ts'
import { imageType } from '../../lib/picture.ts'
import { putFile, type Sending } from '../../lib/put-file.ts'
import { toast } from '../../ui/toast.ts'
import { withSession } from '../auth/session-mutation.ts'
import { missingFile, type UploadedFile } from './proof.ts'

/** State of the upload of a proof file. `preview` is the URL of the picture; `tooLarge` can be shrunk. */
export type Upload =
  | { state: 'none'; problem: string | null; tooLarge?: File | undefined }
  | { state: 'sending'; file: File; preview: string; share: number }
  | { state: 'failed'; file: File; preview: string; problem: string }
  | { state: 'done'; file: UploadedFile; preview: string }

const none: Upload = { state: 'none', problem: null }

/** Uploads the proof file as soon as it is chosen. Another file replaces it. `kept` is the uploaded file of a draft. */
export function useUpload(kept: UploadedFile | null) {
  const [upload, setUpload] = useState<Upload>(
    kept ? { state: 'done', file: kept, preview: kept.fileUrl } : none,
  )
  const current = useRef(new AbortController())
  useEffect(() => () => current.current.abort(), [])
  useEffect(() => {
    if (!kept) return
    const { signal } = current.current
    const check = ({ exists }: { exists: boolean }) => {
      if (!exists && !signal.aborted) setUpload({ state: 'none', problem: deletedFile(kept.name) })
    }
    // Without an answer the file stays: the server checks it again when the proof is submitted.
    call('GET /api/check-file', { path: kept.fileUrl }).then(check, () => {})
  }, [kept])

  const choose = useCallback(async (file: File) => {
    current.current.abort()
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    const checked = await checkFile(file)
    if (signal.aborted) return
    if ('problem' in checked) {
      const { problem } = checked
      const tooLarge = problem === uploadTexts.tooLarge ? file : undefined
      return setUpload({ state: 'none', problem, tooLarge })
    }
    const preview = URL.createObjectURL(file)
    signal.addEventListener('abort', () => URL.revokeObjectURL(preview), { once: true })
    const become = (next: Upload) => {
      if (!signal.aborted) setUpload(next)
    }
    const onProgress = (share: number) => become({ state: 'sending', file, preview, share })
    onProgress(0)
    try {
      const fileUrl = await withSession(() => uploadProof(file, checked.type, { onProgress, signal }))
      if (signal.aborted) return
      become({ state: 'done', file: { fileUrl, name: file.name, size: file.size }, preview })
      toast({ title: 'File uploaded', tone: 'good' })
    } catch (error) {
      if (signal.aborted) return
      const problem = reasonOf(error).replace(/^Upload failed: /, '')
      become({ state: 'failed', file, preview, problem: `Upload failed: ${problem}` })
    }
  }, [])

  const remove = useCallback(() => {
    current.current.abort()
    setUpload(none)
  }, [])

  /** Shows that a file is missing. A file whose upload failed stays, so that the upload can be retried. */
  const requireFile = useCallback(() => {
    setUpload((before) => (before.state === 'failed' ? before : { state: 'none', problem: missingFile }))
  }, [])

  return { upload, file: upload.state === 'done' ? upload.file : null, choose, remove, requireFile }
}
export type UploadControls = ReturnType<typeof useUpload>

const deletedFile = (name: string) =>
  `Your picture ${name} is no longer stored, because an unused upload is deleted after ${plural(limits.unusedDays, 'day')}. Please choose it again.`

/** The image type by the file's first bytes, or why the file is refused. */
export async function checkFile(file: Blob): Promise<{ type: ImageType } | { problem: string }> {
  if (!file.type.startsWith('image/')) return { problem: uploadTexts.wrongType }
  if (file.size > limits.maxBytes) return { problem: uploadTexts.tooLarge }
  const type = await imageType(file)
  return type ? { type } : { problem: uploadTexts.wrongType }
}

/**
 * Uploads a checked picture by presigned PUT and returns its URL for `proofFileUrl`.
 * @throws ApiError if the API refuses the upload, Error 'Upload failed: …' if the PUT fails
 */
export async function uploadProof(file: Blob, type: ImageType, sending: Sending): Promise<string> {
  const place = await call('POST /api/submissions/upload', { contentType: type, size: file.size })
  if (!place.uploadUrl) throw new Error('Upload failed: The server gave no place for it.')
  await putFile(place.uploadUrl, place.headers ?? {}, file, sending)
  return place.fileUrl
}
