import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'

/** The event that starts `settle` from the stream. The schedule's event has no such field. */
export interface WakeEvent {
  startedBy: 'stream'
}

const event: WakeEvent = { startedBy: 'stream' }

let client: LambdaClient | undefined

/** Starts the Lambda function of this name asynchronously: Lambda queues the event and retries when it is throttled. */
export async function startSettle(FunctionName: string): Promise<void> {
  client ??= new LambdaClient()
  await client.send(
    new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload: JSON.stringify(event) }),
  )
}
