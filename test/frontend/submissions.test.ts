import { mayReject } from '../../domain/review-rights.ts'
import type { WaitReason } from '../../domain/submission.ts'
import { feedbackOf, isImage, reasonsFor } from '../../frontend/src/features/reviews/review-rules.ts'

test('The reasons for a rejection fit the kind of the proof', () => {
  const reasons = (proofLink: string | null, proofFileUrl: string | null) =>
    reasonsFor({ proofLink, proofFileUrl })
  const always = ['Requirements not met', 'Not original work']
  const work = 'The proof does not show the work'
  expect(reasons(null, null)).toEqual([...always, 'The text is not complete'])
  expect(reasons('https://example.org', null)).toEqual([...always, work, 'The link does not open'])
  expect(reasons(null, '/f/a.png')).toEqual([...always, work, 'The picture is not clear'])
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
