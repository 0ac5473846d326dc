import { neighbours, withArrivals } from '../../frontend/src/features/reviews/review-session.ts'

test('Previous and next stop at the ends of the review queue, also at decided submissions', () => {
  const order = ['a', 'b', 'c']
  expect(neighbours(order, 'a', new Set(order))).toMatchObject({ position: 1, previous: null, next: 'b' })
  expect(neighbours(order, 'b', new Set())).toMatchObject({ position: 2, previous: 'a', next: 'c' })
  expect(neighbours(order, 'c', new Set(order))).toMatchObject({ position: 3, previous: 'b', next: null })
})

test('After a verdict the next undecided submission follows, then the earlier ones, then none', () => {
  const order = ['a', 'b', 'c', 'd']
  const following = (current: string, ...open: string[]) => {
    const { following: id, left } = neighbours(order, current, new Set(open))
    return [id, left]
  }
  expect(following('b', 'a', 'b', 'd')).toEqual(['d', 2])
  expect(following('d', 'a', 'c', 'd')).toEqual(['a', 2])
  expect(following('d', 'd')).toEqual([null, 0])
})

test('Submissions that arrive during a review session follow at the end', () => {
  const order = ['b', 'c']
  expect(withArrivals(order, ['a', 'c', 'd'])).toEqual(['b', 'c', 'a', 'd'])
  expect(withArrivals(order, ['c'])).toBe(order)
})
