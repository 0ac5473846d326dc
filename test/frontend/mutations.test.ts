import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { useRetryPayout } from '../../frontend/src/features/admin/admin-data.ts'
import { useUpdateUsername } from '../../frontend/src/features/auth/credentials.ts'
import { useSetSignedInUser } from '../../frontend/src/features/auth/session.ts'
import { useSaveWallet } from '../../frontend/src/features/auth/sign-in.ts'
import { useSaveTask } from '../../frontend/src/features/create-task/task-form-schema.ts'
import { useCloseTask } from '../../frontend/src/features/dashboard/refund.ts'
import { useUpdateProfile } from '../../frontend/src/features/profile/profile.ts'
import { useReleaseReward } from '../../frontend/src/features/reviews/follow-release.ts'
import { useDecideAppeal, useSaveReview } from '../../frontend/src/features/reviews/review-rules.ts'
import { useAppeal } from '../../frontend/src/features/submissions/appeal-form.tsx'
import { useSubmitProof } from '../../frontend/src/features/submissions/proof.ts'
import { pendingFunding } from './funding-fixture.ts'

afterEach(() => vi.unstubAllGlobals())

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const reviewInput = { id, status: 'approved' as const, feedback: '' }

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

/** Runs an action while the server gives this answer. Returns the requests and the invalidated query keys. */
async function run<Input>(
  hook: () => { mutateAsync: (input: Input) => Promise<unknown> },
  input: Input,
  answer: object = {},
  status = 200,
) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${url}`)
    return new Response(JSON.stringify(answer), { status })
  })
  const client = new QueryClient()
  const invalidated = vi.spyOn(client, 'invalidateQueries')
  await resultOf(hook, client)
    .mutateAsync(input)
    .catch(() => {})
  const keys = invalidated.mock.calls.map(([filters]) => String(filters?.queryKey).replace('GET /api/', ''))
  return { requests, keys }
}

const release = (status: string) => run(useReleaseReward, { taskId: id, recipientId: id }, { status })
const close = () => run(useCloseTask, { id })

const task = ['tasks', 'tasks/{id}']
const submission = ['submissions/{id}', 'tasks/{id}/user-submission']
const dashboards = ['dashboard', 'admin/dashboard']
const balance = ['admin/money', 'balance']
const done = 'user/completed-tasks'
const appealed = [...submission, ...task, ...dashboards, 'admin/appeals']
const paid = [...submission, ...dashboards, ...balance, done]
const walletAddress = `0x${'1'.repeat(40)}`

test.each<[string, () => ReturnType<typeof run>, string, string[]]>([
  [
    'Submitting proof',
    () => run(useSubmitProof, { taskId: id, proofText: 'Eleven.' }),
    'POST /api/submissions',
    [...task, 'tasks/{id}/user-submission', done, ...dashboards],
  ],
  [
    'A review',
    () => run(useSaveReview, reviewInput),
    `PATCH /api/submissions/${id}`,
    [...appealed, done, 'leaderboard', 'admin/money'],
  ],
  [
    'An appeal',
    () => run(useAppeal, { id, message: 'The bench is in the picture.' }),
    `POST /api/submissions/${id}/appeal`,
    appealed,
  ],
  [
    'The decision about an appeal',
    () => run(useDecideAppeal, { id, decision: 'upheld', reason: 'It is.' }),
    `POST /api/admin/submissions/${id}/appeal`,
    [...appealed, done, 'leaderboard', 'admin/money'],
  ],
  ['A payment', () => release('paid'), 'POST /api/blockchain/release-reward', paid],
  ['A failed payment', () => release('failed'), 'POST /api/blockchain/release-reward', paid],
  ['The answer that a payment is still due', () => release('due'), 'POST /api/blockchain/release-reward', []],
  [
    'Retrying a failed payout',
    () => run(useRetryPayout, { submissionId: id }, { status: 'due' }),
    `POST /api/admin/payouts/${id}/retry`,
    paid,
  ],
  [
    'Saving a task',
    () => run(useSaveTask, pendingFunding().task),
    'POST /api/tasks',
    ['tasks', ...dashboards, ...balance],
  ],
  ['Closing a task', close, `POST /api/tasks/${id}/close`, [...task, ...dashboards, ...balance]],
  [
    'A new username',
    () => run(useUpdateUsername, { username: 'una' }),
    'POST /api/user/update-username',
    ['submissions/{id}', ...dashboards, 'leaderboard'],
  ],
  [
    'A changed profile',
    () => run(useUpdateProfile, { email: '', bio: 'Walks.' }),
    'POST /api/user/update-profile',
    ['admin/dashboard'],
  ],
  [
    'A new wallet',
    () => run(useSaveWallet, { walletAddress }),
    'POST /api/wallet',
    ['leaderboard', 'admin/dashboard', 'user/security', 'balance'],
  ],
])('%s invalidates exactly the answers that it changes', async (_, change, request, stale) => {
  const { requests, keys } = await change()
  expect(requests).toEqual([request])
  expect(keys.sort()).toEqual(stale.sort())
})

test('A refusal with 409 invalidates the same queries as success, because the displayed data were stale', async () => {
  const { keys } = await run(useCloseTask, { id }, { message: 'Closed already' }, 409)
  expect(keys).toEqual((await close()).keys)
})

test('A refusal with another status, or no answer, invalidates nothing', async () => {
  expect((await run(useSaveReview, reviewInput, { message: 'Not yours' }, 403)).keys).toEqual([])
  expect((await run(useSaveReview, reviewInput, {}, 500)).keys).toEqual([])
})

test('Signing in again invalidates every query except the signed-in user, and another person finds none', async () => {
  const client = new QueryClient()
  for (const route of ['GET /api/user', 'GET /api/dashboard'] as const) client.setQueryData([route], { id })
  client.setQueryData(['balance', '0x1'], 1)
  const signIn = (user: { id: string }) =>
    resultOf(useSetSignedInUser, client)(user as Parameters<ReturnType<typeof useSetSignedInUser>>[0])
  signIn({ id })
  const stale = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
  expect(stale.map(({ queryKey }) => queryKey)).toEqual([['GET /api/dashboard'], ['balance', '0x1']])
  expect(client.getQueryData(['GET /api/user'])).toEqual({ id })
  signIn({ id: 'somebody else' })
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([['GET /api/user']])
})
