import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { User } from '../../domain/user.ts'
import { setUser } from '../../frontend/src/features/auth/session.ts'
import { setSignedInUser } from '../../frontend/src/features/auth/session-mutation.ts'
import { releaseReward } from '../../frontend/src/features/reviews/payment.ts'
import { useApiMutation } from '../../frontend/src/lib/mutation.ts'

afterEach(() => vi.unstubAllGlobals())

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

/** Renders a component that calls this hook with this query cache, and returns the result of the hook. */
function resultOf<Result>(hook: () => Result, client: QueryClient): Result {
  const results: Result[] = []
  const Caller = () => {
    results.push(hook())
    return null
  }
  renderToString(createElement(QueryClientProvider, { client }, createElement(Caller)))
  const [result] = results
  if (!result) throw new Error('The hook was not called')
  return result
}

/** A cache with two answers. */
function filledCache() {
  const client = new QueryClient()
  for (const name of all) client.setQueryData([name], { id })
  const names = (isWanted: (isStale: boolean) => boolean) =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => isWanted(state.isInvalidated))
      .map(({ queryKey: [name] }) => name)
  return { client, stale: () => names((isStale) => isStale), left: () => names(() => true) }
}

const release = () => {
  const client = useQueryClient()
  return { mutateAsync: (input: Parameters<typeof releaseReward>[0]) => releaseReward(input, client) }
}
const close = () => useApiMutation('POST /api/tasks/{id}/close')
const all = ['GET /api/dashboard', 'balance']
const [others, none] = ['all queries', 'no query']

test.each([
  ['An action that succeeds', others, close, { id }, 200, {}],
  ['A refusal with 409, because the displayed data were stale,', others, close, { id }, 409, {}],
  ['A refusal with another status', none, close, { id }, 403, {}],
  ['A server error', none, close, { id }, 500, {}],
  ['A payment', others, release, { taskId: id, recipientId: id }, 200, { status: 'paid' }],
  ['A failed payment', others, release, { taskId: id, recipientId: id }, 200, { status: 'failed' }],
  ['A payment still due', none, release, { taskId: id, recipientId: id }, 202, { status: 'due' }],
])('%s makes %s stale', async (_, which, hook, input, status, answer) => {
  vi.stubGlobal('fetch', async () => Response.json(answer, { status }))
  const { client, stale } = filledCache()
  const { mutateAsync } = resultOf(hook as typeof close, client)
  await mutateAsync(input as { id: string }).catch(() => {})
  expect(stale()).toEqual(which === others ? all : [])
})

test('Signing in again makes every query stale, and another person finds none', () => {
  const { client, stale, left } = filledCache()
  const signIn = (user: { id: string }) => setSignedInUser(user as User, client)
  setUser({ id } as User)
  signIn({ id })
  expect(stale()).toEqual(all)
  signIn({ id: 'somebody else' })
  expect(left()).toEqual([])
})
