import { ScrollText } from 'lucide-react'
import type { AuditAction, AuditEntry } from '../../../../domain/audit.ts'
import { ShortId } from '../../ui/address.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Time } from '../../ui/time.tsx'

const actions: Record<AuditAction, string> = {
  approve: 'Approved a proof',
  reject: 'Rejected a proof',
  'uphold-appeal': 'Upheld an appeal',
  'dismiss-appeal': 'Dismissed an appeal',
  hide: 'Hid a task',
  unhide: 'Showed a task again',
  suspend: 'Suspended a person',
  unsuspend: 'Ended a suspension',
  'hide-profile': 'Hid a profile',
  'show-profile': 'Showed a profile again',
  'dismiss-reports': 'Dismissed reports',
  grant: 'Made a person an admin',
  revoke: 'Removed admin rights',
  retry: 'Retried a payout',
  close: 'Closed a task',
}

const columns: Column<AuditEntry>[] = [
  {
    key: 'time',
    label: 'Time',
    render: ({ at }) => <Time value={at} className="whitespace-nowrap text-sm" />,
  },
  {
    key: 'action',
    label: 'Action',
    card: 'lead',
    render: ({ action }) => <span className="font-semibold">{actions[action]}</span>,
  },
  {
    key: 'admin',
    label: 'Admin',
    render: ({ by, byName }) => (
      <span className="break-all">{by ? (byName ?? <ShortId id={by} />) : 'npm run admin'}</span>
    ),
  },
  {
    key: 'about',
    label: 'About',
    render: ({ subject, subjectName }) => (
      <span dir="auto" className="line-clamp-2 max-w-xs wrap-anywhere">
        {subjectName ?? (
          <>
            {subject.kind} <ShortId id={subject.id} />
          </>
        )}
      </span>
    ),
  },
  {
    key: 'reason',
    label: 'Reason',
    render: ({ reason }) => (
      <span dir="auto" className="line-clamp-4 max-w-md whitespace-pre-line wrap-anywhere text-sm">
        {reason ?? '—'}
      </span>
    ),
  },
]

export function AuditPanel() {
  return (
    <PagedList
      route="GET /api/admin/audit"
      input={{}}
      refetchOnMount="always"
      what="the audit log"
      title="The audit log could not be loaded"
      more="Show older entries"
      empty={
        <EmptyState icon={ScrollText} level="h2" title="No admin has done anything yet">
          Every verdict, suspension and other action of an admin is listed here. Nobody can change or delete
          an entry.
        </EmptyState>
      }
    >
      {(entries, list) => (
        <DataTable caption="Audit log" columns={columns} rows={entries} list={list} rowKey={({ id }) => id} />
      )}
    </PagedList>
  )
}
