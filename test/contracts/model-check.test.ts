import { exploreModel } from './model-check/explore.ts'

test('Every sequence of three calls to the contract has the result that the model predicts', {
  timeout: 120_000,
}, async () => {
  const { states, calls, reverts } = await exploreModel(3)
  expect(states).toBeGreaterThan(190)
  expect(calls).toBeGreaterThan(1_900)
  expect(Object.keys(reverts).length).toBeGreaterThanOrEqual(16)
})
