import type { DomainEvent } from '../../domain/events.ts'
import type { Item } from '../table/table.ts'
import { deriveEvents } from './derive.ts'

/** The attributes with which an item of each kind began, where they differ from what it has now. */
const beginnings: Record<string, (item: Item) => Item | null> = {
  TASK: ({ closedAt, refunded: _, ...item }) => (closedAt ? item : null),
  SUBMISSION: (item) => (item.status === 'pending' ? null : { ...item, status: 'pending' }),
  PAYOUT: (item) => (item.status === 'due' ? null : { ...item, status: 'due' }),
}

/**
 * The events that lead to an item as it is stored now, for rebuilding a projection: what it was created as, then what it
 * has become. Intermediate states that left no trace, such as a payout that failed and was retried, are left out.
 */
export function replayEvents(item: Item): DomainEvent[] {
  const id = `${item.pk}/${item.sk}`
  const kind = String(item.sk).split('#')[0] ?? ''
  const first = beginnings[kind]?.(item) ?? null
  const change = (before: Item | undefined, after: Item) =>
    deriveEvents({ id, sequenceNumber: id, before, after })
  return first ? [...change(undefined, first), ...change(first, item)] : change(undefined, item)
}
