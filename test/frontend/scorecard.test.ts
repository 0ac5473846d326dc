import { formatReviewTime } from '../../frontend/src/ui/scorecard.tsx'

test.each([
  [1, false, '1 hour'],
  [6, false, '6 hours'],
  [24, false, '1 day'],
  [168, false, '7 days'],
  [336, true, 'more than 14 days'],
])('A median review time of %i hours (longer: %s) reads "%s"', (hours, isLonger, text) => {
  expect(formatReviewTime({ hours, isLonger })).toBe(text)
})
