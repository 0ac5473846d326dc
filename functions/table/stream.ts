import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { type ChangeKind, streamFilters } from './keys.ts'
import type { Item } from './table.ts'

/** One change of one item, as the table's stream delivers it: at least once, and in order for each item. */
export interface Change {
  /** Identifies the change. It is the same if the stream delivers the change again. */
  id: string
  /** The position in the stream. A consumer reports a failed record by it. */
  sequenceNumber: string
  before: Item | undefined
  after: Item | undefined
}

type Image = Parameters<typeof unmarshall>[0]

/** Converts a stream record (view type NEW_AND_OLD_IMAGES) to a change. */
export function toChange({ dynamodb, eventID }: DynamoDBRecord): Change {
  const read = (image: unknown) => (image ? unmarshall(image as Image) : undefined)
  return {
    id: eventID ?? '',
    sequenceNumber: dynamodb?.SequenceNumber ?? '',
    before: read(dynamodb?.OldImage),
    after: read(dynamodb?.NewImage),
  }
}

/** Whether a change matches `streamFilters`. On AWS the event source filters; elsewhere the consumer's caller does. */
export function startsEvents({ before, after }: Pick<Change, 'before' | 'after'>): boolean {
  const kind: ChangeKind = !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE'
  return streamFilters.some(({ attribute, startsWith, kinds }) => {
    const isKey = attribute === 'pk' || attribute === 'sk'
    const value = String((isKey ? (after ?? before) : after)?.[attribute])
    return startsWith.some((prefix) => value.startsWith(prefix)) && (kinds?.includes(kind) ?? true)
  })
}
