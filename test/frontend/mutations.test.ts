import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { User } from '../../domain/user.ts'
import { useSetSignedInUser } from '../../frontend/src/features/auth/session.ts'
import { useReleaseReward } from '../../frontend/src/features/reviews/follow-release.ts'
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

/** A cache with the signed-in user and two other answers. */
function filledCache() {
  const client = new QueryClient()
  for (const name of ['GET /api/user', 'GET /api/dashboard', 'balance']) client.setQueryData([name], { id })
  const names = (isWanted: (isStale: boolean) => boolean) =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => isWanted(state.isInvalidated))
      .map(({ queryKey: [name] }) => name)
  return { client, stale: () => names((isStale) => isStale), all: () => names(() => true) }
}

const close = () => useApiMutation('POST /api/tasks/{id}/close')
const all = ['GET /api/dashboard', 'balance']

test.each([
  ['An action that succeeds', close, { id }, 200, {}, all],
  ['A refusal with 409, because the displayed data were stale', close, { id }, 409, {}, all],
  ['A refusal with another status', close, { id }, 403, {}, []],
  ['A server error', close, { id }, 500, {}, []],
  ['A payment', useReleaseReward, { taskId: id, recipientId: id }, 200, { status: 'paid' }, all],
  ['A failed payment', useReleaseReward, { taskId: id, recipientId: id }, 200, { status: 'failed' }, all],
  ['A payment still due', useReleaseReward, { taskId: id, recipientId: id }, 202, { status: 'due' }, []],
])('%s makes exactly the right queries stale', async (_, hook, input, status, answer, expected) => {
  vi.stubGlobal('fetch', async () => Response.json(answer, { status }))
  const { client, stale } = filledCache()
  const { mutateAsync } = resultOf(hook as typeof close, client)
  await mutateAsync(input as { id: string }).catch(() => {})
  expect(stale()).toEqual(expected)
})

test('Signing in again makes every query stale except the signed-in user, and another person finds none', () => {
  const { client, stale, all: left } = filledCache()
  const signIn = (user: { id: string }) => resultOf(useSetSignedInUser, client)(user as User)
  signIn({ id })
  expect(stale()).toEqual(all)
  signIn({ id: 'somebody else' })
  expect(left()).toEqual(['GET /api/user'])
})
