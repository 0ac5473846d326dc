import { useConfig } from '../../lib/config.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { fundingStore } from './pending-funding.ts'

/** Says that a funded task, or one whose funding was started, is not saved yet, with a link that continues it. */
export function UnsavedNotice({ userId }: { userId: string }) {
  const { chainId } = useConfig()
  const create = useDialog('create')
  const unsaved = fundingStore(localStorage).forUser(userId, chainId)
  if (unsaved.length === 0) return null
  const wasSent = unsaved.every((pending) => pending.hash !== null)
  return (
    <Notice
      className="mb-8 font-medium"
      action={
        <ButtonLink {...create.link('task')} size="sm">
          {wasSent ? 'Save again' : 'Continue'}
        </ButtonLink>
      }
    >
      {unsaved.length === 1 ? '1 of your tasks is' : `${unsaved.length} of your tasks are`} not saved yet.{' '}
      {wasSent
        ? 'What you sent is safe: the escrow holds it, or it is still in your wallet.'
        : 'We did not see your wallet’s answer, so we do not know whether you paid. Continue to check the chain.'}
    </Notice>
  )
}
