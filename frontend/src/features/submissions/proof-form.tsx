import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { text } from '../../../../domain/limits.ts'
import type { Task } from '../../../../domain/task.ts'
import { ApiError, isRetryable, reasonOf } from '../../lib/api.ts'
import { keepDraft, readDraft } from '../../lib/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { FileField, titled } from '../../ui/file-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isUnderWay, useUpload } from '../../ui/picture-upload.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { useAuth } from '../auth/auth.tsx'
import { sessionEnded, useSessionMutation } from '../auth/session-mutation.ts'
import { AddWalletNotice } from '../auth/wallet-notices.tsx'
import {
  checkProof,
  emptyDraft,
  kindsOf,
  onlyKind,
  type ProofForm as Proof,
  type ProofDraft,
  type ProofKind,
  proofPicture,
} from './proof.ts'
import { DraftKept, useStoredInput } from './unsent-input.tsx'

const labels = { link: 'Link', text: 'Text Description', file: 'File Upload' }

const mustBeLoggedIn = 'You must be logged in to submit proof'

/** Submits proof for a task: a link, a text or a picture, with optional notes. The input is kept until it is submitted. */
export default function ProofForm({ task }: { task: Task }) {
  const { user } = useAuth()
  // Somebody else may sign in when the session has expired: the draft stays that of the user who began it.
  const [draftName] = useState(`proof ${user?.id} ${task.id}`)
  const [draft] = useState(() => readDraft<ProofDraft>(draftName, emptyDraft))
  const kinds = kindsOf(task.submissionType)
  const [kind, setKind] = useState<ProofKind>(
    kinds.find((each) => each === draft?.kind) ?? kinds[0] ?? 'text',
  )
  const [failure, setFailure] = useState<string | null>(null)
  const [wasLost, setLost] = useState(false)
  const { mutateAsync: submit } = useSessionMutation('POST /api/submissions')
  const { proofLink, proofText, notes } = draft ?? emptyDraft
  const form = useForm<Proof>({ defaultValues: { proofLink, proofText, notes }, mode: 'onBlur' })
  const { isSubmitting } = form.formState
  const files = useUpload(proofPicture, draft?.file)
  const isUploading = isUnderWay(files.upload)
  const typed = form.watch()
  const isEmpty = !files.file && !Object.values(typed).some((value) => value.trim())
  const isStored = useStoredInput(
    draftName,
    isEmpty ? null : { ...typed, kind, file: files.file },
    isUploading,
  )

  const send = async () => {
    setFailure(null)
    setLost(false)
    if (!user) return setFailure(`Not authenticated: ${mustBeLoggedIn}`)
    const file = kind === 'file' ? await files.uploaded() : null
    if (file === 'failed') return
    if (kind === 'file' && !file) return files.requireFile()
    // Notes may have been written during the upload.
    const values = form.getValues()
    const proof = onlyKind(kind, values, file?.fileUrl)
    try {
      const { id: taskId, textVersion } = task
      const body = { taskId, userId: user.id, textVersion, ...proof, notes: values.notes }
      await submit(body)
    } catch (error) {
      if (error instanceof Error && error.message === sessionEnded)
        return setFailure(`Not authenticated: ${mustBeLoggedIn}. ${sessionEnded}`)
      const description = reasonOf(error)
      // A conflict may replace this form by a submission that was made in another tab.
      if (error instanceof ApiError && error.status === 409)
        return toast({ title: 'Submission failed', description, tone: 'bad' })
      setFailure(`Submission failed: ${description}`)
      setLost(error instanceof ApiError && isRetryable(error))
      return
    }
    keepDraft(draftName, null)
    toast({
      title: 'Proof submitted',
      description: 'Your submission has been sent for review.',
      tone: 'good',
    })
  }

  const { register } = form
  const { errors } = form.formState
  // Functions: a field that is registered but not shown would be validated and refuse the proof.
  const fields = {
    link: () => (
      <Field
        label="Link to your proof"
        hint="A page that the reviewer can open without signing in."
        error={titled(errors.proofLink?.message)}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          {...register('proofLink', { validate: (value) => checkProof('link', value) })}
        />
      </Field>
    ),
    text: () => (
      <Field
        label="Your proof"
        hint="Say what you did, so that it can be checked against the requirements."
        error={titled(errors.proofText?.message)}
      >
        <Textarea
          rows={5}
          maxLength={text.proof}
          {...register('proofText', { validate: (value) => checkProof('text', value) })}
        />
      </Field>
    ),
    file: () => <FileField {...files} label="Your proof" />,
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(send)(event)}
    >
      {kinds.length > 1 ? (
        <Tabs
          label="Kind of proof"
          tabs={kinds.map((value) => ({ value, label: labels[value] }))}
          value={kind}
          onChange={setKind}
        >
          <TabPanel value={kind}>{fields[kind]()}</TabPanel>
        </Tabs>
      ) : (
        fields[kind]()
      )}
      <Field label="Notes for the reviewer" optional>
        <Textarea rows={2} {...register('notes')} />
      </Field>
      <AddWalletNotice>
        You can submit now. To be paid you need a wallet before your proof is approved.
      </AddWalletNotice>
      {failure && <Notice tone="bad">{titled(failure)}</Notice>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          type="submit"
          size="lg"
          busy={isSubmitting && (kind === 'file' && isUploading ? 'Uploading…' : 'Sending…')}
          className="w-full sm:w-auto"
        >
          {wasLost ? 'Try again' : 'Submit proof'}
        </Button>
        <DraftKept isStored={isStored} />
      </div>
    </form>
  )
}
