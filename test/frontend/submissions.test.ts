import type { ReleaseAnswer } from '../../domain/payout.ts'
import { mayReject } from '../../domain/review-rights.ts'
import type { WaitReason } from '../../domain/submission.ts'
import { followRelease, type Payment } from '../../frontend/src/features/reviews/follow-release.ts'
import { feedbackOf, isImage, reasonsFor } from '../../frontend/src/features/reviews/review-rules.ts'
import { ApiError } from '../../frontend/src/lib/api.ts'

const answer = (status: ReleaseAnswer['status']): ReleaseAnswer => ({
  status,
  transactionHash: null,
  amount: 30,
  recipient: `0x${'1'.repeat(40)}`,
})

/** Follows a payment whose news arrive as soon as it waits for them. */
async function follow(answers: (ReleaseAnswer | Error)[], signal = new AbortController().signal) {
  const seen: Payment['state'][] = []
  const stop = vi.fn()
  let news = () => {}
  await followRelease({
    ask: async () => {
      const next = answers.shift()
      if (!next || next instanceof Error) throw next ?? new Error('Asked too often')
      return next
    },
    onNews: (listener) => {
      news = listener
      return stop
    },
    onPayment: ({ state }) => {
      seen.push(state)
      if (state === 'settling') setTimeout(news)
    },
    signal,
  })
  expect(stop).toHaveBeenCalledOnce()
  return seen
}

test.each([
  ['paid', [answer('due'), answer('due'), answer('due'), answer('paid')], 3],
  ['failed', [answer('failed')], 0],
  ['unknown', [new ApiError(500, '', 'Internal')], 0],
  ['unknown', [new TypeError('Failed to fetch')], 0],
  ['paid', [new ApiError(429, '', 'Slow down'), answer('paid')], 1],
])('A payment that is due, or answered with 429, is asked for again at its news until it is %s', async (end, answers, news) => {
  const settling = Array.from({ length: news }, () => 'settling')
  expect(await follow([...answers])).toEqual(['processing', ...settling, end])
})

test('News of a payment that arrive before the answer "due" are not lost', async () => {
  const answers = [answer('due'), answer('paid')]
  let news = () => {}
  const seen: Payment['state'][] = []
  await followRelease({
    ask: async () => {
      news()
      return answers.shift() ?? answer('failed')
    },
    onNews: (listener) => {
      news = listener
      return () => {}
    },
    onPayment: ({ state }) => seen.push(state),
    signal: new AbortController().signal,
  })
  expect(seen).toEqual(['processing', 'settling', 'paid'])
})

test('An aborted payment stops waiting for news', async () => {
  const controller = new AbortController()
  const stop = vi.fn()
  await followRelease({
    ask: async () => answer('due'),
    onNews: () => stop,
    onPayment: ({ state }) => {
      if (state === 'settling') setTimeout(() => controller.abort())
    },
    signal: controller.signal,
  })
  expect(stop).toHaveBeenCalledOnce()
})

test('A payment contains the answer of the server, or the reason why its state is unknown', async () => {
  const payments: Payment[] = []
  const followOnce = (ask: () => Promise<ReleaseAnswer>) =>
    followRelease({
      ask,
      onNews: () => () => {},
      onPayment: (payment) => payments.push(payment),
      signal: new AbortController().signal,
    })
  await followOnce(async () => answer('paid'))
  await followOnce(() => Promise.reject(new ApiError(500, 'Internal', 'Something went wrong')))
  await followOnce(() => Promise.reject({ status: 429 }))
  expect(payments.filter(({ state }) => state !== 'processing')).toEqual([
    { state: 'paid', answer: answer('paid') },
    { state: 'unknown', reason: expect.stringMatching(/^Failed to release reward: .*Something went wrong/) },
    { state: 'unknown', reason: expect.stringMatching(/^Failed to release reward: /) },
  ])
})

test('The reasons for a rejection fit the kind of the proof', () => {
  const reasons = (proofLink: string | null, proofFileUrl: string | null) =>
    reasonsFor({ proofLink, proofFileUrl })
  const always = ['Requirements not met', 'Not original work']
  const work = 'The proof does not show the work'
  expect(reasons(null, null)).toEqual([...always, 'The text is not complete'])
  expect(reasons('https://example.org', null)).toEqual([...always, work, 'The link does not open'])
  expect(reasons(null, '/f/a.png')).toEqual([...always, work, 'The picture is not clear'])
})

test('A payment that is aborted before it begins sends no request and reports no state', async () => {
  const controller = new AbortController()
  controller.abort()
  const ask = vi.fn()
  const onPayment = vi.fn()
  await followRelease({ ask, onNews: () => () => {}, onPayment, signal: controller.signal })
  expect(ask).not.toHaveBeenCalled()
  expect(onPayment).not.toHaveBeenCalled()
})

test('The feedback of a verdict is the chosen reason, the text, or both', () => {
  expect(feedbackOf('Requirements not met', ' ')).toBe('Requirements not met')
  expect(feedbackOf('Requirements not met', ' Which park? ')).toBe('Requirements not met: Which park?')
  expect(feedbackOf(null, 'Which park?')).toBe('Which park?')
  expect(feedbackOf(null, ' ')).toBe('')
})

test('After the time to review only an admin can reject while the automatic payment waits for an admin, and anybody while it waits for a wallet', () => {
  const task = { creatorId: 'creator' }
  const reviewBy = '2026-03-09T12:00:00Z'
  const may = (id: string, waitsFor: WaitReason | null, early = 0) =>
    mayReject({ id }, { reviewBy, waitsFor }, task, Date.parse(reviewBy) - early)
  expect(may('creator', null, 1)).toBe(true)
  for (const waitsFor of [null, 'same-proof'] as const) expect(may('creator', waitsFor)).toBe(false)
  expect(may('creator', 'wallet')).toBe(true)
  expect([may('admin', 'same-proof'), may('admin', 'report'), may('admin', 'suspension')]).toEqual([
    true,
    true,
    true,
  ])
  expect([may('admin', null), may('admin', 'wallet')]).toEqual([false, true])
})

test('A proof URL is an image if its path has an image extension', () => {
  for (const url of ['/f/a.jpeg', '/f/a.JPG', '/f/a.png', '/f/a.png/b.gif', '/f/a.gif?x=1', 'a.png#top'])
    expect(isImage(url)).toBe(true)
  for (const url of ['/f/a.pdf', '/f/png', 'a.svg', '/f/a.png.exe', '/f/a?b=.png', '/f/a#.gif'])
    expect(isImage(url)).toBe(false)
})
