import type { DynamoDBRecord } from 'aws-lambda'
import { mapWithConcurrency } from '../runtime/concurrency.ts'
import { type Change, toChange } from '../table/stream.ts'
import { auditChanged } from './audit-changed.ts'
import { deriveEvents } from './derive.ts'
import { freePlaces } from './free-places.ts'
import { live } from './live.ts'
import { mail } from './mail.ts'
import { notify } from './notify.ts'
import type { EventServices, Reaction } from './reaction.ts'
import { scorecards } from './scorecards.ts'
import { searchIndex } from './search-index.ts'
import { wakeSettle } from './wake-settle.ts'

/** In the order in which they handle a batch: payouts do not wait for anything else. */
export const reactions: readonly Reaction[] = [
  wakeSettle,
  auditChanged,
  freePlaces,
  searchIndex,
  scorecards,
  live, // after the counts that pages then read
  notify,
  mail,
]

/** Consumes a batch of records of the table's stream. @returns as `consume` */
export const consumeRecords = (services: EventServices, records: DynamoDBRecord[]) =>
  consume(services, records.map(toChange))

/**
 * Derives the events of each change and calls the reactions: one reaction for all changes, then the next. A
 * reaction handles the changes of several items at the same time.
 * A reaction that fails affects neither the other reactions nor the other changes. `settle` is started at most once per batch.
 * Batches run concurrently. The changes of one item come in order, those of different items in any order, also of one
 * partition key: so no reaction may rely on an earlier event of another item, and each must allow for a concurrent run.
 * @returns the sequence numbers of the changes that failed; the stream delivers them again
 */
export async function consume(
  services: EventServices,
  changes: Change[],
  all: readonly Reaction[] = reactions,
): Promise<string[]> {
  let started: Promise<void> | undefined
  const startSettle = () => {
    started ??= services.startSettle()
    return started
  }
  const failed = new Set<string>()
  const keyOf = ({ after, before }: Change) => `${(after ?? before)?.pk} ${(after ?? before)?.sk}`
  const items = [...Map.groupBy(changes, keyOf).values()]
  async function handle({ name, react }: Reaction, change: Change) {
    try {
      for (const event of deriveEvents(change)) await react({ ...services, startSettle }, event)
    } catch (error) {
      services.log.error('reaction failed', { reaction: name, event: change.id, error: error as Error })
      failed.add(change.sequenceNumber)
    }
  }
  for (const reaction of all)
    await mapWithConcurrency(items, async (ofItem) => {
      for (const change of ofItem) await handle(reaction, change)
    })
  return changes.map(({ sequenceNumber }) => sequenceNumber).filter((number) => failed.has(number))
}
