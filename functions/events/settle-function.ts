import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'

/** The event that starts `settle` from the stream. The schedule's event has no such field. */
export interface WakeEvent {
  startedBy: 'stream'
}

const event: WakeEvent = { startedBy: 'stream' }

/** Starts the Lambda function of this name asynchronously: Lambda queues the event and retries when it is throttled. */
export function settleStarter(functionName: string): () => Promise<void> {
  const client = new LambdaClient()
  const command = {
    FunctionName: functionName,
    InvocationType: 'Event',
    Payload: JSON.stringify(event),
  } as const
  return async () => {
    await client.send(new InvokeCommand(command))
  }
}
