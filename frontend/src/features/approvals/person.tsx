import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** 'User #id' as the specification names people (section 2), with the name that they gave themselves. */
export function Person({ id, name }: { id: string; name?: string | undefined }) {
  const { data } = useQuery({
    queryKey: ['GET /api/users/{userId}', { userId: id }],
    queryFn: () => call('GET /api/users/{userId}', { userId: id }),
    enabled: !name,
  })
  const known = name ?? data?.username
  return (
    <>
      <span title={id}>User #{id.slice(-6)}</span>
      {known && (
        <>
          {' '}
          <span className="inline-block max-w-full break-all font-medium text-ink">{known}</span>
        </>
      )}
    </>
  )
}
