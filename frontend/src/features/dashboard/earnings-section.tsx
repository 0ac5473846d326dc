import type { Summary } from '../../../../domain/views.ts'
import { formatCents, formatMonthDay, formatNumber } from '../../lib/format.ts'
import { FileButton } from './file-button.tsx'

type Weeks = Summary['weeks']

/** The person's earnings as a chart, a table and a file. Nothing before the first approval. */
export function EarningsSection({ completed, weeks }: Pick<Summary, 'completed' | 'weeks'>) {
  if (completed === 0) return null
  return (
    <section aria-labelledby="earnings" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="earnings" className="text-lg">
          Earnings over time
        </h2>
        <FileButton file="earnings">Download as CSV</FileButton>
      </div>
      {weeks.every(({ tasks }) => tasks === 0) ? (
        <p className="mt-4 text-ink-2">No earnings in the last {weeks.length} weeks.</p>
      ) : (
        <EarningsChart weeks={weeks} />
      )}
    </section>
  )
}

/** The weeks as a chart, and those with earnings as a table. Weeks begin on Mondays. */
function EarningsChart({ weeks }: { weeks: Weeks }) {
  const highest = Math.max(1, ...weeks.map(({ amount }) => amount))
  return (
    <>
      <svg
        role="img"
        aria-label={`Bar chart of your earnings in each of the last ${weeks.length} weeks, at most ${formatCents(highest)}. The table has the weeks with earnings.`}
        viewBox={`0 0 ${weeks.length} 1`}
        preserveAspectRatio="none"
        className="mt-4 h-32 w-full border-line-strong border-b"
      >
        {weeks.map(({ amount, start }, index) => (
          <rect
            key={start}
            x={index + 0.15}
            y={1 - amount / highest}
            width="0.7"
            height={amount / highest}
            className="fill-green-ink"
          />
        ))}
      </svg>
      <p aria-hidden="true" className="mt-1.5 flex justify-between gap-4 text-ink-2 text-sm">
        <span>{weeks.length} weeks ago</span>
        <span>Best week: {formatCents(highest)}</span>
        <span>This week</span>
      </p>
      <details className="mt-3 max-w-md text-sm">
        <summary className="py-2 font-medium">Show the table</summary>
        <table className="w-full text-left">
          <thead className="text-ink-2">
            <tr>
              <th scope="col">Week from</th>
              <th scope="col">Tasks</th>
              <th scope="col">CENTS</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {weeks
              .filter(({ tasks }) => tasks > 0)
              .reverse()
              .map(({ amount, start, tasks }) => (
                <tr key={start}>
                  <td className="py-1.5">{formatMonthDay(start)}</td>
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
