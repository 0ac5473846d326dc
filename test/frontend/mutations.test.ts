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
const retryInput = { submissionId: id }
const releaseInput = { taskId: id, recipientId: id }
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
  return { requests, keys: invalidated.mock.calls.map(([filters]) => filters?.queryKey) }
}

const paid = [
  ['GET /api/submissions/{id}'],
  ['GET /api/tasks/{id}/user-submission'],
  ['GET /api/user/completed-tasks'],
  ['GET /api/dashboard'],
  ['GET /api/admin/dashboard'],
  ['GET /api/admin/money'],
  ['balance'],
]

test('Submitting proof invalidates the task, the doer’s submissions and the dashboards', async () => {
  const { requests, keys } = await run(useSubmitProof, { taskId: id, proofText: 'Eleven.' })
  expect(requests).toEqual(['POST /api/submissions'])
  expect(keys).toEqual([
    ['GET /api/tasks/{id}'],
    ['GET /api/tasks/{id}/user-submission'],
    ['GET /api/user/completed-tasks'],
    ['GET /api/dashboard'],
    ['GET /api/admin/dashboard'],
  ])
})

test('A review invalidates the submission, the task and its lists, the leaderboard and the dashboards', async () => {
  const { requests, keys } = await run(useSaveReview, reviewInput)
  expect(requests).toEqual([`PATCH /api/submissions/${id}`])
  expect(keys).toEqual([
    ['GET /api/submissions/{id}'],
    ['GET /api/tasks'],
    ['GET /api/tasks/{id}'],
    ['GET /api/tasks/{id}/user-submission'],
    ['GET /api/user/completed-tasks'],
    ['GET /api/dashboard'],
    ['GET /api/leaderboard'],
    ['GET /api/admin/dashboard'],
    ['GET /api/admin/appeals'],
    ['GET /api/admin/money'],
  ])
})

test('An appeal and its decision invalidate the submission, the task and its lists, the dashboards and the appeals', async () => {
  const sent = await run(useAppeal, { id, message: 'The bench is in the picture.' })
  expect(sent.requests).toEqual([`POST /api/submissions/${id}/appeal`])
  const changed = [
    ['GET /api/submissions/{id}'],
    ['GET /api/tasks'],
    ['GET /api/tasks/{id}'],
    ['GET /api/tasks/{id}/user-submission'],
    ['GET /api/dashboard'],
    ['GET /api/admin/dashboard'],
    ['GET /api/admin/appeals'],
  ]
  expect(sent.keys).toEqual(changed)
  const decided = await run(useDecideAppeal, { id, decision: 'upheld' as const, reason: 'It is.' })
  expect(decided.requests).toEqual([`POST /api/admin/submissions/${id}/appeal`])
  expect(decided.keys).toEqual(
    expect.arrayContaining([...changed, ['GET /api/leaderboard'], ['GET /api/admin/money']]),
  )
})

test('A payment invalidates what shows its transaction, the funds and the balances', async () => {
  const { requests, keys } = await run(useReleaseReward, releaseInput, { status: 'paid' })
  expect(requests).toEqual(['POST /api/blockchain/release-reward'])
  expect(keys).toEqual(paid)
})

test('A failed payment invalidates the same queries as a payment', async () => {
  expect((await run(useReleaseReward, releaseInput, { status: 'failed' })).keys).toEqual(paid)
})

test('The answer that a payment is still due invalidates nothing', async () => {
  expect((await run(useReleaseReward, releaseInput, { status: 'due' })).keys).toEqual([])
})

test('Retrying a failed payout invalidates the same queries as a payment', async () => {
  const { requests, keys } = await run(useRetryPayout, retryInput, { status: 'due' })
  expect(requests).toEqual([`POST /api/admin/payouts/${id}/retry`])
  expect(keys).toEqual(paid)
})

test('Saving a task invalidates the task lists, the dashboards, the funds and the balances', async () => {
  const { requests, keys } = await run(useSaveTask, pendingFunding().task)
  expect(requests).toEqual(['POST /api/tasks'])
  expect(keys).toEqual([
    ['GET /api/tasks'],
    ['GET /api/dashboard'],
    ['GET /api/admin/dashboard'],
    ['GET /api/admin/money'],
    ['balance'],
  ])
})

test('Closing a task invalidates the task, its lists, the dashboards, the funds and the balances', async () => {
  const { requests, keys } = await run(useCloseTask, { id })
  expect(requests).toEqual([`POST /api/tasks/${id}/close`])
  expect(keys).toEqual([
    ['GET /api/tasks'],
    ['GET /api/tasks/{id}'],
    ['GET /api/dashboard'],
    ['GET /api/admin/dashboard'],
    ['GET /api/admin/money'],
    ['balance'],
  ])
})

test('A new username invalidates every answer that contains usernames', async () => {
  const { requests, keys } = await run(useUpdateUsername, { username: 'una' })
  expect(requests).toEqual(['POST /api/user/update-username'])
  expect(keys).toEqual([
    ['GET /api/submissions/{id}'],
    ['GET /api/dashboard'],
    ['GET /api/leaderboard'],
    ['GET /api/admin/dashboard'],
  ])
})

test('A changed profile invalidates the admin dashboard', async () => {
  const { requests, keys } = await run(useUpdateProfile, { email: '', bio: 'Walks.' })
  expect(requests).toEqual(['POST /api/user/update-profile'])
  expect(keys).toEqual([['GET /api/admin/dashboard']])
})

test('A new wallet invalidates the leaderboard, the admin dashboard, the security settings and the balances', async () => {
  const { requests, keys } = await run(useSaveWallet, { walletAddress: `0x${'1'.repeat(40)}` })
  expect(requests).toEqual(['POST /api/wallet'])
  expect(keys).toEqual([
    ['GET /api/leaderboard'],
    ['GET /api/admin/dashboard'],
    ['GET /api/user/security'],
    ['balance'],
  ])
})

test('A refusal with 409 invalidates the same queries as success, because the displayed data were stale', async () => {
  const { keys } = await run(useCloseTask, { id }, { message: 'Closed already' }, 409)
  expect(keys).toEqual((await run(useCloseTask, { id })).keys)
})

test('A refusal with another status, or no answer, invalidates nothing', async () => {
  expect((await run(useSaveReview, reviewInput, { message: 'Not yours' }, 403)).keys).toEqual([])
  expect((await run(useSaveReview, reviewInput, {}, 500)).keys).toEqual([])
})

test('Signing in invalidates every query except the signed-in user', async () => {
  const client = new QueryClient()
  for (const route of ['GET /api/user', 'GET /api/dashboard'] as const) client.setQueryData([route], {})
  client.setQueryData(['balance', '0x1'], 1)
  resultOf(useSetSignedInUser, client)({ id } as Parameters<ReturnType<typeof useSetSignedInUser>>[0])
  const stale = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
  expect(stale.map(({ queryKey }) => queryKey)).toEqual([['GET /api/dashboard'], ['balance', '0x1']])
  expect(client.getQueryData(['GET /api/user'])).toEqual({ id })
})
