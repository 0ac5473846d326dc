import { expect, test } from 'vitest'
import { shareOnX } from '../../frontend/src/features/tasks/share.ts'

test('sharing opens a tweet intent with title, reward and the share link', () => {
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
