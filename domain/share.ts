import { token } from './limits.ts'
import { placesText } from './places.ts'
import type { Task } from './task.ts'

/** A task's share link, without the origin of the site: a page that is readable without a script. */
export const sharePath = (id: string) => `/t/${encodeURIComponent(id)}`

/** The title of a page: its name before the title of the home page. */
export const pageTitle = (name: string | undefined, brand: string) =>
  `${name ? `${name} · ` : ''}Earn Crypto for Real World Tasks | ${brand}`

/**
 * A summary of at most 160 characters, for search engines and link previews.
 * @param places what it says about free places
 */
export function summaryOf(
  task: Pick<Task, 'description' | 'reward' | 'closedAt' | 'taken' | 'maxCompletions'>,
  places = task.closedAt ? 'Closed' : placesText(task),
): string {
  const description = task.description.replace(/\s+/g, ' ').trim()
  const text = `Earn ${task.reward} ${token.rewardUnit}. ${places}. ${description}`
  return text.length > 160 ? `${text.slice(0, 159).trimEnd()}…` : text
}
