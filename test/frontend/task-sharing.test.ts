import { shareOnX, summaryOf } from '../../frontend/src/lib/share.ts'

test('The share URL is a tweet intent with title, reward and the task’s link', () => {
  const address = new URL(
    shareOnX(
      { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', title: 'Bread & butter', reward: 50 },
      'https://site.example',
    ),
  )
  expect(address.pathname).toBe('/intent/tweet')
  expect(address.searchParams.get('text')).toBe('Bread & butter: earn 50 CENTS')
  expect(address.searchParams.get('url')).toBe('https://site.example/tasks?id=01ARZ3NDEKTSV4RRFFQ69G5FAV')
})

test('The summary of a task for link previews begins with its reward and has at most 160 characters', () => {
  expect(summaryOf({ description: 'Walk  the\nstreet. ', reward: 50 })).toBe(
    'Earn 50 CENTS. Walk the street.',
  )
  const long = summaryOf({ description: 'word '.repeat(100), reward: 5 })
  expect(long).toMatch(/^Earn 5 CENTS\. word .*word…$/)
  expect(long.length).toBeLessThanOrEqual(160)
})
