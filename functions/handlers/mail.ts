import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { sendMailAbout } from '../events/mail.ts'
import { services } from '../runtime/context.ts'

/** Sends queued mails. Those that could not be tried are reported, and the queue delivers them again. */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const failed: string[] = []
  for (const { body, messageId } of Records)
    try {
      await sendMailAbout(services(), JSON.parse(body))
    } catch (error) {
      services().log.error('mail not tried', error as Error)
      failed.push(messageId)
    }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
}
