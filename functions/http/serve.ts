import middy from '@middy/core'
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context as LambdaContext,
} from 'aws-lambda'
import {
  type Api,
  api,
  type Input,
  type Output,
  type RouteKey,
  type RoutesOf,
  rowKey,
} from '../../domain/api.ts'
import { brand } from '../../domain/brand.ts'
import { AppError } from '../../domain/errors.ts'
import type { Document, Group, Row } from '../../domain/route.ts'
import type { SigningIn } from '../accounts/session.ts'
import { answerOf } from '../runtime/answer.ts'
import { type Context, type Services, services, type UserContext } from '../runtime/context.ts'
import type { SubjectOf } from '../runtime/subject.ts'
import { readClient } from './client.ts'
import { endSession, readSession, startSession } from './cookies.ts'
import { errorAnswer } from './error-answer.ts'
import { checkOrigin, parseInput } from './request.ts'
import { sourceNetwork } from './source-network.ts'
import { beforeSubject, checkAccess, checkNotSuspended, loadSubject } from './subject.ts'

type ContextOf<K extends RouteKey> = (typeof api)[K]['access'] extends 'anyone' ? Context : UserContext

/**
 * The result of a use case: its route's output, with the cursor of the next page for a list, or a document, or the URL of
 * a redirect.
 */
type Result<K extends RouteKey> = Api[K] extends { answer: 'redirect' }
  ? string
  : Api[K] extends { answer: 'document' }
    ? Document
    : Api[K] extends { answer: 'page' }
      ? { page: Output<K>; next?: string }
      : Output<K>

type UseCase<K extends RouteKey> = (
  context: ContextOf<K>,
  input: Input<K>,
  subject: SubjectOf<K>,
) => Promise<Result<K>>

/** The use case of each route of a group. */
export type UseCases<G extends Group> = { [K in RoutesOf<G>]: UseCase<K> }

export type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>

/** The data of one request for its log line. */
interface Scope extends LambdaContext {
  /** Absent until the request has proved that it came through CloudFront. */
  log?: Services['log']
  sourceIp: string
  /** Milliseconds of a monotonic clock. */
  started: number
}

/**
 * The Lambda handler of a group of routes. Each request passes these steps, as its route's row says: origin key, origin
 * check, session, access, input, subject, use case, answer. Every error becomes a response in one place. Only this function
 * uses middy.
 */
export function serve<G extends Group>(group: G, useCases: UseCases<G>, open: () => Services = services) {
  const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Scope>()
    .before(({ event, context: scope }) => {
      // First, so that a request that did not come through CloudFront costs nothing.
      scope.sourceIp = sourceNetwork(event, open().config)
      const { requestId } = event.requestContext
      scope.log = open().log.createChild({ persistentKeys: { requestId } })
      scope.started = performance.now()
    })
    .handler(async (event, { log = open().log, sourceIp }) => {
      const key = rowKey(event.routeKey)
      const row: Row | undefined = api[key]
      if (row?.group !== group) throw new AppError('notFound', 'There is no such call')
      checkOrigin(event, open().config.SITE_ORIGIN, row)
      const context: Context = {
        ...open(),
        requestId: event.requestContext.requestId,
        sourceIp,
        client: readClient(event, sourceIp, open().config),
        log,
        // Nobody's answer from a cache may depend on a session.
        ...(row.edgeAge || row.maxAge ? { user: null, session: null } : await readSession(event, open())),
      }
      if (context.user) log.appendKeys({ userId: context.user.id })
      // Access is checked before the input is parsed, so that a caller without access learns nothing about the input.
      checkAccess(beforeSubject(row.access), context)
      checkNotSuspended(row, context)
      const input = await parseInput(event, row)
      const subject = await loadSubject(context, key, input as Input<RouteKey>)
      const result = await (useCases as unknown as Record<RouteKey, Untyped>)[key](context, input, subject)
      return respond(event, row, result, context)
    })
    .after(({ event, context: scope, response }) => record(scope, event, response))
    .onError((request) => {
      const { error, event, context: scope } = request
      // Another error before there is a log: the configuration is invalid, and operators must see it.
      if (!scope.log && !(error instanceof AppError)) throw error
      request.response = errorAnswer(error, event.requestContext.requestId, scope.log ?? open().log)
      record(scope, event, request.response)
    })
  return handler as unknown as Handler
}

/** Writes the request's log line, without its path, parameters and IP address, which identify people and files. */
function record(
  { log, started }: Scope,
  { routeKey }: APIGatewayProxyEventV2,
  response: APIGatewayProxyStructuredResultV2 | null | undefined,
) {
  if (!log) return
  const route = Object.hasOwn(api, rowKey(routeKey)) ? routeKey : 'unknown'
  const status = response?.statusCode ?? 500
  log.info('request', { route, status, milliseconds: Math.round(performance.now() - started) })
}

/** For public answers. CloudFront keeps serving an old answer for ten minutes while the API fails. @param maxAge seconds */
const publicFor = (maxAge: number) =>
  `public, max-age=${maxAge}, stale-while-revalidate=${maxAge}, stale-if-error=600`

const cacheControl = ({ edgeAge, maxAge }: Row) =>
  maxAge
    ? publicFor(maxAge)
    : edgeAge
      ? `public, max-age=0, s-maxage=${edgeAge}, stale-if-error=60`
      : 'no-store'

/** What an answer with a next part has; a document is no page. */
type Paged = { page: unknown; next?: string }

type Untyped = (context: Context, input: unknown, subject: unknown) => Promise<unknown>

async function respond(event: APIGatewayProxyEventV2, row: Row, result: unknown, context: Context) {
  const { answer, output, session } = row
  const { page, next } =
    answer === 'page' || answer === 'document' ? (result as Partial<Paged>) : { page: result }
  const document = answer === 'document' ? (result as Document) : null
  const body = document || answer === 'redirect' ? {} : answerOf(output, page)
  const headers: Record<string, string> = {
    'content-type': `${document?.type ?? 'application/json'}; charset=utf-8`,
    'cache-control': cacheControl(row),
    'x-content-type-options': 'nosniff',
    'x-request-id': context.requestId,
  }
  if (answer === 'redirect') headers.location = String(result)
  if (answer === 'download')
    headers['content-disposition'] = `attachment; filename="${brand.toLowerCase()}-account.json"`
  if (next) {
    const query = new URLSearchParams(event.rawQueryString)
    query.set('cursor', next)
    headers.link = `<${event.rawPath}?${query}>; rel="next"`
  }
  const isInProgress =
    answer === 'progress' && ['waiting', 'due'].includes((result as { status: string }).status)
  // Not "storage": it holds the terms of fundings that are not saved yet, without which their money is stuck for weeks.
  if (session === 'end') headers['clear-site-data'] = '"cache"'
  const cookies =
    session === 'start'
      ? await startSession(context, result as SigningIn)
      : session === 'end'
        ? await endSession(context)
        : []
  const statusCode = document?.status ?? (answer === 'redirect' ? 302 : isInProgress ? 202 : 200)
  const text = document?.text ?? JSON.stringify(body)
  return { statusCode, headers, ...(cookies.length > 0 && { cookies }), body: text }
}
