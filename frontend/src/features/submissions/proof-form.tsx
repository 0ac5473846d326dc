import { ImageUp, Link2, PenLine } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Task } from '../../../../domain/task.ts'
import { ApiError, isRetryable, reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { useAuth } from '../auth/auth.tsx'
import { sessionEnded } from '../auth/session.ts'
import { FileField } from './file-field.tsx'
import {
  emptyProof,
  kindsOf,
  onlyKind,
  type ProofForm as Proof,
  type ProofKind,
  splitTitle,
  useSubmitProof,
} from './proof.ts'
import { LinkField, TextField } from './proof-fields.tsx'
import { useUpload } from './proof-upload.ts'

const tabs = {
  link: { Icon: Link2, label: 'Link' },
  text: { Icon: PenLine, label: 'Text Description' },
  file: { Icon: ImageUp, label: 'File Upload' },
} as const

const mustBeLoggedIn = 'You must be logged in to submit proof'

/** Submits proof for a task: a link, a text or a picture, with optional notes. */
export default function ProofForm({ task }: { task: Task }) {
  const { user, connectWallet, withSession } = useAuth()
  const [kind, setKind] = useState<ProofKind>(kindsOf(task.submissionType)[0] ?? 'text')
  const [failure, setFailure] = useState<string | null>(null)
  const [wasLost, setLost] = useState(false)
  const { mutateAsync: submit } = useSubmitProof()
  const form = useForm<Proof>({ defaultValues: emptyProof, mode: 'onBlur' })
  const { isSubmitting } = form.formState
  const files = useUpload(withSession)
  const isUploading = kind === 'file' && files.upload.state === 'sending'

  const fail = (title: string, description: string) => {
    setFailure(`${title}: ${description}`)
    toast({ title, description, tone: 'bad' })
  }
  const send = async (values: Proof) => {
    setFailure(null)
    setLost(false)
    if (!user) return fail('Not authenticated', mustBeLoggedIn)
    const { upload } = files
    if (kind === 'file' && upload.state !== 'done') return files.requireFile()
    const proof = onlyKind(kind, values, upload.state === 'done' ? upload.fileUrl : undefined)
    try {
      const { id: taskId, textVersion } = task
      const body = { taskId, userId: user.id, textVersion, ...proof, notes: values.notes }
      await withSession(() => submit(body))
    } catch (error) {
      if (error instanceof Error && error.message === sessionEnded)
        return fail('Not authenticated', `${mustBeLoggedIn}. ${sessionEnded}`)
      fail('Submission failed', reasonOf(error))
      setLost(error instanceof ApiError && isRetryable(error))
      return
    }
    toast({
      title: 'Proof submitted',
      description: 'Your submission has been sent for review.',
      tone: 'good',
    })
  }
  const showValidationErrors = () => {
    const { proofLink, proofText } = form.formState.errors
    const said = splitTitle((kind === 'link' ? proofLink : proofText)?.message ?? '')
    if (said) toast({ ...said, tone: 'bad' })
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(send, showValidationErrors)(event)}
    >
      {task.submissionType === 'mixed' ? (
        <Tabs.Root value={kind} onValueChange={(value) => setKind(value as ProofKind)}>
          <Tabs.List aria-label="Kind of proof" className="mb-4 flex flex-wrap gap-2">
            {kindsOf('mixed').map((each) => (
              <KindTab key={each} kind={each} />
            ))}
          </Tabs.List>
          <Tabs.Content value="link">
            <LinkField form={form} />
          </Tabs.Content>
          <Tabs.Content value="text">
            <TextField form={form} />
          </Tabs.Content>
          <Tabs.Content value="file">
            <FileField {...files} />
          </Tabs.Content>
        </Tabs.Root>
      ) : task.submissionType === 'link' ? (
        <LinkField form={form} />
      ) : task.submissionType === 'file' ? (
        <FileField {...files} />
      ) : (
        <TextField form={form} />
      )}
      <Field label="Notes for the reviewer" optional>
        <Textarea rows={2} {...form.register('notes')} />
      </Field>
      {user && !user.walletAddress && (
        <div className="flex flex-wrap items-center gap-3 rounded bg-amber-soft px-4 py-3">
          <p className="min-w-56 flex-1 text-amber">
            You can submit now. To be paid you need a wallet before your proof is approved.
          </p>
          <Button variant="secondary" size="sm" onClick={connectWallet}>
            Connect wallet
          </Button>
        </div>
      )}
      {failure && (
        <p role="alert" className="rounded bg-red-soft px-4 py-3 text-red">
          {failure}
        </p>
      )}
      <Button
        type="submit"
        size="lg"
        busy={isUploading ? 'Uploading…' : isSubmitting && 'Sending…'}
        className="w-full sm:w-auto sm:self-start"
      >
        {wasLost ? 'Try again' : 'Submit proof'}
      </Button>
    </form>
  )
}

function KindTab({ kind }: { kind: ProofKind }) {
  const { Icon, label } = tabs[kind]
  return (
    <Tabs.Trigger
      value={kind}
      className="inline-flex min-h-11 items-center gap-2 rounded border border-line px-4 font-medium text-ink-2 hover:bg-sunk data-[state=active]:border-green-ink data-[state=active]:bg-green-soft data-[state=active]:text-ink"
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </Tabs.Trigger>
  )
}
