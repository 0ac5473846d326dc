import { token } from '../../../domain/limits.ts'
import { sharePath } from '../../../domain/share.ts'
import type { Task } from '../../../domain/task.ts'

/** The page of the app that shows a task. */
export const taskPath = (id: string) => `/tasks?id=${encodeURIComponent(id)}`

/** A tweet intent with the title, the reward and the task's share link. `origin` of this site. */
export function shareOnX(task: Pick<Task, 'id' | 'title' | 'reward'>, origin: string): string {
  const query = new URLSearchParams({
    text: `${task.title}: earn ${task.reward} ${token.rewardUnit}`,
    url: origin + sharePath(task.id),
  })
  return `https://twitter.com/intent/tweet?${query}`
}
