import { expect, test } from 'vitest'
import { exploreModel } from './model-check/explore.ts'

test('every sequence of three calls in a small world ends as the model says', {
  timeout: 120_000,
}, async () => {
  const { states, calls, refusals } = await exploreModel(3)
  expect(states).toBeGreaterThan(190)
  expect(calls).toBeGreaterThan(1_900)
  expect(Object.keys(refusals).length).toBeGreaterThanOrEqual(16)
})
