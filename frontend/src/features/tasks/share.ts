import { token } from '../../../../domain/limits.ts'
import type { Task } from '../../../../domain/task.ts'

/** A tweet intent with the title, the reward and the task's share link (spec section 2). `origin` of this site. */
export function shareOnX(task: Pick<Task, 'id' | 'title' | 'reward'>, origin: string): string {
  const query = new URLSearchParams({
    text: `${task.title}: earn ${task.reward} ${token.rewardUnit}`,
    url: `${origin}/tasks?id=${encodeURIComponent(task.id)}`,
  })
  return `https://twitter.com/intent/tweet?${query}`
}
