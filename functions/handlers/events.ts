import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { consumeRecords } from '../events/consume.ts'
import type { EventServices, MailAbout } from '../events/reaction.ts'
import { services } from '../runtime/context.ts'
import { openLive } from '../runtime/live.ts'

let opened: EventServices | undefined

function eventServices(): EventServices {
  if (opened) return opened
  const { config, log, meter, now, table } = services()
  const { LIVE_ENDPOINT, MAIL_QUEUE: queue, SETTLE_FUNCTION: name } = config
  if (!name) throw new Error('Set SETTLE_FUNCTION to the name of the function that pays')
  const startSettle = async () => (await import('../events/settle-function.ts')).startSettle(name)
  const queueMail = async (about: MailAbout) => {
    if (!queue) throw new Error('Set MAIL_QUEUE to the URL of the queue of mails')
    await (await import('../events/mail-queue.ts')).queueMessage(queue, about)
  }
  const live = LIVE_ENDPOINT ? openLive(LIVE_ENDPOINT) : undefined
  opened = { config, live, log, meter, now, table, queueMail, startSettle }
  return opened
}

/**
 * Consumes the table's stream. Failed records are reported: the stream delivers again from the first of them on, and halves
 * the batch until the failing record is alone.
 */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const failed = await consumeRecords(eventServices(), Records)
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
}
