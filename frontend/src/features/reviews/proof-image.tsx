import { clsx as cx } from 'clsx'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { ui } from '../../../../domain/limits.ts'
import { call } from '../../lib/api.ts'
import { previewUrl } from '../../lib/picture.ts'
import { Button } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'

/** Whether the file of a picture that could not be loaded still exists. `asking` while the request runs. */
type FileState = 'asking' | 'there' | 'gone' | 'unknown'

const fileStateTexts: Record<FileState, string> = {
  asking: 'Looking whether the file is still there…',
  there: 'The file is there, so loading it again may help.',
  gone: 'The file is not there any more. Ask for it in your feedback, or try again.',
  unknown: 'We could not find out whether the file is still there.',
}

/** A proof picture, at most 450 px high. If loading fails, a placeholder offers to reload it. */
export function ProofImage({ url }: { url: string }) {
  const [attempt, setAttempt] = useState(0)
  const [isShown, setShown] = useState(false)
  const [fileState, setFileState] = useState<FileState | null>(null)

  const checkFile = async () => {
    setFileState('asking')
    const answer = await call('GET /api/check-file', { path: url }).catch(() => null)
    setFileState(answer ? (answer.exists ? 'there' : 'gone') : 'unknown')
  }
  const reload = () => {
    setFileState(null)
    setShown(false)
    setAttempt(attempt + 1)
  }

  if (fileState) {
    return (
      <div className="flex flex-col items-start gap-4 rounded border border-line-strong border-dashed px-5 py-7 sm:flex-row sm:items-center">
        <ImageOff aria-hidden="true" strokeWidth={1.5} className="size-8 shrink-0 text-ink-3" />
        <div className="flex-1" role="status">
          <p className="font-medium">The picture cannot be shown.</p>
          <p className="text-ink-2 text-sm">{fileStateTexts[fileState]}</p>
        </div>
        <Button variant="secondary" size="sm" onClick={reload}>
          Reload Image
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <img
        // Another fragment makes the browser request the same file again.
        src={attempt > 0 ? `${previewUrl(url)}#${attempt}` : previewUrl(url)}
        alt="What was handed in as proof"
        onLoad={() => setShown(true)}
        onError={() => void checkFile()}
        style={{ maxHeight: ui.proofPreviewPx }}
        className={cx(
          'max-w-full rounded border border-line bg-sunk object-contain',
          !isShown && 'h-56 w-full animate-pulse',
        )}
      />
      <ExternalLink href={url} className="text-green-ink text-sm underline underline-offset-4">
        Open in full size
      </ExternalLink>
    </div>
  )
}
