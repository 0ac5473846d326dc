/** An error answer of a chain's node (JSON-RPC 2.0). `data` is the revert data of a failed call, if any. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** One JSON-RPC call to the site's own RPC endpoint, which needs no wallet. */
export async function rpc(url: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (typeof answer !== 'object' || answer === null)
    throw new RpcError({ code: -32603, message: `${response.status}: ${response.statusText}` })
  if ('error' in answer && answer.error) throw new RpcError(answer.error as RpcError)
  return 'result' in answer ? answer.result : null
}
