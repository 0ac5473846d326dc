import { asWalletError } from '../../lib/wallet/trouble.ts'
import { cx } from '../../ui/class-names.ts'
import { toast } from '../../ui/toast.ts'
import { SignInError } from './sign-in.ts'

/** What stopped a sign-in or the choice of a wallet; quiet when the person said no themselves. */
export function SignInTrouble({ error }: { error: SignInError }) {
  return (
    <p
      role="alert"
      className={cx(
        'mb-4 rounded px-4 py-3',
        error.isDeclined ? 'bg-sunk text-ink-2' : 'bg-red-soft text-red',
      )}
    >
      <strong className="block font-semibold">{error.title}</strong>
      {error.message}
    </p>
  )
}

export function sayTrouble(error: SignInError): void {
  toast({ title: error.title, description: error.message, tone: error.isDeclined ? 'plain' : 'bad' })
}

export function asSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  const { message } = asWalletError(error)
  return new SignInError('Wallet connection failed', message || 'Unknown error connecting wallet', error)
}
