import type { Appeal, Submission } from '../../../../domain/submission.ts'
import { asciiUrl } from '../../lib/linkify.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { ProofImage } from './proof-image.tsx'
import { isImage } from './review-rules.ts'

const label = 'mb-1.5 text-ink-3 text-sm'

/** The submitted proof with the doer's notes, and the task's requirements. */
export function ProofView({ submission, requirements }: { submission: Submission; requirements: string }) {
  return (
    <div className="flex flex-col gap-5">
      <details open={innerWidth >= 768} className="rounded border border-line px-4 py-3">
        <summary className="font-medium text-ink-2 text-sm">What the task asks for</summary>
        <RichText text={requirements} className="mt-2" />
      </details>
      <ProofParts proof={submission} />
      {submission.notes && (
        <section>
          <h3 className={label}>Notes</h3>
          <RichText text={submission.notes} />
        </section>
      )}
    </div>
  )
}

/** The link, text and file of a proof, or of the corrected proof of an appeal. */
export function ProofParts({
  proof: { proofLink, proofText, proofFileUrl },
}: {
  proof: Submission | Appeal
}) {
  return (
    <>
      {proofLink && (
        <section>
          <h3 className={label}>Link</h3>
          <ExternalLink
            href={proofLink}
            className="break-all font-medium text-green-ink underline underline-offset-4"
          >
            {asciiUrl(proofLink) ?? proofLink}
          </ExternalLink>
        </section>
      )}
      {proofText && (
        <section>
          <h3 className={label}>Text</h3>
          <RichText text={proofText} className="border-line border-l-2 pl-4" />
        </section>
      )}
      {proofFileUrl && (
        <section>
          <h3 className={label}>File</h3>
          {isImage(proofFileUrl) ? (
            <ProofImage key={proofFileUrl} url={proofFileUrl} />
          ) : (
            <ExternalLink href={proofFileUrl} className="text-green-ink underline underline-offset-4">
              Open the file
            </ExternalLink>
          )}
        </section>
      )}
    </>
  )
}
