import { mapWithConcurrency } from './concurrency.ts'
import type { Services } from './context.ts'

/** Work that time triggers. It returns how many items it changed. */
export type Job = (services: Services) => Promise<number>

/** The moment of a run in ISO 8601, in addition to the services. */
export type JobContext = Services & { at: string }

/**
 * Makes a job that reads what is due and handles each item. An error with one item is logged, and the others go on.
 * @param due reads the items that are due, the longest overdue first, and at most as many as one run should handle
 * @param handle returns whether it changed the item
 * @param postpone called with an item whose handling failed, so that it does not delay the others
 */
export const job =
  <Item extends { id: string }>(
    name: string,
    due: (context: JobContext) => Promise<Item[]>,
    handle: (context: JobContext, item: Item) => Promise<boolean>,
    postpone?: (context: JobContext, item: Item) => Promise<unknown>,
  ): Job =>
  async (services) => {
    const context = { ...services, at: new Date(services.now()).toISOString() }
    const changed = await mapWithConcurrency(await due(context), async (item) => {
      try {
        return await handle(context, item)
      } catch (error) {
        services.log.error('scheduled work failed', { job: name, id: item.id, error: error as Error })
        await postpone?.(context, item)
        return false
      }
    })
    return changed.filter(Boolean).length
  }
