import type { Api, Output, RouteKey, Sent } from '../../../domain/api.ts'
import type { ErrorBody, FieldError } from '../../../domain/errors.ts'
import { ui } from '../../../domain/limits.ts'
import { isReachable, noConnection, trackRequest } from './connectivity.ts'

type Params = Record<string, unknown>
/** The input of a route as rest parameters: optional where every field of it is. */
export type Arguments<K extends RouteKey> =
  Record<string, never> extends Sent<K> ? [input?: Sent<K>] : [input: Sent<K>]

/** The input and answer types of every route, by keys like `GET /api/tasks/{id}`. */
export type { Api, Output, RouteKey, Sent }

/**
 * An answer with an error status. `message` is `{status}: {response text or status text}`; `reason` is
 * the message for users. `status` 0 means that there was no answer.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly reason: string
  readonly errors: FieldError[]

  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`)
    const body = parseErrorBody(text)
    this.status = status
    this.reason = body?.message || statusText || 'An unexpected error occurred'
    this.errors = body?.errors ?? []
  }
}

/** Whether a retry may succeed: there was no answer, or its status is 429 or 5xx. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** Whether there was no connection for what failed, or for its cause. */
function isDisconnected(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0
  // Without a connection, the code of a part of the page cannot be loaded either.
  if (error instanceof TypeError && !isReachable()) return true
  return error instanceof Error && isDisconnected(error.cause)
}

/** The message for users of anything that was thrown, or `otherwise` if it has none, as an answer that is not JSON. */
export function reasonOf(error: unknown, otherwise = 'An unexpected error occurred'): string {
  if (isDisconnected(error)) return noConnection
  if (error instanceof ApiError) return error.reason
  const isReadable = error instanceof Error && !(error instanceof SyntaxError) && error.message
  return isReadable ? error.message : otherwise
}

function parseErrorBody(text: string): Partial<ErrorBody> | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : null
  } catch {
    return null
  }
}

/**
 * Makes a request of a route key, such as `GET /api/tasks/{id}`, and its input: the method, the path with the query
 * string and, except for GET, the JSON body.
 */
export function buildRequest(key: string, input: Params = {}) {
  const [method = 'GET', template = ''] = key.split(' ')
  const rest = { ...input }
  let address = template.replace(/\{(\w+)(\+?)\}/g, (_, name: string, greedy: string) => {
    const value = String(rest[name] ?? '')
    if (!value) throw new Error(`${key} needs ${name}`)
    delete rest[name]
    return greedy ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  if (method !== 'GET') return { method, address, body: JSON.stringify(rest) }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  if (query.size > 0) address += `?${query}`
  return { method, address, body: undefined }
}

type EdgeRoute = { [K in RouteKey]: Api[K] extends { edgeAge: number } ? K : never }[RouteKey]
const edgeRoutes: Record<EdgeRoute, true> = { 'GET /api/tasks': true, 'GET /api/leaderboard': true }

/** The request of a verdict, which the browser completes although the page is left. */
const keptAlive: RouteKey = 'PATCH /api/submissions/{id}'

/** Milliseconds since the epoch. */
let changedAt = 0

/** The input of a request, with `fresh` if CloudFront's answer may be older than the last change made here. */
function freshInput(key: string, input: Params = {}): Params {
  const now = Date.now()
  return key in edgeRoutes && now - changedAt < ui.freshLists ? { ...input, fresh: now } : input
}

async function send(key: string, input: Params | undefined, signal?: AbortSignal): Promise<Response> {
  const { method, address, body } = buildRequest(key, freshInput(key, input))
  const init: RequestInit = { method, credentials: 'include', headers: { accept: 'application/json' } }
  if (key === keptAlive) init.keepalive = true
  if (body !== undefined) {
    init.headers = { ...init.headers, 'content-type': 'application/json' }
    init.body = body
  }
  if (signal) init.signal = signal
  const setReachable = trackRequest()
  const response = await fetch(address, init).catch((error: unknown) => {
    if (signal?.aborted) throw error
    setReachable(false)
    throw new ApiError(0, '', noConnection)
  })
  setReachable(true)
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
  if (method !== 'GET') changedAt = Date.now()
  return response
}

/** Calls a route of `domain/api.ts` with cookies. Input that is no path parameter is the query string (GET) or the body. */
export async function call<K extends RouteKey>(key: K, ...[input]: Arguments<K>): Promise<Output<K>> {
  const response = await send(key, input as Params | undefined)
  const text = await response.text()
  return (text ? JSON.parse(text) : {}) as Output<K>
}

/** One page of a list, and the cursor of the next page from the header `Link: <…>; rel="next"` (RFC 8288). */
export async function callPage<K extends RouteKey>(
  key: K,
  input: Sent<K>,
  signal?: AbortSignal,
): Promise<{ items: Output<K>; next: string | null }> {
  const response = await send(key, input as Params, signal)
  return { items: (await response.json()) as Output<K>, next: nextCursor(response.headers.get('link')) }
}

/** A part of a file, and the cursor of the next part. */
export async function callFile<K extends RouteKey>(key: K, input: Sent<K>) {
  const response = await send(key, input as Params)
  return { text: await response.text(), next: nextCursor(response.headers.get('link')) }
}

/** The `cursor` parameter of a Link header's `rel="next"`, or null. */
export function nextCursor(link: string | null): string | null {
  const address = link?.match(/<([^>]*)>\s*;[^,]*rel="?next"?/)?.[1]
  return address ? new URL(address, 'http://localhost').searchParams.get('cursor') : null
}
