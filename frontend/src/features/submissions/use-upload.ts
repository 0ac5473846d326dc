import { useCallback, useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'
import type { Auth } from '../auth/auth.tsx'
import { missingFile, splitTitle } from './proof.ts'
import { checkFile, uploadProof } from './upload.ts'

/** A proof file on its way. `preview` is an object URL of the picture itself. */
export type Upload =
  | { state: 'none'; problem: string | null }
  | { state: 'sending'; file: File; preview: string; share: number }
  | { state: 'failed'; file: File; preview: string; problem: string }
  | { state: 'done'; file: File; preview: string; fileUrl: string }

const none: Upload = { state: 'none', problem: null }

const say = (problem: string) => toast({ ...(splitTitle(problem) ?? { title: problem }), tone: 'bad' })

/** The one file of a proof: uploads it as soon as it is chosen. A new choice takes the place of the old. */
export function useUpload(inSession: Auth['inSession']) {
  const [upload, setUpload] = useState<Upload>(none)
  const current = useRef(new AbortController())
  useEffect(() => () => current.current.abort(), [])

  const choose = useCallback(
    async (file: File) => {
      current.current.abort()
      const controller = new AbortController()
      current.current = controller
      const { signal } = controller
      const checked = await checkFile(file)
      if (signal.aborted) return
      if ('problem' in checked) {
        setUpload({ state: 'none', problem: checked.problem })
        return say(checked.problem)
      }
      const preview = URL.createObjectURL(file)
      signal.addEventListener('abort', () => URL.revokeObjectURL(preview), { once: true })
      const become = (next: Upload) => {
        if (!signal.aborted) setUpload(next)
      }
      const onProgress = (share: number) => become({ state: 'sending', file, preview, share })
      onProgress(0)
      try {
        const fileUrl = await inSession(() => uploadProof(file, checked.type, { onProgress, signal }))
        if (signal.aborted) return
        become({ state: 'done', file, preview, fileUrl })
        toast({ title: 'File uploaded', tone: 'good' })
      } catch (error) {
        if (signal.aborted) return
        const problem = reasonOf(error).replace(/^Upload failed: /, '')
        become({ state: 'failed', file, preview, problem: `Upload failed: ${problem}` })
        toast({ title: 'Upload failed', description: problem, tone: 'bad' })
      }
    },
    [inSession],
  )

  const remove = useCallback(() => {
    current.current.abort()
    setUpload(none)
  }, [])

  /** Says that there is nothing to send; a file whose upload failed stays, so that it can be tried again. */
  const askFor = useCallback(() => {
    setUpload((before) => (before.state === 'failed' ? before : { state: 'none', problem: missingFile }))
    say(missingFile)
  }, [])

  return { upload, choose, remove, askFor }
}
export type UploadControls = ReturnType<typeof useUpload>
