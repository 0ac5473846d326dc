import { errorTexts } from './spec-texts-errors.ts'
import { screenTexts } from './spec-texts-screens.ts'

/**
 * Every text that users see and that must stay as it is, by screen. Test titles call these texts the specification. `{n}` stands
 * for a number, `{MMM d}` for a date, and other placeholders for words.
 */
export const specTexts: Record<string, readonly string[]> = { ...screenTexts, ...errorTexts }

/** Texts that no page shows, with the unit test of each. */
export const unitTexts: Record<string, string> = {
  'useAuth must be used within an AuthProvider': 'test/frontend/auth-context.test.ts',
}
