import { useQuery } from '@tanstack/react-query'
import { clsx as cx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Scorecard as Score } from '../../../domain/scorecard.ts'
import { approvalRate, formatDate, formatNumber, plural } from '../lib/format.ts'
import { apiQuery } from '../lib/query.ts'
import { Badge } from './badge.tsx'
import { Skeleton } from './page-states.tsx'
import { Perforation, ReceiptLine, Ticket } from './ticket.tsx'
import { Avatar } from './user.tsx'

interface ScorecardProps {
  scorecard: Score
  /** Which of the two histories is shown: how the person judged proofs, or how their proofs were judged. */
  as: 'poster' | 'doer'
  /** The heading, such as 'As a poster'. */
  title: ReactNode
  className?: string
}

/** The history of a person as a poster or as a doer: the approval rate first and large. */
export function Scorecard({ scorecard, as, title, className }: ScorecardProps) {
  const { poster, doer } = scorecard
  const verdicts = scorecard[as]
  const rate = approvalRate(verdicts)
  const isNewPoster = as === 'poster' && poster.tasks === 0
  return (
    <Ticket className={cx('@container', className)}>
      <div className="flex flex-col gap-2 px-5 pt-5 pb-4 @lg:flex-row @lg:items-center @lg:justify-between">
        <h3 dir="auto" className="wrap-anywhere font-medium text-sm tracking-normal">
          {title}
        </h3>
        {rate === null ? (
          <p className="text-ink-2">{isNewPoster ? 'No tasks posted yet' : 'No proofs reviewed yet'}</p>
        ) : (
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-[680] text-4xl leading-none tracking-[-0.02em]">{rate}%</span>{' '}
            <span className="text-ink-2 text-sm">
              of {plural(verdicts.approved + verdicts.rejected, 'proof')} approved
            </span>
          </p>
        )}
      </div>
      {!isNewPoster && (
        <>
          <Perforation />
          <dl className="grid gap-x-10 gap-y-2 px-5 py-4 text-sm @lg:grid-cols-2">
            {as === 'poster' ? <PosterLines {...poster} /> : <DoerLines {...doer} />}
          </dl>
        </>
      )}
    </Ticket>
  )
}

function PosterLines({ tasks, medianReview, automatic, appealsLost }: Score['poster']) {
  return (
    <>
      <ReceiptLine label="Tasks posted">{formatNumber(tasks)}</ReceiptLine>
      {medianReview && (
        <>
          <ReceiptLine label="Half of proofs reviewed within">{formatReviewTime(medianReview)}</ReceiptLine>
          <ReceiptLine label="Approved automatically" className={automatic > 0 ? 'text-amber' : ''}>
            {formatNumber(automatic)}
          </ReceiptLine>
          <ReceiptLine label="Appeals lost" className={appealsLost > 0 ? 'text-red' : ''}>
            {formatNumber(appealsLost)}
          </ReceiptLine>
        </>
      )}
    </>
  )
}

function DoerLines({ approved, rejected, since }: Score['doer']) {
  return (
    <>
      {approved + rejected > 0 && <ReceiptLine label="Proofs approved">{formatNumber(approved)}</ReceiptLine>}
      <ReceiptLine label="Member since">{formatDate(since)}</ReceiptLine>
    </>
  )
}

/** '1 hour', '2 days' or 'more than 14 days'. */
export function formatReviewTime({ hours, isLonger }: NonNullable<Score['poster']['medianReview']>): string {
  const time = hours < 24 ? plural(hours, 'hour') : plural(hours / 24, 'day')
  return isLonger ? `more than ${time}` : time
}

/** The scorecard of the user with this id, with a link to their public page. */
export function ScorecardOf({
  userId,
  as,
  className,
}: Pick<ScorecardProps, 'as' | 'className'> & { userId: string }) {
  const { data, error } = useQuery(apiQuery('GET /api/users/{userId}', { userId }))
  if (error)
    return <p className={cx('text-ink-2 text-sm', className)}>The {as}’s history could not be loaded.</p>
  if (!data) return <Skeleton className={cx('h-40', className)} />
  const { scorecard, suspended, username } = data
  return (
    <Scorecard
      scorecard={scorecard}
      as={as}
      {...(className && { className })}
      title={
        <span className="flex items-center gap-3">
          <Avatar user={data} className="size-10 shrink-0" />
          <span className="min-w-0">
            {as === 'poster' ? 'Posted by ' : 'Proof by '}
            <Link
              to={`/u/${username}`}
              className="inline-flex min-h-6 min-w-6 items-center font-semibold underline underline-offset-4"
            >
              {username}
            </Link>{' '}
            {suspended && <Badge tone="refused">Suspended</Badge>}
          </span>
        </span>
      }
    />
  )
}
