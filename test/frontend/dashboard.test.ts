import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Dashboard } from '../../domain/views.ts'
import { EarningsSection, weeklyEarnings } from '../../frontend/src/features/dashboard/earnings-section.tsx'
import { proofRecords, spendingRecords } from '../../frontend/src/features/dashboard/files.ts'
import { isPosterFirst, summarize } from '../../frontend/src/features/dashboard/summary.ts'
import { toCsv } from '../../frontend/src/lib/csv.ts'

type Own = Dashboard['submissions'][number]
type Created = Dashboard['createdTasks'][number]

const own = (status: string, reward: number | null) => ({ status, task: reward && { reward } }) as Own
const received = (id: string, status: string, createdAt: string) => ({ id, status, createdAt }) as Own

const created = (reward: number, completions: number, submissions: Own[] = []) =>
  ({ reward, completions, maxCompletions: 5, submissions }) as unknown as Created

const none = { completed: 0, earned: 0 }

test('The summary shows earnings and approvals of all time and the rewards of pending submissions', () => {
  const summary = summarize({
    submissions: [own('approved', 50), own('pending', 40), own('rejected', 1000), own('pending', null)],
    createdTasks: [],
    totals: { completed: 700, earned: 9000 },
  })
  expect(summary).toMatchObject({ earnings: 9000, waiting: 40, approved: 700, pending: 2, submissions: 4 })
})

test('The held amount is the sum of the rewards of all completions not yet approved', () => {
  expect(
    summarize({ submissions: [], createdTasks: [created(10, 2), created(7, 5)], totals: none }).held,
  ).toBe(30)
})

test('The dashboard shows a user with proofs to review, or with tasks and no submissions, first as a poster', () => {
  const first = (submissions: Own[], createdTasks: Created[]) =>
    isPosterFirst(summarize({ submissions, createdTasks, totals: none }))
  const toReview = created(1, 0, [received('one', 'pending', '2026-03-01')])
  expect([first([], []), first([own('pending', 1)], [created(1, 0)])]).toEqual([false, false])
  expect([first([], [created(1, 0)]), first([own('pending', 1)], [toReview])]).toEqual([true, true])
})

test('Earnings are summed for each week at the time of the final decision', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  const approved = (reviewedAt: string, reward: number, decidedAt?: string) =>
    ({ ...own('approved', reward), reviewedAt, appeal: decidedAt && { decidedAt } }) as Own
  const submissions = [
    approved('2026-03-03T12:00:01Z', 30),
    approved('2026-03-03T12:00:00Z', 20),
    approved('2026-01-01T12:00:00Z', 5, '2026-03-10T12:00:00Z'),
    approved('2025-01-01T12:00:00Z', 9),
    own('pending', 7),
  ]
  const weeks = weeklyEarnings(submissions, now)
  expect(weeks).toHaveLength(26)
  expect(weeks.filter(({ tasks }) => tasks > 0)).toEqual([
    { label: 'Mar 3', amount: 20, tasks: 1 },
    { label: 'Mar 10', amount: 35, tasks: 2 },
  ])
  const old = [approved('2025-01-01T12:00:00Z', 9)]
  const shown = (completed: number) =>
    renderToStaticMarkup(
      createElement(EarningsSection, { submissions: old, totals: { completed, earned: 9 } }),
    )
  expect(shown(1)).toContain('No earnings in the last 26 weeks.')
  expect(shown(1)).not.toMatch(/Best week|only your newest/)
  expect(shown(2)).toContain('only your newest submissions')
})

test('The files of a poster have what each task cost, and each proof with the URL of its file', () => {
  const proof = { ...received('one', 'approved', 'then'), proofFileUrl: '/a.png' } as Own
  const refund = { status: 'paid', amount: 30 }
  const tasks = [{ ...created(10, 2, [proof]), refund } as Created]
  expect(spendingRecords(tasks)).toMatchObject([{ Locked: 50, Approved: 20, Returned: 30, Held: 0 }])
  const file = { File: 'https://a.example/a.png', Status: 'approved', CENTS: 10 }
  expect(proofRecords(tasks, 'https://a.example')).toMatchObject([file])
})

test('A CSV cell keeps quotes and line breaks, and a text that would be a formula begins with a single quote', () => {
  expect(toCsv([{ a: 'say "hi",\n', b: 5, c: null, d: 'x=' }])).toBe(
    '"a","b","c","d"\r\n"say ""hi"",\n",5,"","x="\r\n',
  )
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '\n'])
    expect(toCsv([{ a: text }])).toContain(`\r\n"'${text}"`)
  expect(toCsv([{ a: 'ok;=A1\n+1' }])).toContain(`"ok;'=A1\n'+1"`)
})
