import { expect, test } from 'vitest'
import { buildAndMeasure, firstRouteLimit, scripts } from '../bench/bundle-sizes.ts'

test('the first route needs at most 110 KiB of JavaScript, in one file', { timeout: 60_000 }, async () => {
  const { first } = await buildAndMeasure()
  expect(scripts(first).gzip).toBeLessThanOrEqual(firstRouteLimit)
  expect(first.map(({ file }) => file.replace(/.*\./, '')).toSorted()).toEqual(['css', 'js'])
})
