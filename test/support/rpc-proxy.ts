import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One JSON-RPC call. */
export interface Call {
  method: string
  params: unknown[]
}

/** Starts a proxy for a chain node. `refuse` returns the error message of a call, or null to pass the call on. */
export async function startRpcProxy(rpcUrl: string, refuse: (call: Call) => string | null) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const call = JSON.parse(body) as Call & { id: number }
    const message = refuse(call)
    const answer = message
      ? JSON.stringify({ jsonrpc: '2.0', id: call.id, error: { code: -32005, message } })
      : await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
          (passed) => passed.text(),
        )
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
