import { useEffect, useRef, useState } from 'react'
import { upload as limits } from '../../../domain/limits.ts'
import { uploadTexts } from '../../../domain/upload-texts.ts'
import { call, reasonOf } from '../lib/api.ts'
import { noConnection } from '../lib/connectivity.ts'
import { plural } from '../lib/format.ts'
import { toast } from './toast.ts'

/** A picture that the server has, as a draft stores it. `size` in bytes. */
export interface UploadedFile {
  fileUrl: string
  name: string
  size: number
}

/** State of an upload. `preview` is the URL of the picture; null if the file cannot be shown or sent. */
export type Upload =
  | { state: 'none'; problem: string | null }
  | { state: 'shrinking' | 'sending'; file: File; preview: string }
  | { state: 'failed'; file: File; preview: string | null; problem: string }
  | { state: 'done'; file: UploadedFile; preview: string }

export const isUnderWay = ({ state }: Upload): boolean => state === 'shrinking' || state === 'sending'

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

/** A file that is refused; trying again with the same file would not help. */
class Refusal extends Error {}

/** A copy of a picture that is small enough to be sent. @throws Refusal if this browser cannot make one */
async function shrink(file: File): Promise<File> {
  const { shrinkToFit } = await import('../lib/shrink-picture.ts')
  return shrinkToFit(file).catch(() => {
    throw new Refusal(uploadTexts.tooLarge)
  })
}

/**
 * Uploads a picture as soon as it is chosen, and makes it smaller before if it is too large. Another one replaces it. `kept` is
 * the uploaded picture of a draft.
 */
export function useUpload({ request, texts }: UploadPurpose, kept?: UploadedFile | null) {
  const [upload, setUpload] = useState<Upload>(
    kept ? { state: 'done', file: kept, preview: kept.fileUrl } : none,
  )
  const input = useRef<HTMLInputElement>(null)
  const current = useRef(new AbortController())
  /** The result of the newest choice; null if nothing is chosen. */
  const result = useRef<Promise<UploadedFile | 'failed'> | null>(kept ? Promise.resolve(kept) : null)
  useEffect(() => () => current.current.abort(), [])
  useEffect(() => {
    if (!kept) return
    const { signal } = current.current
    const check = ({ exists }: { exists: boolean }) => {
      if (exists || signal.aborted) return
      result.current = null
      setUpload({ state: 'none', problem: deletedFile(kept.name) })
    }
    // Without an answer the file stays: the server checks it again when the proof is submitted.
    call('GET /api/check-file', { path: kept.fileUrl }).then(check, () => {})
  }, [kept])

  const send = async (chosen: File, signal: AbortSignal): Promise<UploadedFile | 'failed'> => {
    const become = (next: Upload) => {
      if (!signal.aborted) setUpload(next)
    }
    let preview: string | null = null
    let file = chosen
    try {
      if (!(limits.types as readonly string[]).includes(file.type)) throw new Refusal(texts.wrongType)
      preview = URL.createObjectURL(file)
      const url = preview
      signal.addEventListener('abort', () => URL.revokeObjectURL(url), { once: true })
      if (file.size > limits.maxBytes) {
        become({ state: 'shrinking', file, preview })
        file = await shrink(file)
      }
      become({ state: 'sending', file, preview })
      const { fileUrl, headers, uploadUrl } = await request({ contentType: file.type, size: file.size })
      if (!uploadUrl) throw new Error('The server gave no place for it.')
      const init = { method: 'PUT', headers: headers ?? {}, body: file, signal }
      const stored = await fetch(uploadUrl, init).catch(() => null)
      if (!stored?.ok) throw new Error(stored ? `${stored.statusText || stored.status}` : noConnection)
      const uploaded = { fileUrl, name: file.name, size: file.size }
      become({ state: 'done', file: uploaded, preview })
      if (!signal.aborted) toast({ title: 'File uploaded', tone: 'good' })
      return uploaded
    } catch (error) {
      const isRefused = error instanceof Refusal
      const problem = isRefused ? error.message : `${texts.failed}: ${reasonOf(error, texts.unknown)}`
      become({ state: 'failed', file, preview: isRefused ? null : preview, problem })
      return 'failed'
    }
  }

  const choose = (file: File) => {
    current.current.abort()
    current.current = new AbortController()
    result.current = send(file, current.current.signal)
  }

  /**
   * Waits for the upload. A failed one gets the focus, so that its message is read.
   * @returns the uploaded picture, 'failed', or null if nothing is chosen
   */
  const uploaded = async () => {
    let newest: typeof result.current
    let file: UploadedFile | 'failed' | null
    do {
      newest = result.current
      file = await newest
    } while (newest !== result.current)
    if (file === 'failed') input.current?.focus()
    return file
  }

  const remove = () => {
    current.current.abort()
    result.current = null
    setUpload(none)
  }

  /** Shows that a picture is missing. */
  const requireFile = () => setUpload({ state: 'none', problem: texts.missing ?? null })

  const file = upload.state === 'done' ? upload.file : null
  return { input, upload, file, choose, remove, requireFile, uploaded }
}
export type UploadControls = ReturnType<typeof useUpload>

const deletedFile = (name: string) =>
  `Your picture ${name} is no longer stored, because an unused upload is deleted after ${plural(limits.unusedDays, 'day')}. Please choose it again.`
