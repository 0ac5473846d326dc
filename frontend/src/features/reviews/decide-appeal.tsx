import { useState } from 'react'
import { text } from '../../../../domain/limits.ts'
import { canDecideAppeal, noReason } from '../../../../domain/review-rights.ts'
import type { AppealDecision } from '../../../../domain/submission.ts'
import { reasonOf } from '../../lib/api.ts'
import { formatCents } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useSessionMutation } from '../auth/session-mutation.ts'
import type { ReviewProps } from './review-session.ts'

/** Why an admin may not decide this appeal, or null. */
export function decisionRefusal(props: Pick<ReviewProps, 'user' | 'task' | 'submission'>): string | null {
  const { user, task, submission } = props
  if (canDecideAppeal(user, task, submission)) return null
  const part =
    user.id === submission.userId
      ? 'This is your own proof'
      : user.id === task.creatorId
        ? 'This is your own task'
        : 'You rejected this proof'
  return `${part}: another admin decides this appeal.`
}

/** For admins: decides an open appeal with a reason, or says why this admin may not. */
export function DecideAppeal({ submission, task, user, onClose }: ReviewProps) {
  const {
    mutateAsync: save,
    isPending,
    variables,
  } = useSessionMutation('POST /api/admin/submissions/{id}/appeal')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const refusal = decisionRefusal({ user, task, submission })

  const decide = async (decision: AppealDecision['decision']) => {
    const isMissing = !reason.trim()
    setProblem(isMissing ? noReason : undefined)
    if (isMissing || isPending) return
    setFailure(null)
    try {
      await save({ id: submission.id, decision, reason })
      toast({ title: `Appeal ${decision}`, tone: 'good' })
    } catch (error) {
      setFailure(reasonOf(error))
    }
  }

  if (refusal)
    return (
      <DialogFooter panel={<Notice tone="plain">{refusal}</Notice>}>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    )
  return (
    <DialogFooter
      panel={
        <div className="flex flex-col gap-3">
          <p className="text-ink-2 text-sm">
            Upholding this appeal pays the doer {formatCents(task.reward)}. The proof has kept its place.
          </p>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <Field label="Reason" hint="The doer and the poster read it." error={problem}>
            <Textarea
              rows={2}
              maxLength={text.feedback}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value)
                setProblem(undefined)
              }}
            />
          </Field>
        </div>
      }
    >
      <Button
        busy={isPending && variables.decision === 'upheld' && 'Upholding…'}
        onClick={() => void decide('upheld')}
      >
        Uphold and pay {formatCents(task.reward)}
      </Button>
      <Button
        variant="danger"
        busy={isPending && variables.decision === 'dismissed' && 'Dismissing…'}
        onClick={() => void decide('dismissed')}
      >
        Dismiss
      </Button>
    </DialogFooter>
  )
}
