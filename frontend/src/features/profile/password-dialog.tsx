import { type ChangeEvent, useState } from 'react'
import type { User } from '../../../../domain/user.ts'
import { ApiError } from '../../lib/api.ts'
import { useConfig } from '../../lib/config.ts'
import { shorten } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { PasswordField, PasswordStrength } from '../auth/password-field.tsx'
import { useSessionMutation } from '../auth/session-mutation.ts'
import { proveAccount } from '../auth/sign-in.ts'
import { type ChooseWallet, WalletChoices } from '../auth/wallet-choices.tsx'

interface Props {
  user: User
  hasPassword: boolean
  onClose: () => void
}

/** Changes the password, or sets the first one. The wallet signs for it if there is no present password. */
export default function PasswordDialog({ user, hasPassword, onClose }: Props) {
  const config = useConfig()
  const [current, setCurrent] = useState('')
  const [isForgotten, setForgotten] = useState(false)
  const [password, setPassword] = useState('')
  const { error, isPending, mutate, reset } = useSessionMutation('POST /api/user/password')
  const wallet = user.walletAddress ?? ''
  const asksCurrent = hasPassword && !isForgotten
  const refused = error instanceof ApiError ? error : null
  const errorOf = (field: string) => refused?.errors.find(({ path }) => path === field)?.message
  const isWrong = asksCurrent && refused?.status === 403
  const change = (set: (value: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    set(event.target.value)
    if (error) reset()
  }
  const save = (proof: { current?: string; signature?: string; message?: string }) => {
    const onSuccess = () => {
      toast({ title: 'Password saved', description: 'All other sessions have ended.', tone: 'good' })
      onClose()
    }
    mutate({ password, ...proof }, { onSuccess })
  }
  const sign: ChooseWallet = async (chosen, onStep) => {
    const { message, signature } = await proveAccount(chosen, config, wallet, { purpose: 'password' }, onStep)
    save({ message, signature })
  }
  return (
    <FormDialog
      title={hasPassword ? 'Change your password' : 'Set a password'}
      description="You stay signed in here. All other sessions end."
      submit="Save password"
      busy={isPending && 'Saving…'}
      error={isWrong || refused?.errors.length ? null : error}
      onSubmit={() => save(asksCurrent ? { current } : {})}
      onClose={onClose}
    >
      <input type="hidden" autoComplete="username" value={user.username} readOnly />
      {asksCurrent && (
        <div>
          <PasswordField
            label="Present password"
            autoComplete="current-password"
            value={current}
            onChange={change(setCurrent)}
            error={isWrong ? refused.reason : errorOf('current')}
          />
          {wallet && (
            <Button variant="quiet" size="sm" onClick={() => setForgotten(true)}>
              I forgot it
            </Button>
          )}
        </div>
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={password}
        onChange={change(setPassword)}
        hint={<PasswordStrength password={password} username={user.username} />}
        error={errorOf('password')}
      />
      {errorOf('signature') && (
        <div>
          <p role="status" className="mb-4">
            Sign with {shorten(wallet)}, your wallet, to save the password. That costs nothing.
          </p>
          <WalletChoices onChoose={sign} />
        </div>
      )}
    </FormDialog>
  )
}
