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

async function follow(answers: (ReleaseAnswer | Error)[], signal = new AbortController().signal) {
  const seen: Payment['state'][] = []
  const waits: number[] = []
  await followRelease({
    ask: async () => {
      const next = answers.shift()
      if (!next || next instanceof Error) throw next ?? new Error('Asked too often')
      return next
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds)
    },
    onPayment: (payment) => seen.push(payment.state),
    signal,
  })
  return { seen, waits }
}

test.each([
  ['paid', [answer('due'), answer('due'), answer('due'), answer('paid')], [2000, 3000, 4500]],
  ['failed', [answer('failed')], []],
  ['unknown', [new ApiError(500, '', 'Internal')], []],
  ['unknown', [new TypeError('Failed to fetch')], []],
  ['paid', [new ApiError(429, '', 'Slow down'), answer('paid')], [2000]],
])('A payment that is due, or answered with 429, is polled with growing intervals until it is %s', async (end, answers, waits) => {
  const settling = waits.map(() => 'settling')
  expect(await follow([...answers])).toEqual({ seen: ['processing', ...settling, end], waits })
})

test('The interval between two requests of a payment grows to 15 seconds', async () => {
  const { waits } = await follow([...Array.from({ length: 8 }, () => answer('due')), answer('paid')])
  expect(waits.slice(-3)).toEqual([15_000, 15_000, 15_000])
})

test('A payment contains the answer of the server, or the reason why its state is unknown', async () => {
  const payments: Payment[] = []
  const followOnce = (ask: () => Promise<ReleaseAnswer>) =>
    followRelease({
      ask,
      wait: async () => {},
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

test('An aborted polling of a payment sends no request and reports no state', async () => {
  const controller = new AbortController()
  controller.abort()
  const ask = vi.fn()
  const onPayment = vi.fn()
  await followRelease({ ask, wait: async () => {}, onPayment, signal: controller.signal })
  expect(ask).not.toHaveBeenCalled()
  expect(onPayment).not.toHaveBeenCalled()
})

test('The feedback of a verdict is the chosen reason, the text, or both', () => {
  expect(feedbackOf('Requirements not met', ' ')).toBe('Requirements not met')
  expect(feedbackOf('Requirements not met', ' Which park? ')).toBe('Requirements not met: Which park?')
  expect(feedbackOf(null, 'Which park?')).toBe('Which park?')
  expect(feedbackOf(null, ' ')).toBe('')
})

test('After the time to review only an admin can reject, and only while the automatic payment waits for an admin', () => {
  const task = { creatorId: 'creator' }
  const reviewBy = '2026-03-09T12:00:00Z'
  const may = (id: string, waitsFor: WaitReason | null, early = 0) =>
    mayReject({ id }, { reviewBy, waitsFor }, task, Date.parse(reviewBy) - early)
  expect(may('creator', null, 1)).toBe(true)
  for (const waitsFor of [null, 'wallet', 'same-proof'] as const) expect(may('creator', waitsFor)).toBe(false)
  expect([may('admin', 'same-proof'), may('admin', 'report'), may('admin', 'suspension')]).toEqual([
    true,
    true,
    true,
  ])
  expect([may('admin', null), may('admin', 'wallet')]).toEqual([false, false])
})

test('A proof URL is an image if its path has an image extension', () => {
  for (const url of ['/f/a.jpeg', '/f/a.JPG', '/f/a.png', '/f/a.png/b.gif', '/f/a.gif?x=1', 'a.png#top'])
    expect(isImage(url)).toBe(true)
  for (const url of ['/f/a.pdf', '/f/png', 'a.svg', '/f/a.png.exe', '/f/a?b=.png', '/f/a#.gif'])
    expect(isImage(url)).toBe(false)
})
