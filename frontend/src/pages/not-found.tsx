import { useTitle } from '../lib/page-head.ts'
import { ButtonLink } from '../ui/button.tsx'

/** The page for every unknown path. */
export default function NotFoundPage() {
  useTitle('Not found')
  return (
    <div className="page pt-16 sm:pt-28">
      <h1 className="text-3xl sm:text-5xl">404 Page Not Found</h1>
      <p className="mt-4 max-w-lg text-ink-2 text-lg">
        There is nothing at this address. The link may be old, or a letter went missing on the way.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/tasks">See available tasks</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Go home
        </ButtonLink>
      </div>
    </div>
  )
}
