import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppealDecision } from '../../../../domain/submission.ts'
import type { AdminAppeals } from '../../../../domain/views.ts'
import { ApiError, call, reasonOf } from '../../lib/api.ts'
import { formatCents, plural } from '../../lib/format.ts'
import { invalidateAll } from '../../lib/query.ts'
import { Checkbox } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { withSession } from '../auth/session-mutation.ts'
import { ActionButton } from './moderation-buttons.tsx'

type OpenAppeal = AdminAppeals['appeals'][number]

interface Props {
  /** The listed appeals that this admin may decide. */
  appeals: OpenAppeal[]
  /** Ids of submissions. */
  selected: ReadonlySet<string>
  onSelect: (ids: string[]) => void
}

/** Selects all listed appeals, and decides the selected ones with one reason. */
export function DecideSelected({ appeals, selected, onSelect }: Props) {
  const chosen = appeals.filter(({ id }) => selected.has(id))
  const sum = chosen.reduce((total, { task }) => total + task.reward, 0)
  const isAll = chosen.length === appeals.length
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <Checkbox
        checked={isAll}
        onChange={() => onSelect(isAll ? [] : appeals.map(({ id }) => id))}
        className="mr-auto"
      >
        Select all {appeals.length}
      </Checkbox>
      {chosen.length > 0 && (
        <>
          <Decide appeals={chosen} decision="upheld" verb="Uphold">
            Each doer is paid: {formatCents(sum)} together. That is final.
          </Decide>
          <Decide appeals={chosen} decision="dismissed" verb="Dismiss" isDanger>
            The rejections stand, and nobody is paid. That is final.
          </Decide>
        </>
      )}
    </div>
  )
}

interface DecideProps {
  appeals: OpenAppeal[]
  decision: AppealDecision['decision']
  verb: string
  isDanger?: boolean
  /** What happens. */
  children: string | (string | number)[]
}

function Decide({ appeals, decision, verb, isDanger = false, children }: DecideProps) {
  const client = useQueryClient()
  const [decided, setDecided] = useState(0)
  const count = plural(appeals.length, 'appeal')
  const run = async (reason: string, isClosed: () => boolean) => {
    const failed: string[] = []
    let done = 0
    try {
      for (const [index, { id, task }] of appeals.entries()) {
        if (isClosed()) break
        setDecided(index)
        const decide = () => call('POST /api/admin/submissions/{id}/appeal', { id, decision, reason })
        try {
          await withSession(decide)
          done += 1
        } catch (error) {
          // Without a session or a connection, the others would fail too.
          if (!(error instanceof ApiError) || error.status === 0) throw error
          failed.push(`“${task.title}”: ${reasonOf(error)}`)
        }
      }
    } finally {
      invalidateAll(client)
    }
    // Not in the dialog, which may be gone with the appeals that were decided.
    if (done === appeals.length) toast({ title: `${count} ${decision}`, tone: 'good' })
    else
      toast({
        title: `${appeals.length - done} of ${count} not ${decision}`,
        description: failed.join(' '),
        tone: 'bad',
      })
  }
  return (
    <ActionButton
      label={`${verb} ${count}`}
      title={`${verb} ${count}?`}
      effect={[children].flat().join('')}
      hint="The doers and the posters read it."
      progress={`Deciding ${decided + 1} of ${appeals.length}…`}
      isDanger={isDanger}
      about="selected"
      run={run}
    />
  )
}
