import { useEffect, useRef, useState } from 'react'
import { upload as limits } from '../../../domain/limits.ts'
import { uploadTexts } from '../../../domain/upload-texts.ts'
import { call, reasonOf } from '../lib/api.ts'
import { plural } from '../lib/format.ts'
import { toast } from './toast.ts'

/** A picture that the server has, as a draft stores it. `size` in bytes. */
export interface UploadedFile {
  fileUrl: string
  name: string
  size: number
}

/** State of an upload. `preview` is the URL of the picture; `tooLarge` can be shrunk. */
export type Upload =
  | { state: 'none'; problem: string | null; tooLarge?: File | undefined }
  | { state: 'sending'; file: File; preview: string }
  | { state: 'failed'; file: File; preview: string; problem: string }
  | { state: 'done'; file: UploadedFile; preview: string }

/** What a picture is for: how a presigned upload is requested, and the texts of errors. */
export interface UploadPurpose {
  request: (file: { contentType: string; size: number }) => Promise<{
    fileUrl: string
    uploadUrl?: string | undefined
    headers?: Record<string, string> | undefined
  }>
  /** The texts for a file of another type, before the reason of a failed upload, and without a reason. */
  texts: { wrongType: string; failed: string; missing?: string; unknown?: string }
}

const none: Upload = { state: 'none', problem: null }

/** Uploads a picture as soon as it is chosen. Another one replaces it. `kept` is the uploaded picture of a draft. */
export function useUpload({ request, texts }: UploadPurpose, kept?: UploadedFile | null) {
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

  const choose = async (file: File) => {
    current.current.abort()
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    if (!(limits.types as readonly string[]).includes(file.type))
      return setUpload({ state: 'none', problem: texts.wrongType })
    if (file.size > limits.maxBytes)
      return setUpload({ state: 'none', problem: uploadTexts.tooLarge, tooLarge: file })
    const preview = URL.createObjectURL(file)
    signal.addEventListener('abort', () => URL.revokeObjectURL(preview), { once: true })
    const become = (next: Upload) => {
      if (!signal.aborted) setUpload(next)
    }
    become({ state: 'sending', file, preview })
    try {
      const { fileUrl, headers, uploadUrl } = await request({ contentType: file.type, size: file.size })
      if (!uploadUrl) throw new Error('The server gave no place for it.')
      const init = { method: 'PUT', headers: headers ?? {}, body: file, signal }
      const stored = await fetch(uploadUrl, init).catch(() => null)
      if (signal.aborted) return
      if (!stored?.ok)
        throw new Error(stored ? `${stored.statusText || stored.status}` : 'The connection was lost.')
      become({ state: 'done', file: { fileUrl, name: file.name, size: file.size }, preview })
      toast({ title: 'File uploaded', tone: 'good' })
    } catch (error) {
      become({
        state: 'failed',
        file,
        preview,
        problem: `${texts.failed}: ${reasonOf(error, texts.unknown)}`,
      })
    }
  }

  const remove = () => {
    current.current.abort()
    setUpload(none)
  }

  /** Shows that a picture is missing. One whose upload failed stays, so that the upload can be retried. */
  const requireFile = () =>
    setUpload((before) =>
      before.state === 'failed' ? before : { state: 'none', problem: texts.missing ?? null },
    )

  return { upload, file: upload.state === 'done' ? upload.file : null, choose, remove, requireFile }
}
export type UploadControls = ReturnType<typeof useUpload>

const deletedFile = (name: string) =>
  `Your picture ${name} is no longer stored, because an unused upload is deleted after ${plural(limits.unusedDays, 'day')}. Please choose it again.`
