import { useConfig } from '../../lib/config.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { withQueries } from '../../lib/with-queries.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'

const HeroTicket = lazyComponent(
  withQueries(() => import('./hero-ticket.tsx')),
  { fallback: <div className="h-118 lg:h-124" /> },
)

/** The introduction, beside a new task. */
export function Hero() {
  const { faucetUrl } = useConfig()
  const create = useDialog('create')
  return (
    <section className="page grid grid-cols-1 items-center gap-12 pt-12 pb-16 sm:pt-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:gap-12 xl:gap-16 lg:pb-24">
      <div>
        <h1 className="text-[clamp(1.8rem,9.2vw,3.583rem)] leading-[1.04] tracking-[-0.03em] xl:text-7xl xl:leading-none">
          Small jobs,
          <br />
          fair pay,
          <br />
          proof you can check.
        </h1>
        <p className="mt-6 max-w-xl text-ink-2 text-lg">
          Do a real-world task, submit proof, get paid. The reward is locked in escrow before you start, and
          moves to your wallet when your work is approved.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/tasks" size="lg">
            Start Earning
          </ButtonLink>
          <ButtonLink {...create.link('task')} size="lg" variant="secondary">
            Create Task
          </ButtonLink>
        </div>
        {faucetUrl && (
          <p className="mt-6 text-ink-2 text-sm">
            New to the test network?{' '}
            <ExternalLink href={faucetUrl} className="text-link">
              Get free test tokens from the faucet
            </ExternalLink>
          </p>
        )}
      </div>
      <HeroTicket />
    </section>
  )
}
