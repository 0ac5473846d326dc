import type { DomainEvent } from '../../domain/events.ts'
import type { Item } from '../table/table.ts'
import { deriveEvents } from './derive.ts'

/** The states that an item has had, oldest first, for each kind of item that changes after its creation. */
const statesOf: Record<string, (item: Item) => Item[]> = {
  TASK({ closedAt, refunded, ...item }) {
    const { firstPart, ...before } = item
    if (!closedAt) return [item]
    return [
      { ...before, isActive: !item.wasDraft },
      { ...item, closedAt },
      { ...item, closedAt, refunded },
    ]
  },
  SUBMISSION(item) {
    const { status, ...unchanged } = item
    const pending = { ...unchanged, appeal: null, status: 'pending' }
    if (!item.appeal) return [pending, item]
    const rejected = { ...pending, status: 'rejected' }
    return [pending, rejected, { ...rejected, appeal: { ...(item.appeal as object), status: 'open' } }, item]
  },
  PAYOUT: (item) => [{ ...item, status: 'due' }, item],
}

/**
 * Derives the events of a stored item, for rebuilding a projection: first those of its creation, then those up to its current
 * state. Intermediate states that the item does not show, such as a failure before a retry, give no event.
 */
export function replayEvents(item: Item): DomainEvent[] {
  const id = `${item.pk}/${item.sk}`
  const kind = String(item.sk).split('#')[0] ?? ''
  const states = statesOf[kind]?.(item) ?? [item]
  return states.flatMap((after, index) =>
    deriveEvents({ id, sequenceNumber: id, before: states[index - 1], after }),
  )
}
