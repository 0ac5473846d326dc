import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'

let client: SQSClient | undefined

/** Adds a message to the queue of the function `mail`. */
export async function queueMessage(QueueUrl: string, message: unknown): Promise<void> {
  client ??= new SQSClient()
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }))
}
