import * as waiting from '../table/waiting.ts'
import type { Reaction } from './reaction.ts'

/** Lets the schedule offer a free place within a minute. If the event is lost, the schedule does so within an hour. */
export const freePlaces: Reaction = {
  name: 'free-places',
  async react({ table }, event) {
    if (event.type !== 'task.place-free') return
    const [next] = await waiting.first(table, event.taskId)
    // Before all others that are due.
    if (next) await waiting.checkAt(table, next, 0)
  },
}
