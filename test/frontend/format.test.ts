import {
  formatCents,
  formatDateTime,
  formatMonthDay,
  formatNumber,
  formatRelative,
  plural,
  shorten,
} from '../../frontend/src/lib/format.ts'

test('Amounts have thousands separators, and nouns after a count are singular or plural', () => {
  expect(formatCents(12500)).toBe('12,500 CENTS')
  for (const value of [0, 999, 1000, -1234567, 1234.5678, 12345678901234567890n])
    expect(formatNumber(value)).toBe(value.toLocaleString('en-US'))
  expect(plural(1, 'submission')).toBe('1 submission')
  expect(plural(0, 'submission')).toBe('0 submissions')
})

test('A shortened wallet address keeps its first 6 and last 4 characters', () => {
  expect(shorten('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBe('0x7099…79C8')
})

test('Dates are formatted as MMM d or as MMM d, yyyy h:mm a; a missing date is today or N/A', () => {
  expect(formatMonthDay('2026-03-09T12:00:00Z')).toBe('Mar 9')
  expect(formatMonthDay(null)).toBe(formatMonthDay(new Date().toISOString()))
  expect(formatDateTime(new Date(2026, 2, 9, 15, 4).toISOString())).toBe('Mar 9, 2026 3:04 PM')
  expect(formatDateTime(new Date(2026, 11, 31, 0, 30).toISOString())).toBe('Dec 31, 2026 12:30 AM')
  expect(formatDateTime(null)).toBe('N/A')
})

test('Recent times are formatted relative to now', () => {
  const now = Date.parse('2026-03-09T12:00:00Z')
  expect(formatRelative('2026-03-09T11:59:30Z', now)).toBe('just now')
  expect(formatRelative('2026-03-09T10:00:00Z', now)).toBe('2 hours ago')
  expect(formatRelative('2026-03-08T11:00:00Z', now)).toBe('yesterday')
  expect(formatRelative('2026-03-12T12:00:00Z', now)).toBe('in 3 days')
})
