import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { OwnTask, ReviewedSubmission, Summary } from '../../domain/views.ts'
import { EarningsSection } from '../../frontend/src/features/dashboard/earnings-section.tsx'
import { proofRecords, spendingRecords } from '../../frontend/src/features/dashboard/files.ts'
import { isPosterFirst } from '../../frontend/src/features/dashboard/summary.ts'
import { toCsv } from '../../frontend/src/lib/csv.ts'

test('The dashboard shows a user with proofs to review, or with tasks and no submissions, first as a poster', () => {
  const first = (submissions: number, created: number, toReview = 0) =>
    isPosterFirst({ submissions, created, toReview } as Summary)
  expect([first(0, 0), first(1, 1)]).toEqual([false, false])
  expect([first(0, 1), first(1, 1, 1)]).toEqual([true, true])
})

test('Without earnings in the last weeks the dashboard says so; before the first approval it shows nothing', () => {
  const client = new QueryClient()
  const weeks = [{ start: '2026-03-02T00:00:00.000Z', amount: 0, tasks: 0 }]
  const shown = (completed: number, tasks = 0) =>
    renderToStaticMarkup(
      createElement(
        QueryClientProvider,
        { client },
        createElement(EarningsSection, { completed, weeks: weeks.map((one) => ({ ...one, tasks })) }),
      ),
    )
  expect(shown(0)).toBe('')
  expect(shown(1)).toContain('No earnings in the last 1 weeks.')
  expect(shown(1, 2)).toContain('Best week')
})

test('The files of a poster have what each task cost, and each proof with the URL of its file', () => {
  const refund = { status: 'paid', amount: 30 }
  const task = { reward: 10, completions: 2, maxCompletions: 5, refund } as OwnTask
  expect(spendingRecords([task])).toMatchObject([{ Locked: 50, Approved: 20, Returned: 30, Held: 0 }])
  const proof = { status: 'approved', proofFileUrl: '/a.png', task } as unknown as ReviewedSubmission
  const file = { File: 'https://a.example/a.png', Status: 'approved', CENTS: 10 }
  expect(proofRecords([proof], 'https://a.example')).toMatchObject([file])
})

test('A CSV cell keeps quotes and line breaks, and a text that would be a formula begins with a single quote', () => {
  expect(toCsv([{ a: 'say "hi",\n', b: 5, c: null, d: 'x=' }])).toBe(
    '"a","b","c","d"\r\n"say ""hi"",\n",5,"","x="\r\n',
  )
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '\n'])
    expect(toCsv([{ a: text }])).toContain(`\r\n"'${text}"`)
  expect(toCsv([{ a: 'ok;=A1\n+1' }])).toContain(`"ok;'=A1\n'+1"`)
})
