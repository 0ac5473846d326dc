import { token } from '../../../domain/limits.ts'
import type { Task } from '../../../domain/task.ts'

/** A task's share link, without the origin of this site. */
export const sharePath = (id: string) => `/tasks?id=${encodeURIComponent(id)}`

/** A summary of at most 160 characters, for search engines and link previews. */
export function summaryOf(task: Pick<Task, 'description' | 'reward'>): string {
  const text = `Earn ${task.reward} ${token.rewardUnit}. ${task.description.replace(/\s+/g, ' ').trim()}`
  return text.length > 160 ? `${text.slice(0, 159).trimEnd()}…` : text
}

/** A tweet intent with the title, the reward and the task's share link. `origin` of this site. */
export function shareOnX(task: Pick<Task, 'id' | 'title' | 'reward'>, origin: string): string {
  const query = new URLSearchParams({
    text: `${task.title}: earn ${task.reward} ${token.rewardUnit}`,
    url: origin + sharePath(task.id),
  })
  return `https://twitter.com/intent/tweet?${query}`
}
