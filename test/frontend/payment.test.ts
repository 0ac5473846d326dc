import type { ReleaseAnswer } from '../../domain/payout.ts'
import type { User } from '../../domain/user.ts'
import { setUser } from '../../frontend/src/features/auth/session.ts'
import { forgetPayments, payments, showPayment } from '../../frontend/src/features/reviews/payment.ts'
import { currentToast } from '../../frontend/src/ui/toast.ts'

type Listener = (changed: string[] | null) => void
const live = vi.hoisted(() => ({ news: (_: string[] | null) => {} }))
vi.mock('../../frontend/src/lib/live.ts', () => ({
  onNews: (listener: Listener) => {
    live.news = listener
  },
}))

const submission = { id: 's', taskId: 't', userId: 'u' }
const answer = (status: ReleaseAnswer['status']): ReleaseAnswer => ({
  status,
  transactionHash: null,
  amount: 30,
  recipient: `0x${'1'.repeat(40)}`,
})

/** The requests, each with what answers it. */
let requests: PromiseWithResolvers<Response>[]

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  vi.stubGlobal('fetch', () => {
    const request = Promise.withResolvers<Response>()
    requests.push(request)
    return request.promise
  })
  setUser({ id: 'poster' } as User)
  forgetPayments()
  currentToast.set(null)
})
afterEach(() => vi.useRealTimers())
afterAll(() => vi.unstubAllGlobals())

/** Answers the oldest request that has no answer. */
async function reply(body: object, status = 200) {
  requests.shift()?.resolve(Response.json(body, { status }))
  await vi.advanceTimersByTimeAsync(0)
}
const state = () => payments.get().get('s')
const title = () => currentToast.get()?.title

test('A payment that is due is asked for again at its news, and at messages that were missed', async () => {
  void showPayment(submission)
  expect([state(), title()]).toEqual([{ state: 'processing' }, 'Processing token transfer'])
  await reply(answer('due'), 202)
  expect(state()).toEqual({ state: 'settling' })
  live.news(['payout of another', 'task t'])
  expect(requests).toHaveLength(0)
  live.news(null)
  await reply(answer('due'), 202)
  live.news(['payout s'])
  await reply(answer('paid'))
  expect([state(), title()]).toEqual([
    { state: 'paid', answer: answer('paid') },
    'Reward transferred successfully',
  ])
  live.news(['payout s'])
  expect(requests).toHaveLength(0)
})

test('News of a payment that arrive before the answer "due" are not lost', async () => {
  void showPayment(submission)
  live.news(['payout s'])
  requests.reverse()
  await reply(answer('paid'))
  await reply(answer('due'), 202)
  expect(state()?.state).toBe('paid')
})

test.each([
  ['failed', answer('failed'), 200, 'Unknown error occurred'],
  ['unknown', { message: 'Something went wrong' }, 500, 'Failed to release reward: Something went wrong'],
])('A payment that is %s is told once, and quietly if nobody asked for it', async (end, body, status, text) => {
  void showPayment(submission, true)
  await reply(body, status)
  expect([state()?.state, title()]).toEqual([end, undefined])
  void showPayment(submission)
  await reply(body, status)
  expect(currentToast.get()).toMatchObject({ title: 'Token transfer failed', description: text })
})

test('A request that is answered with 429 is repeated', async () => {
  void showPayment(submission)
  await reply({ message: 'Slow down' }, 429)
  expect(requests).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(10_000)
  await reply(answer('paid'))
  expect(state()?.state).toBe('paid')
})

test('A payment is forgotten when the user signs out', async () => {
  void showPayment(submission)
  setUser(null)
  await reply(answer('paid'))
  live.news(null)
  expect([state(), requests.length, title()]).toEqual([undefined, 0, 'Processing token transfer'])
})
