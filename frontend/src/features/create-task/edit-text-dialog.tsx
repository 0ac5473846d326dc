import { useState } from 'react'
import type { Task } from '../../../../domain/task.ts'
import { keepDraft, readDraft } from '../../lib/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useSessionMutation } from '../auth/session-mutation.ts'
import { TextFields } from './task-fields.tsx'
import { emptyTask, useTaskForm } from './task-form-schema.ts'

export function EditTextDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const save = useSessionMutation('PATCH /api/tasks/{id}')
  const { id, title, description, requirements } = task
  const draft = `text of task ${id}`
  const saved = { ...emptyTask, title, description, requirements, textVersion: task.textVersion ?? 0 }
  // The version that the fields or their draft were made from. `task` may get another one before the change is sent.
  const [textVersion, setTextVersion] = useState(() => (readDraft(draft, saved) ?? saved).textVersion)
  const form = useTaskForm(draft, saved, save.reset)
  const [isDraft, setDraft] = useState(() => JSON.stringify(form.getValues()) !== JSON.stringify(saved))
  const restoreSaved = () => {
    form.setFocus('title')
    form.reset(saved)
    keepDraft(draft, null)
    setDraft(false)
    setTextVersion(saved.textVersion)
  }
  const send = form.handleSubmit(async (fields) => {
    const { title, description, requirements } = fields
    await save.mutateAsync({ id, textVersion, title, description, requirements })
    keepDraft(draft, null)
    toast({ title: 'Text changed', description: `“${title}” has its new text.`, tone: 'good' })
    onClose()
  })
  return (
    <FormDialog
      title="Edit the text"
      description="You can change the text until the first proof arrives. The reward and the other terms stay."
      intro={
        isDraft && (
          <Notice
            tone="plain"
            className="mb-6"
            action={
              <Button variant="secondary" size="sm" onClick={restoreSaved}>
                Go back to the saved text
              </Button>
            }
          >
            Draft kept in this browser
          </Notice>
        )
      }
      submit="Save text"
      busy={form.formState.isSubmitting && 'Saving...'}
      error={save.error}
      onSubmit={() => void send().catch(() => {})}
      onClose={onClose}
    >
      <TextFields form={form} />
    </FormDialog>
  )
}
