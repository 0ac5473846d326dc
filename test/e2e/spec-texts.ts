import { errorTexts } from './spec-texts-errors.ts'
import { screenTexts } from './spec-texts-screens.ts'

/**
 * Every text that the specification names, by its section. `{n}` stands for a number, `{MMM d}` and the like for a date,
 * other braces for words.
 */
export const specTexts: Record<string, readonly string[]> = { ...screenTexts, ...errorTexts }

/** Texts that no page can show, with the unit test of each. */
export const unitTexts: Record<string, string> = {
  'useAuth must be used within an AuthProvider': 'test/frontend/auth-context.test.ts',
}
