import type { Submission } from '../../../domain/submission.ts'
import { asciiUrl } from '../lib/linkify.ts'
import { previewUrl } from '../lib/picture.ts'
import { ExternalLink } from './external-link.tsx'

type Parts = Pick<Submission, 'proofLink' | 'proofText' | 'proofFileUrl'>

/** A proof in little space, for its doer: a link, the first lines of a text, and a small picture that opens. */
export function ProofSummary({ proof: { proofFileUrl, proofLink, proofText } }: { proof: Parts }) {
  return (
    <div className="mt-3 flex flex-wrap items-start gap-4 text-sm">
      {proofFileUrl && (
        <ExternalLink href={proofFileUrl} arrow={false} className="shrink-0">
          <img
            src={previewUrl(proofFileUrl)}
            alt="Your proof"
            loading="lazy"
            className="size-20 rounded border border-line bg-sunk object-cover"
          />
        </ExternalLink>
      )}
      {proofLink && (
        <ExternalLink href={proofLink} className="break-all text-link">
          {asciiUrl(proofLink) ?? proofLink}
        </ExternalLink>
      )}
      {proofText && (
        <p
          dir="auto"
          className="line-clamp-3 max-w-prose wrap-anywhere border-line border-l-2 pl-3 text-ink-2"
        >
          {proofText}
        </p>
      )}
    </div>
  )
}
