import { SignInButton, useAuth } from '../../features/auth/auth.tsx'
import { ButtonLink } from '../../ui/button.tsx'

/** The last section: sign-in, or a link to the dashboard. */
export function ConnectWallet() {
  const { user } = useAuth()
  return (
    <section aria-labelledby="connect-wallet" className="page pt-14 sm:pt-20">
      <div className="flex flex-col items-start gap-6 sm:flex-row sm:items-center sm:justify-between">
        <div>
          <h2 id="connect-wallet" dir="auto" className="wrap-anywhere text-2xl sm:text-3xl">
            {user ? `Good to see you, ${user.username}` : 'Connect Wallet'}
          </h2>
          <p className="mt-2 max-w-xl text-ink-2 text-lg">
            {user
              ? 'Your submissions, your tasks and what you have earned are on your dashboard.'
              : 'Your wallet is your account, and where you are paid. Signing in is a signature: it moves no money and costs nothing.'}
          </p>
        </div>
        {user ? (
          <ButtonLink to="/dashboard" size="lg">
            Go to Dashboard
          </ButtonLink>
        ) : (
          <SignInButton size="lg" />
        )}
      </div>
    </section>
  )
}
