import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'

/** Sends messages to connected pages through API Gateway. @param endpoint of the stage of the WebSocket API */
export function openLive(endpoint: string) {
  const client = new ApiGatewayManagementApiClient({
    endpoint,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
  })
  /** @returns false if the connection is gone */
  const isOpen = (request: Promise<unknown>) =>
    request.then(
      () => true,
      (error: unknown) => {
        if (error instanceof GoneException) return false
        throw error
      },
    )
  return {
    send: (ConnectionId: string, message: object): Promise<boolean> =>
      isOpen(client.send(new PostToConnectionCommand({ ConnectionId, Data: JSON.stringify(message) }))),
    close: (ConnectionId: string): Promise<boolean> =>
      isOpen(client.send(new DeleteConnectionCommand({ ConnectionId }))),
  }
}
export type Live = ReturnType<typeof openLive>
