import { buildAndMeasure, firstRouteLimit, scripts } from '../bench/bundle-sizes.ts'

test('The first route loads one script of at most 110 KiB after gzip, and one style sheet', {
  timeout: 60_000,
}, async () => {
  const { first } = await buildAndMeasure()
  expect(scripts(first).gzip).toBeLessThanOrEqual(firstRouteLimit)
  expect(first.map(({ file }) => file.replace(/.*\./, '')).toSorted()).toEqual(['css', 'js'])
})
