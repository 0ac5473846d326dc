import { pageTitle, summaryOf } from '../../domain/share.ts'
import { shareOnX } from '../../frontend/src/lib/share.ts'

test('The share URL is a tweet intent with title, reward and the task’s link', () => {
  const address = new URL(
    shareOnX(
      { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', title: 'Bread & butter', reward: 50 },
      'https://site.example',
    ),
  )
  expect(address.pathname).toBe('/intent/tweet')
  expect(address.searchParams.get('text')).toBe('Bread & butter: earn 50 CENTS')
  expect(address.searchParams.get('url')).toBe('https://site.example/t/01ARZ3NDEKTSV4RRFFQ69G5FAV')
})

test('The summary of a task for link previews begins with its reward and its free places and has at most 160 characters', () => {
  const places = { maxCompletions: 5, taken: 3 }
  expect(summaryOf({ ...places, description: 'Walk  the\nstreet. ', reward: 50 })).toBe(
    'Earn 50 CENTS. 2 of 5 places left. Walk the street.',
  )
  const closedAt = '2026-01-01T00:00:00.000Z'
  const long = summaryOf({ ...places, closedAt, description: 'word '.repeat(100), reward: 5 })
  expect(long).toMatch(/^Earn 5 CENTS\. Closed\. word .*…$/)
  expect(long.length).toBeLessThanOrEqual(160)
})

test('The title of a page is its name, if it has one, and the title of the home page', () => {
  expect(pageTitle('Inbox', 'Brand')).toBe('Inbox · Earn Crypto for Real World Tasks | Brand')
  expect(pageTitle(undefined, 'Brand')).toBe('Earn Crypto for Real World Tasks | Brand')
})
