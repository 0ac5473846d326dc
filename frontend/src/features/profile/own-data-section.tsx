import type { User } from '../../../../domain/user.ts'
import { useConfig } from '../../lib/config.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { Section } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.ts'
import { useSessionMutation } from '../auth/session-mutation.ts'

const LeaveDialog = lazyComponent(() => import('./leave-dialog.tsx'))

/** Downloads everything that is stored about the user, and deletes the account. */
export function OwnDataSection({ user }: { user: User }) {
  const { brand } = useConfig()
  const { error, isPending, mutate } = useSessionMutation('POST /api/user/export', (data) => {
    saveFile(`${brand.toLowerCase()}-account.json`, 'application/json', JSON.stringify(data, null, 2))
    toast({ title: 'Your data were downloaded', tone: 'good' })
  })
  return (
    <Section id="own-data" title="Your data" titleClass="mb-2 text-xl" className="mt-14">
      <p className="max-w-prose text-ink-2">
        One file with your profile, sessions, security log, tasks, proofs, payments and reports.
      </p>
      <ErrorText error={error} className="mt-3" />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="secondary" busy={isPending && 'Collecting your data…'} onClick={() => mutate({})}>
          Download your data
        </Button>
        <DialogButton variant="danger" dialog={(close) => <LeaveDialog user={user} onClose={close} />}>
          Delete your account
        </DialogButton>
      </div>
    </Section>
  )
}
