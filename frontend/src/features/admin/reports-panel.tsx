import { Flag } from 'lucide-react'
import type { ReportCase } from '../../../../domain/report.ts'
import { reportReasons } from '../../../../domain/report-reasons.ts'
import { plural } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { DialogButtonLink } from '../../ui/dialog-link.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Time } from '../../ui/time.tsx'
import { DismissButton, HideButton, HideProfileButton, SuspendButton } from './moderation-buttons.tsx'

/** Open cases, the oldest first, with the actions that settle them. */
export function ReportsPanel() {
  return (
    <PagedList
      route="GET /api/admin/reports"
      input={{}}
      refetchOnMount="always"
      what="reports"
      title="Reports could not be loaded"
      more="Show newer cases"
      empty={
        <EmptyState icon={Flag} level="h2" title="No open reports">
          Reports of tasks, submissions and people appear here.
        </EmptyState>
      }
    >
      {(cases, list) => (
        <ul ref={list} className="flex flex-col gap-4">
          {cases.map((one) => (
            <li key={`${one.kind} ${one.id}`}>
              <Case report={one} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const kinds = { task: 'Task', submission: 'Submission', user: 'Person' }

function Case({ report }: { report: ReportCase }) {
  const { count, firstAt, id, kind, person, reports, task } = report
  const title = kind === 'user' ? person.username : (task?.title ?? id)
  return (
    <article className="rounded border border-line bg-card px-5 py-5 sm:px-7">
      <p className="flex flex-wrap items-center gap-2 text-ink-2 text-sm">
        <Badge>{kinds[kind]}</Badge>
        {task?.hidden && <Badge tone="held">Hidden</Badge>}
        {kind === 'user' && person.profileHidden && <Badge tone="held">Hidden</Badge>}
        {person.suspended && <Badge tone="refused">Suspended</Badge>}
        <span>
          {plural(count, 'report')} since <Time value={firstAt} />
        </span>
      </p>
      <h2 dir="auto" className="mt-2 wrap-anywhere text-lg">
        {title}
      </h2>
      {kind !== 'user' && (
        <p className="mt-0.5 text-ink-2 text-sm">
          {kind === 'task' ? 'Posted' : 'Submitted'} by{' '}
          <span className="break-all font-medium text-ink">{person.username}</span>
        </p>
      )}
      <ul className="mt-4 flex flex-col gap-3 border-line border-t pt-4">
        {reports.map(({ by, byName, createdAt, reason, words }) => (
          <li key={by} className="text-sm">
            <p>
              <strong className="font-semibold">{reportReasons[reason]}</strong>
              <span className="text-ink-2">
                , by <span className="break-all">{byName ?? by}</span>, <Time value={createdAt} />
              </span>
            </p>
            {words && (
              <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere border-line border-l-2 pl-3">
                {words}
              </p>
            )}
          </li>
        ))}
      </ul>
      {count > reports.length && (
        <p className="mt-3 text-ink-2 text-sm">And {plural(count - reports.length, 'more report')}.</p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {kind !== 'user' && (
          <DialogButtonLink
            dialog={kind === 'task' ? 'id' : 'review'}
            value={id}
            about={title}
            variant="secondary"
          >
            Open
          </DialogButtonLink>
        )}
        {task && kind === 'task' && <HideButton task={{ ...task, creatorId: person.id }} />}
        {kind === 'user' && <HideProfileButton person={person} />}
        <SuspendButton person={person} />
        <DismissButton subject={{ kind, id }} about={title} />
      </div>
    </article>
  )
}
