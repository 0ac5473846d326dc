import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { text } from '../../../../domain/limits.ts'
import { appealInput, type Submission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import { reasonOf } from '../../lib/api.ts'
import { keepDraft, readDraft } from '../../lib/drafts.ts'
import { formatDateTime } from '../../lib/format.ts'
import { canAppeal } from '../../lib/review-time.ts'
import { AppealRecord } from '../../ui/appeal-record.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isUnderWay, type UploadedFile, useUpload } from '../../ui/picture-upload.ts'
import { toast } from '../../ui/toast.ts'
import { useSessionMutation } from '../auth/session-mutation.ts'
import { checkProof, kindsOf, proofPicture } from './proof.ts'
import { DraftKept, useStoredInput } from './unsent-input.tsx'

/** The doer's appeal against a rejection: its state, or the form while there is time for it. */
export default function AppealSection({ task, submission }: { task: Task; submission: Submission }) {
  const [isOpen, setOpen] = useState(false)
  const waiver = useSessionMutation('DELETE /api/submissions/{id}/appeal')
  const { appeal, appealUntil, id } = submission
  if (appeal) return <AppealRecord submission={submission} appeal={appeal} />
  if (submission.status !== 'rejected' || !appealUntil) return null
  const until = formatDateTime(appealUntil)
  if (!canAppeal(submission, Date.now()))
    return <p className="text-ink-2">Appeals were possible until {until}. The rejection is final.</p>
  return isOpen ? (
    <AppealForm task={task} submission={submission} onCancel={() => setOpen(false)} />
  ) : (
    <Notice
      tone="plain"
      title={`Appeal until ${until}`}
      action={
        <>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Appeal
          </Button>
          <Button
            variant="quiet"
            busy={waiver.isPending && 'Giving up…'}
            onClick={() => waiver.mutate({ id })}
          >
            Give up my place
          </Button>
        </>
      }
    >
      An admin who had no part in this looks at your proof again. You can appeal once, and the decision is
      final. Until then nobody else gets your place.
      {waiver.error && ` ${reasonOf(waiver.error)}`}
    </Notice>
  )
}

const checkMessage = (message: string) =>
  appealInput.shape.message.safeParse(message).error?.issues[0]?.message ?? true

interface Props {
  task: Task
  submission: Submission
  onCancel: () => void
}

const nothing = { message: '', proofLink: '', proofText: '', file: null as UploadedFile | null }

/** An appeal: why the rejection is wrong and, if the doer wants, a corrected proof. The input is kept until it is sent. */
function AppealForm({ task, submission: { id, appealUntil }, onCancel }: Props) {
  const { mutateAsync: appeal } = useSessionMutation('POST /api/submissions/{id}/appeal')
  const draftName = `appeal ${id}`
  const [draft] = useState(() => readDraft(draftName, nothing) ?? nothing)
  const { file: kept, ...defaultValues } = draft
  const form = useForm({ defaultValues })
  const { register } = form
  const { errors, isSubmitting } = form.formState
  const files = useUpload(proofPicture, kept)
  const kinds = kindsOf(task.submissionType)
  const isUploading = isUnderWay(files.upload)
  const typed = form.watch()
  const isEmpty = !files.file && !Object.values(typed).some((text) => text.trim())
  const isStored = useStoredInput(draftName, isEmpty ? null : { ...typed, file: files.file }, isUploading)

  const send = form.handleSubmit(async () => {
    const wasChosen = files.upload.state !== 'none'
    const file = await files.uploaded()
    // The picture may have been removed, and texts may have been changed, during the upload.
    if (file === 'failed' || (wasChosen && !file)) return
    try {
      await appeal({ id, ...form.getValues(), proofFileUrl: file?.fileUrl ?? null })
      keepDraft(draftName, null)
      toast({ title: 'Appeal sent', description: 'An admin decides it.', tone: 'good' })
    } catch (error) {
      form.setError('root', { message: reasonOf(error) })
    }
  })

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void send(event)}>
      <div>
        <h4 className="text-lg">Your appeal</h4>
        <p className="mt-1 text-ink-2 text-sm">
          Your proof keeps its place, so it is paid if your appeal is upheld. Appeal until{' '}
          {formatDateTime(appealUntil)}.
        </p>
      </div>
      <Field label="Why is the rejection wrong?" error={errors.message?.message}>
        <Textarea
          autoFocus
          rows={3}
          maxLength={text.feedback}
          {...register('message', { validate: checkMessage })}
        />
      </Field>
      <p className="-mb-2 text-ink-2 text-sm">If you can show it better, add a corrected proof:</p>
      {kinds.includes('link') && (
        <Field label="Corrected link" optional error={errors.proofLink?.message}>
          <Input
            type="url"
            placeholder="https://"
            {...register('proofLink', { validate: (link) => !link.trim() || checkProof('link', link) })}
          />
        </Field>
      )}
      {kinds.includes('text') && (
        <Field label="Corrected text" optional>
          <Textarea rows={3} maxLength={text.proof} {...register('proofText')} />
        </Field>
      )}
      {kinds.includes('file') && <FileField {...files} label="Corrected picture (optional)" />}
      {errors.root && <Notice tone="bad">{errors.root.message}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isSubmitting && (isUploading ? 'Uploading…' : 'Sending…')}>
          Send appeal
        </Button>
        <Button variant="quiet" disabled={isUploading} onClick={onCancel}>
          Not now
        </Button>
        <DraftKept isStored={isStored} />
      </div>
    </form>
  )
}
