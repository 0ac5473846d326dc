import { expect, test } from 'vitest'
import {
  neighbours,
  type ReviewSession,
  summarizeReviews,
  withPayment,
} from '../../frontend/src/features/reviews/review-session.ts'

test('The review queue continues after the current submission, then with the earlier ones, and ends', () => {
  const queue = ['a', 'b', 'c']
  expect(neighbours(queue, 'a', new Set())).toEqual({ next: 'b', previous: 'c', left: 2 })
  expect(neighbours(queue, 'b', new Set())).toEqual({ next: 'c', previous: 'a', left: 2 })
  expect(neighbours(queue, 'c', new Set(['b']))).toEqual({ next: 'a', previous: 'a', left: 1 })
  expect(neighbours(queue, 'c', new Set(queue))).toEqual({ next: null, previous: null, left: 0 })
})

test('If the current submission has left the queue, the next one is the first pending submission', () => {
  expect(neighbours(['b', 'c'], 'a', new Set())).toMatchObject({ next: 'b', left: 2 })
})

test('The summary of a review session adds up the approved, paid and failed amounts', () => {
  const reviewSession: ReviewSession = new Map([
    ['a', { status: 'approved', reward: 30, payment: 'paid' }],
    ['b', { status: 'approved', reward: 20, payment: 'settling' }],
    ['c', { status: 'approved', reward: 5, payment: 'failed' }],
    ['d', { status: 'rejected', reward: 100 }],
  ])
  expect(summarizeReviews(reviewSession)).toEqual({ approved: 3, rejected: 1, cost: 55, paid: 30, failed: 5 })
  expect(summarizeReviews(new Map())).toMatchObject({ approved: 0, cost: 0 })
  expect(summarizeReviews(withPayment(reviewSession, 'b', 'paid'))).toMatchObject({ cost: 55, paid: 50 })
  expect(withPayment(reviewSession, 'unknown', 'paid')).toBe(reviewSession)
})
