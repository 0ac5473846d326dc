import { indexTask, termsOf } from '../table/search-index.ts'
import type { Reaction } from './reaction.ts'

/** Keeps the index of words that a search of the open tasks reads. */
export const searchIndex: Reaction = {
  name: 'search-index',
  async react({ table }, event) {
    if (event.type === 'task.listing-changed')
      await indexTask(table, event.taskId, event.former ? termsOf(event.former) : [])
  },
}
