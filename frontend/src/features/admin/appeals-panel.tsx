import { Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { appeal as limits } from '../../../../domain/limits.ts'
import { canDecideAppeal } from '../../../../domain/review-rights.ts'
import type { NamedSubmission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import type { User } from '../../../../domain/user.ts'
import type { AdminAppeals } from '../../../../domain/views.ts'
import { formatCents, formatRelative } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { DialogButtonLink } from '../../ui/dialog-link.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { ReviewTime } from '../../ui/review-time.tsx'
import { UserName } from '../../ui/user.tsx'
import type { useAppeals } from './admin-data.ts'
import { DecideSelected } from './decide-appeals.tsx'

const overdue = limits.overdueDays * 86_400_000

/** Open appeals, and submissions whose automatic approval waits for an admin or a wallet; each list oldest first. */
export function AppealsPanel({ query, user }: { query: ReturnType<typeof useAppeals>; user: User }) {
  return (
    <Loaded query={query} what="the appeals">
      {(data) => <Lists {...data} user={user} />}
    </Loaded>
  )
}

function Lists({ appeals, waiting, user }: AdminAppeals & { user: User }) {
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const own = appeals.filter((one) => canDecideAppeal(user, one.task, one))
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    select(next)
  }
  if (appeals.length + waiting.length === 0)
    return (
      <EmptyState level="h2" icon={Scale} title="No appeals found">
        Appeals of rejected doers show here, and proofs that are not paid automatically until an admin has
        looked at them.
      </EmptyState>
    )
  return (
    <>
      {appeals.length > 0 && (
        <List
          title="Open appeals"
          actions={
            own.length > 1 && (
              <DecideSelected appeals={own} selected={selected} onSelect={(ids) => select(new Set(ids))} />
            )
          }
        >
          {appeals.map((one) => (
            <Case
              key={one.id}
              submission={one}
              action={own.includes(one) ? 'Decide' : 'View'}
              selection={
                own.length > 1 &&
                own.includes(one) && (
                  <Checkbox checked={selected.has(one.id)} onChange={() => toggle(one.id)}>
                    <span className="sr-only">
                      Select {one.task.title} by {one.submitterName}
                    </span>
                  </Checkbox>
                )
              }
            >
              <p dir="auto" className="mt-1.5 line-clamp-2 wrap-anywhere">
                “{one.appeal?.message}”
              </p>
              <p className="mt-1.5 flex flex-wrap items-center gap-2">
                <Badge tone="paid">Pays {formatCents(one.task.reward)} if upheld</Badge>
                <Opened openedAt={one.appeal?.createdAt ?? one.updatedAt} />
                {!own.includes(one) && <Badge>Another admin decides: you took part</Badge>}
              </p>
            </Case>
          ))}
        </List>
      )}
      {waiting.length > 0 && (
        <List title="Not paid automatically">
          {waiting.map((one) => (
            <Case key={one.id} submission={one} action={one.waitsFor === 'wallet' ? 'View' : 'Review'}>
              <p className="mt-1.5">
                <ReviewTime submission={one} />
              </p>
            </Case>
          ))}
        </List>
      )}
    </>
  )
}

function Opened({ openedAt }: { openedAt: string }) {
  const isOverdue = Date.now() - Date.parse(openedAt) > overdue
  return (
    <span className={isOverdue ? 'font-semibold text-red text-sm' : 'text-ink-2 text-sm'}>
      Opened {formatRelative(openedAt, Date.now())}
      {isOverdue && ', overdue'}
    </span>
  )
}

function List({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-10">
      <h2 className="mb-2 text-xl">{title}</h2>
      {actions}
      <ul className="divide-y divide-line border-line border-y">{children}</ul>
    </section>
  )
}

interface CaseProps {
  submission: NamedSubmission & { task: Pick<Task, 'title'> }
  action: string
  selection?: ReactNode
  children: ReactNode
}

function Case({ submission, action, selection, children }: CaseProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      {selection}
      <div className="min-w-0 flex-1 basis-56">
        <h3 dir="auto" className="wrap-anywhere font-semibold">
          {submission.task.title}
        </h3>
        <p className="mt-0.5 text-ink-2 text-sm">
          By <UserName id={submission.userId} name={submission.submitterName} />
        </p>
        {children}
      </div>
      <DialogButtonLink
        dialog="review"
        value={submission.id}
        about={submission.task.title}
        variant={action === 'View' ? 'secondary' : 'primary'}
      >
        {action}
      </DialogButtonLink>
    </li>
  )
}
