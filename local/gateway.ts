import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { api, cachedPaths, rowKey } from '../domain/api.ts'
import { AppError } from '../domain/errors.ts'
import { dataHeaders, securityHeaders } from '../domain/headers.ts'
import type { Group } from '../domain/route.ts'
import { errorAnswer } from '../functions/http/error-answer.ts'
import type { Handler } from '../functions/http/serve.ts'
import { services } from '../functions/runtime/context.ts'
import { toEvent } from './api-gateway-event.ts'
import type { CaughtMail } from './engines/ses.ts'
import { type Faucet, faucetPage } from './faucet.ts'
import { mailPage } from './mail-page.ts'
import { webAppHandler } from './web-app.ts'

type Answer = Omit<APIGatewayProxyStructuredResultV2, 'body'> & { body?: string | Buffer | undefined }

/** Maximum request body of API Gateway, in bytes. */
const maxBody = 10 * 1024 * 1024

interface Options {
  siteOrigin: string
  handlers: Record<Group, Handler>
  /** The node of the chain; browsers reach it at /rpc. */
  rpcUrl: string
  /** Folder of the built web app, or null to serve the API only. */
  site: string | null
  faucet: Faucet
  mails: CaughtMail[]
  uploadsOrigin: string
}

/** Serves what CloudFront and API Gateway serve when deployed: the API, the web app and its configuration. */
export function gateway(options: Options): RequestListener {
  const serveWebApp = options.site === null ? null : webAppHandler(options.site)
  return (request, response) => {
    handle(options, serveWebApp, request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent)
        sendJson(response, 500, { message: 'The local gateway failed on this request' })
      else response.destroy()
    })
  }
}

async function handle(
  options: Options,
  serveWebApp: ReturnType<typeof webAppHandler> | null,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const url = URL.parse(request.url ?? '/', options.siteOrigin)
  const path = url?.pathname ?? ''
  const cached = cachedPaths.find(({ pattern }) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  )
  const isApi = path.startsWith('/api/') || cached
  const isData = (isApi && cached?.kind !== 'document') || path === '/rpc'
  // CloudFront's key of what is the same for everybody has no query string.
  if (url && cached) url.search = ''
  const headers = isData ? dataHeaders : securityHeaders({ uploads: options.uploadsOrigin })
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (url?.origin !== options.siteOrigin)
    return sendJson(response, 400, { message: 'This is no address of the site' })
  if (request.headers.host !== new URL(options.siteOrigin).host) {
    // A page of another site whose host name leads to this machine (DNS rebinding) must not use the API or the node.
    if (isData) return sendJson(response, 421, { message: `Use ${options.siteOrigin}` })
    // Cookies and sign-in messages are bound to one origin, so 127.0.0.1 is redirected to localhost.
    response.writeHead(307, { location: `${options.siteOrigin}${url.pathname}${url.search}` }).end()
    return
  }
  if (isApi) return callApi(options, request, response, url)
  if (url.pathname === '/rpc') return relayRpc(options.rpcUrl, request, response)
  if (url.pathname === '/faucet') return faucetPage(options.faucet, request, response, url)
  if (url.pathname === '/mail') return mailPage(options.mails, response, url.searchParams.get('html'))
  if (!serveWebApp) return sendJson(response, 404, { message: 'Only the API is served here' })
  return serveWebApp(request, response, url)
}

async function callApi({ handlers }: Options, request: IncomingMessage, response: ServerResponse, url: URL) {
  const body = await readBody(request)
  if (!body) return refuse(response, new AppError('tooLarge', 'The request is too large'))
  const event = toEvent(request, url, body)
  if (!event) return refuse(response, new AppError('notFound', 'There is no such call'))
  const answer = await handlers[api[rowKey(event.routeKey)].group](event)
  const accepted = String(request.headers['accept-encoding'] ?? '')
  send(response, accepted.includes('br') ? compressed(answer) : answer)
}

/** The answer as CloudFront compresses it: bodies from 1,000 bytes on. */
function compressed(answer: APIGatewayProxyStructuredResultV2): Answer {
  const { body = '', headers } = answer
  if (Buffer.byteLength(body) < 1000) return answer
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': 'br', vary: 'accept-encoding' },
    body: brotliCompressSync(body, { params }),
  }
}

/** Answers a request that reaches no handler with the same error body as the handlers. */
const refuse = (response: ServerResponse, error: AppError) =>
  send(response, errorAnswer(error, randomUUID(), services().log))

function send(response: ServerResponse, { statusCode = 200, headers, cookies, body }: Answer) {
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, String(value))
  if (cookies) response.setHeader('set-cookie', cookies)
  response.writeHead(statusCode).end(body)
}

async function relayRpc(rpcUrl: string, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST' || !request.headers['content-type']?.startsWith('application/json')) {
    return sendJson(response, 405, { message: 'POST JSON-RPC here' })
  }
  const body = await readBody(request)
  if (!body) return sendJson(response, 413, { message: 'The request is too large' })
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
}

/** Reads the body; null if it exceeds the limit. */
async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= maxBody) chunks.push(chunk)
  }
  return size > maxBody ? null : Buffer.concat(chunks)
}

function sendJson(response: ServerResponse, status: number, body: unknown) {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
