import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Summary } from '../../domain/views.ts'
import { EarningsSection } from '../../frontend/src/features/dashboard/earnings-section.tsx'
import { isPosterFirst } from '../../frontend/src/features/dashboard/summary.ts'

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
