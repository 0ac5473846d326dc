import { useQuery } from '@tanstack/react-query'
import { clsx as cx } from 'clsx'
import { ImageOff, ZoomIn, ZoomOut } from 'lucide-react'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ui } from '../../../../domain/limits.ts'
import type { Appeal, Submission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import { asciiUrl } from '../../lib/linkify.ts'
import { previewUrl } from '../../lib/picture.ts'
import { apiQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { isImage } from './review-rules.ts'

/** The submitted proof with the doer's notes, and the task's requirements. */
export function Proof({ submission, task }: { submission: Submission; task: Task }) {
  return (
    <div className="flex flex-col gap-5">
      <details open={innerWidth >= 768} className="rounded border border-line px-4 py-3">
        <summary className="font-medium text-ink-2 text-sm">What the task asks for</summary>
        <RichText text={task.requirements} className="mt-2" />
      </details>
      <ProofParts proof={submission} />
      {submission.notes && (
        <Part name="Notes">
          <RichText text={submission.notes} />
        </Part>
      )}
    </div>
  )
}

/** The link, text and file of a proof, or of the corrected proof of an appeal. */
export function ProofParts({
  proof: { proofLink, proofText, proofFileUrl },
}: {
  proof: Pick<Submission | Appeal, 'proofLink' | 'proofText' | 'proofFileUrl'>
}) {
  return (
    <>
      {proofLink && (
        <Part name="Link">
          <ExternalLink href={proofLink} className="break-all text-link">
            {asciiUrl(proofLink) ?? proofLink}
          </ExternalLink>
        </Part>
      )}
      {proofText && (
        <Part name="Text">
          <RichText text={proofText} className="border-line border-l-2 pl-4" />
        </Part>
      )}
      {proofFileUrl && (
        <Part name="File">
          {isImage(proofFileUrl) ? (
            <ProofImage key={proofFileUrl} url={proofFileUrl} />
          ) : (
            <ExternalLink href={proofFileUrl} className="text-link">
              Open the file
            </ExternalLink>
          )}
        </Part>
      )}
    </>
  )
}

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1.5 text-ink-3 text-sm">{name}</h3>
    {children}
  </section>
)

/** A proof picture, at most 450 px high. If loading fails, a placeholder offers to reload it. */
function ProofImage({ url }: { url: string }) {
  const [attempt, setAttempt] = useState(0)
  const [isBroken, setBroken] = useState(false)
  const { data: file, isFetching } = useQuery({
    ...apiQuery('GET /api/check-file', { path: url }),
    enabled: isBroken,
    gcTime: 0,
    staleTime: 0,
  })
  if (!isBroken)
    return (
      <div className="flex flex-col items-start gap-2">
        <ZoomablePicture url={url} attempt={attempt} onError={() => setBroken(true)} />
        <ExternalLink href={url} className="text-link text-sm">
          Open in full size
        </ExternalLink>
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-4 rounded border border-line-strong border-dashed px-5 py-7 sm:flex-row sm:items-center">
      <ImageOff aria-hidden="true" strokeWidth={1.5} className="size-8 shrink-0 text-ink-3" />
      <div className="flex-1" role="status">
        <p className="font-medium">The picture cannot be shown.</p>
        <p className="text-ink-2 text-sm">
          {isFetching
            ? 'Looking whether the file is still there…'
            : !file
              ? 'We could not find out whether the file is still there.'
              : file.exists
                ? 'The file is there, so loading it again may help.'
                : 'The file is not there any more. Ask for it in your feedback, or try again.'}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          setBroken(false)
          setAttempt(attempt + 1)
        }}
      >
        Reload Image
      </Button>
    </div>
  )
}

interface PictureProps {
  url: string
  attempt: number
  onError: () => void
}

/** A click shows the stored picture in its own size or, if that is wider, in twice the width of the frame, which scrolls. */
function ZoomablePicture({ url, attempt, onError }: PictureProps) {
  const [isShown, setShown] = useState(false)
  /** The clicked point as parts of width and height, while the picture is enlarged. */
  const [zoom, setZoom] = useState<{ x: number; y: number } | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current: box } = frame
    if (!zoom || !box) return
    box.scrollTo(
      zoom.x * box.scrollWidth - box.clientWidth / 2,
      zoom.y * box.scrollHeight - box.clientHeight / 2,
    )
  }, [zoom])
  const toggle = ({ clientX, clientY, currentTarget, detail }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const point = { x: (clientX - left) / width, y: (clientY - top) / height }
    setZoom(zoom ? null : detail === 0 ? { x: 0.5, y: 0.5 } : point)
  }
  const src = zoom ? url : previewUrl(url)
  const Icon = zoom ? ZoomOut : ZoomIn
  return (
    <div className="relative max-w-full">
      <div
        ref={frame}
        className="max-w-full overflow-auto rounded border border-line bg-sunk"
        style={{ maxHeight: ui.proofPreviewPx }}
      >
        <button
          type="button"
          aria-label={zoom ? 'Zoom out' : 'Zoom in'}
          onClick={toggle}
          className={cx('block', zoom ? 'w-[200%] min-w-max cursor-zoom-out' : 'cursor-zoom-in')}
        >
          <img
            // Another fragment makes the browser request the same file again.
            src={attempt > 0 ? `${src}#${attempt}` : src}
            alt="What was submitted as proof"
            onLoad={() => setShown(true)}
            onError={onError}
            style={zoom ? undefined : { maxHeight: ui.proofPreviewPx - 2 }}
            className={cx(
              zoom ? 'min-w-full max-w-none' : 'max-w-full object-contain',
              !isShown && 'h-56 w-full animate-pulse',
            )}
          />
        </button>
      </div>
      {isShown && (
        <Icon
          aria-hidden="true"
          className="pointer-events-none absolute right-3 bottom-3 size-8 rounded bg-card p-1.5 text-ink shadow-float"
        />
      )}
    </div>
  )
}
