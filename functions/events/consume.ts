import type { DynamoDBRecord } from 'aws-lambda'
import { type Change, toChange } from '../table/stream.ts'
import { auditChanged } from './audit-changed.ts'
import { deriveEvents } from './derive.ts'
import type { EventServices, Reaction } from './reaction.ts'
import { wakeSettle } from './wake-settle.ts'

export const reactions: readonly Reaction[] = [wakeSettle, auditChanged]

/** Consumes a batch of records of the table's stream. @returns as `consume` */
export const consumeRecords = (services: EventServices, records: DynamoDBRecord[]) =>
  consume(services, records.map(toChange))

/**
 * Derives the events of each change and calls the reactions that handle them. If a reaction fails, the following changes are
 * still handled. `settle` is started at most once per batch.
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
  const failed: string[] = []
  for (const change of changes) {
    try {
      for (const event of deriveEvents(change))
        for (const reaction of all)
          if (reaction.handles.includes(event.type)) await reaction.react({ ...services, startSettle }, event)
    } catch (error) {
      services.log.error('reaction failed', { event: change.id, error: error as Error })
      failed.push(change.sequenceNumber)
    }
  }
  return failed
}
