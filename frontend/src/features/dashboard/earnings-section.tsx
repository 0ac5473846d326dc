import type { Dashboard } from '../../../../domain/views.ts'
import { saveCsv } from '../../lib/csv.ts'
import { formatCents, formatMonthDay, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { approvedOf, earningsRecords } from './files.ts'

const weeks = 26
const week = 7 * 86_400_000

/** CENTS and tasks that were approved in each of the last 26 weeks. The last week ends `now` (milliseconds). */
export const weeklyEarnings = (submissions: Dashboard['submissions'], now: number) =>
  Array.from({ length: weeks }, (_, index) => {
    const end = now - (weeks - 1 - index) * week
    const approved = approvedOf(submissions).filter(({ approvedAt }) => {
      const age = end - Date.parse(approvedAt)
      return age >= 0 && age < week
    })
    const amount = approved.reduce((sum, { task }) => sum + (task?.reward ?? 0), 0)
    return { label: formatMonthDay(new Date(end).toISOString()), amount, tasks: approved.length }
  })

/** The person's earnings as a chart, a table and a file. Nothing before the first approval. */
export function EarningsSection({ submissions, totals }: Pick<Dashboard, 'submissions' | 'totals'>) {
  const records = earningsRecords(submissions)
  if (records.length === 0) return null
  const earnings = weeklyEarnings(submissions, Date.now())
  return (
    <section aria-labelledby="earnings" className="whole-only mt-12">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="earnings" className="text-lg">
          Earnings over time
        </h2>
        <Button variant="secondary" size="sm" onClick={() => saveCsv('earnings', records)}>
          Download as CSV
        </Button>
      </div>
      {totals.completed > records.length && (
        <p className="mt-2 text-ink-2 text-sm">
          The chart and the file contain only your newest submissions.
        </p>
      )}
      {earnings.every(({ tasks }) => tasks === 0) ? (
        <p className="mt-4 text-ink-2">No earnings in the last {weeks} weeks.</p>
      ) : (
        <EarningsChart earnings={earnings} />
      )}
    </section>
  )
}

/** The weeks as a chart, and those with earnings as a table. */
function EarningsChart({ earnings }: { earnings: ReturnType<typeof weeklyEarnings> }) {
  const highest = Math.max(1, ...earnings.map(({ amount }) => amount))
  return (
    <>
      <svg
        role="img"
        aria-label={`Bar chart of your earnings in each of the last ${weeks} weeks, at most ${formatCents(highest)}. The table has the weeks with earnings.`}
        viewBox={`0 0 ${weeks} 1`}
        preserveAspectRatio="none"
        className="mt-4 h-32 w-full border-line-strong border-b"
      >
        {earnings.map(({ amount, label }, index) => (
          <rect
            key={label}
            x={index + 0.15}
            y={1 - amount / highest}
            width="0.7"
            height={amount / highest}
            className="fill-green-ink"
          />
        ))}
      </svg>
      <p aria-hidden="true" className="mt-1.5 flex justify-between gap-4 text-ink-2 text-sm">
        <span>{weeks} weeks ago</span>
        <span>Best week: {formatCents(highest)}</span>
        <span>Today</span>
      </p>
      <details className="mt-3 max-w-md text-sm">
        <summary className="py-2 font-medium">Show the table</summary>
        <table className="w-full text-left">
          <thead className="text-ink-2">
            <tr>
              <th scope="col">Week until</th>
              <th scope="col">Tasks</th>
              <th scope="col">CENTS</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {earnings
              .filter(({ tasks }) => tasks > 0)
              .reverse()
              .map(({ amount, label, tasks }) => (
                <tr key={label}>
                  <td className="py-1.5">{label}</td>
                  <td>{tasks}</td>
                  <td>{formatNumber(amount)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
