import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { PublicProfile } from '../../../domain/user.ts'
import { useAuth } from '../features/auth/auth.tsx'
import { ApiError } from '../lib/api.ts'
import { useTitle } from '../lib/page-head.ts'
import { apiQuery } from '../lib/query.ts'
import { Address } from '../ui/address.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState, Skeleton } from '../ui/page-states.tsx'
import { ReportButton } from '../ui/report-button.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { Scorecard } from '../ui/scorecard.tsx'
import { Section } from '../ui/section.tsx'
import { Avatar } from '../ui/user.tsx'

/** The public page of a person: who they say they are, and how they have treated others (docs/product.md, Scorecards). */
export default function PersonPage() {
  const { username = '' } = useParams()
  useTitle(username, `The tasks and proofs of ${username}: approvals, time to review and appeals.`)
  const query = useQuery(apiQuery('GET /api/profiles/{username}', { username }))
  const { error } = query
  return (
    <div className="page pt-10 sm:pt-14">
      {error instanceof ApiError && [400, 404].includes(error.status) ? (
        <EmptyState
          level="h1"
          title="There is nobody with this name"
          action={<ButtonLink to="/leaderboard">See the leaderboard</ButtonLink>}
        >
          People can change their name. The link may be old.
        </EmptyState>
      ) : (
        <Loaded
          query={query}
          what="the profile"
          level="h1"
          title="This profile could not be loaded"
          placeholder={<PersonSkeleton />}
        >
          {(person) => <Person person={person} />}
        </Loaded>
      )}
    </div>
  )
}

const columns = 'grid grid-cols-1 gap-10 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-16'

function Person({ person }: { person: PublicProfile }) {
  const { bio, profileHidden, scorecard, suspended, username, walletAddress } = person
  const { user } = useAuth()
  return (
    <div className={columns}>
      <div>
        <Avatar user={person} className="size-32 text-5xl" />
        <h1 className="mt-5 break-all text-3xl">{username}</h1>
        {suspended && (
          <p className="mt-3">
            <Badge tone="refused">Suspended by an admin</Badge>
          </p>
        )}
        {walletAddress && <Address value={walletAddress} className="mt-2 text-ink-2" />}
        {bio ? (
          <RichText text={bio} className="mt-4 max-w-prose text-ink-2" />
        ) : (
          <p className="mt-4 text-ink-2">{profileHidden ? 'Hidden by an admin' : 'No bio provided'}</p>
        )}
        {user && user.id !== person.id && (
          <ReportButton subject={{ kind: 'user', id: person.id }} className="mt-4" />
        )}
      </div>
      <Section id="history" title="History" titleClass="text-xl">
        <p className="mt-1.5 mb-5 max-w-prose text-ink-2">
          Counted from every verdict. Nobody can edit these numbers, and an appeal that was won corrects them.
        </p>
        <div className="grid items-start gap-6 sm:grid-cols-2">
          <Scorecard scorecard={scorecard} as="poster" title="As a poster" />
          <Scorecard scorecard={scorecard} as="doer" title="As a doer" />
        </div>
      </Section>
    </div>
  )
}

const PersonSkeleton = () => (
  <div className={columns}>
    <div>
      <Skeleton className="size-32" />
      <Skeleton className="mt-5 h-24" />
    </div>
    <Skeleton className="h-80" />
  </div>
)
