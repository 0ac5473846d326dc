import { useTitle } from '../lib/page-head.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Perforation, Ticket } from '../ui/ticket.tsx'

export default function NotFoundPage() {
  useTitle('Not found')
  return (
    <div className="page pt-16 sm:pt-28">
      <Ticket className="max-w-2xl">
        <div className="px-6 py-8 sm:px-10 sm:py-12">
          <h1 className="text-3xl sm:text-5xl">404 Page Not Found</h1>
          <p className="mt-4 max-w-lg text-ink-2 text-lg">
            There is no page at this URL. The link may be old or mistyped.
          </p>
        </div>
        <Perforation />
        <div className="flex flex-wrap gap-3 px-6 py-6 sm:px-10">
          <ButtonLink to="/tasks">See available tasks</ButtonLink>
          <ButtonLink to="/" variant="secondary">
            Go home
          </ButtonLink>
        </div>
      </Ticket>
    </div>
  )
}
