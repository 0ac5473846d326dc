import { shardOf } from './shards.ts'
import { type Item, readList, type Table } from './table.ts'

/**
 * A timed queue: the items that carry its index attributes, sorted by a moment and then by their id. The moment (ISO 8601) is
 * when the item is due, or when it entered. An item is in at most one queue of each index.
 */
function timedQueue(index: 'gsi1' | 'gsi2', name: string) {
  const pk = `${name}#`
  const [partition, sort] = [`${index}pk`, `${index}sk`]
  return {
    /** The partition of the index, spread over shards. */
    pk,
    /** The attributes of an item that enters the queue, or moves in it. */
    position: (moment: string, id: string) => ({ [partition]: shardOf(pk, id), [sort]: `${moment}#${id}` }),
    /** The attributes to remove when an item leaves the queue. */
    attributes: [partition, sort],
    /** The condition that the item is still in this queue. */
    contains: { condition: `begins_with(${partition}, :queue)`, values: { ':queue': pk } },
    /** The moment of an item of the queue. */
    momentOf: (item: Item): string => String(item[sort]).split('#', 1)[0] ?? '',
    /**
     * The first items, or those whose moment is before `before` or after `after` (ISO 8601). The index may be stale, so read
     * what decides from the table.
     */
    read: (table: Table, limit: number, { before, after }: { before?: string; after?: string } = {}) =>
      readList(table, { index, pk, limit, below: before, above: after }),
  }
}

/** All timed queues. The due payouts have a queue of their own, because creators take turns in it (payouts.ts). */
export const queues = {
  /** Pending submissions, at the end of their time to review. */
  reviews: timedQueue('gsi1', 'VERDICTS#due'),
  /** Pending submissions whose automatic approval waits, at their next check. */
  waiting: timedQueue('gsi1', 'VERDICTS#waiting'),
  /** Rejected submissions, at the end of their time to appeal. */
  appealable: timedQueue('gsi1', 'VERDICTS#appealable'),
  /** Open appeals, since they were made. */
  appeals: timedQueue('gsi1', 'VERDICTS#appeals'),
  /** Due payouts, at the end of the protection of their reward. */
  protectedPayouts: timedQueue('gsi2', 'PAYOUTS#protected'),
  /** Paid payouts that are not final, since their payment. */
  confirmingPayouts: timedQueue('gsi1', 'PAYOUTS#confirming'),
  /** Failed payouts, since their approval. */
  failedPayouts: timedQueue('gsi1', 'PAYOUTS#failed'),
  /** Closed tasks whose refund is due, since it became due or was tried. */
  refunds: timedQueue('gsi2', 'REFUNDS#due'),
  /** Refunded tasks whose refund is not final, since its payment. */
  confirmingRefunds: timedQueue('gsi2', 'REFUNDS#confirming'),
  /** Escrows, at their `refundableAt`. */
  refundable: timedQueue('gsi2', 'REFUNDABLE'),
  /** Escrows whose funding is not final, at their next check. */
  fundings: timedQueue('gsi1', 'FUNDING'),
  /** Doers on waiting lists, at their next check or at the end of the offer of a place. */
  places: timedQueue('gsi1', 'WAITING#due'),
  /** Users with an announced move to another wallet, when it is done. */
  walletMoves: timedQueue('gsi1', 'WALLETMOVES'),
}

export type QueueName = keyof typeof queues
