import type { DomainEvent } from '../../domain/events.ts'
import type { Item } from '../table/table.ts'
import { deriveEvents } from './derive.ts'

/** The item as it was created, for each kind of item that changes later; null if it has not changed since. */
const initialForms: Record<string, (item: Item) => Item | null> = {
  TASK: ({ closedAt, refunded: _, ...item }) => (closedAt ? item : null),
  SUBMISSION: (item) => (item.status === 'pending' ? null : { ...item, status: 'pending' }),
  PAYOUT: (item) => (item.status === 'due' ? null : { ...item, status: 'due' }),
}

/**
 * Derives the events of a stored item, for rebuilding a projection: first those of its creation, then those of its current
 * state. Intermediate states that the item does not show, such as a failure before a retry, give no event.
 */
export function replayEvents(item: Item): DomainEvent[] {
  const id = `${item.pk}/${item.sk}`
  const kind = String(item.sk).split('#')[0] ?? ''
  const first = initialForms[kind]?.(item) ?? null
  const change = (before: Item | undefined, after: Item) =>
    deriveEvents({ id, sequenceNumber: id, before, after })
  return first ? [...change(undefined, first), ...change(first, item)] : change(undefined, item)
}
