import { buildAndMeasure, firstRouteLimit, scripts } from '../bench/bundle-sizes.ts'

test('The first route loads the starting script, the app and one style sheet, with at most 97 KiB of script after gzip', {
  timeout: 60_000,
}, async () => {
  const { first } = await buildAndMeasure()
  expect(scripts(first).gzip).toBeLessThanOrEqual(firstRouteLimit)
  expect(first.map(({ file }) => file.replace(/.*\./, '')).toSorted()).toEqual(['css', 'js', 'js'])
})
