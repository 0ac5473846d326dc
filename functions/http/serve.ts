import middy from '@middy/core'
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context as LambdaContext,
} from 'aws-lambda'
import { api, type Input, type Output, type RouteKey, type RoutesOf } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { rules } from '../../domain/permissions.ts'
import type { Access, Group } from '../../domain/route.ts'
import { type Context, type Services, services, type UserContext } from '../context.ts'
import { Answer } from './answer.ts'
import { errorAnswer } from './error-answer.ts'
import { checkOrigin, parseInput } from './request.ts'
import { readSession, sessionCookie } from './session.ts'
import { viewerNetwork } from './source-network.ts'

type ContextOf<K extends RouteKey> = (typeof api)[K]['access'] extends 'anyone' ? Context : UserContext

type UseCase<K extends RouteKey> = (
  context: ContextOf<K>,
  input: Input<K>,
) => Promise<Output<K> | Answer<Output<K>>>

/** The use case of each of a group's routes. */
export type UseCases<G extends Group> = { [K in RoutesOf<G>]: UseCase<K> }

export type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>

/** What goes with one request from beginning to end, for its lines and its metrics. */
interface Scope extends LambdaContext {
  log: Services['log']
  /** Milliseconds of a clock that only goes forward. */
  started: number
}

/**
 * The Lambda handler of a group: session, origin check, parse and validate by the route's row, call, respond; one
 * error path. The only middy of the product.
 */
export function serve<G extends Group>(group: G, useCases: UseCases<G>, open: () => Services = services) {
  const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Scope>()
    .before(({ event, context: scope }) => {
      const { requestId } = event.requestContext
      scope.log = open().log.createChild({ persistentKeys: { requestId } })
      scope.started = performance.now()
    })
    .handler(async (event, scope) => {
      const key = event.routeKey as RouteKey
      const row = api[key]
      const sourceIp = viewerNetwork(event, open().config)
      if (row?.group !== group) throw new AppError('notFound', 'There is no such call')
      checkOrigin(event, open().config.SITE_ORIGIN)
      const context: Context = {
        ...open(),
        requestId: event.requestContext.requestId,
        sourceIp,
        log: scope.log,
        ...(await readSession(event, open())),
      }
      if (context.user) scope.log.appendKeys({ userId: context.user.id })
      checkAccess(row.access, context)
      const answer = await (useCases as unknown as Record<RouteKey, Untyped>)[key](
        context,
        await parseInput(event, row),
      )
      return respond(event, answer instanceof Answer ? answer : new Answer(answer), open())
    })
    .after(({ event, context: scope, response }) => record(open(), group, scope, event, response))
    .onError((request) => {
      const { error, event, context: scope } = request
      if (!scope.log) throw error // nothing opened, since the configuration is wrong: for those who operate it
      request.response = errorAnswer(error, event.requestContext.requestId, scope.log)
      record(open(), group, scope, event, request.response)
    })
  return handler as unknown as Handler
}

/** The request's one line and its metrics. Its path, parameters and address are left out: they name people and files. */
function record(
  { meter }: Services,
  group: Group,
  { log, started }: Scope,
  { routeKey }: APIGatewayProxyEventV2,
  response: APIGatewayProxyStructuredResultV2 | null | undefined,
) {
  const route = Object.hasOwn(api, routeKey) ? routeKey : 'unknown'
  const status = response?.statusCode ?? 500
  const milliseconds = Math.round(performance.now() - started)
  log.info('request', { route, status, milliseconds })
  meter.request(route, status, milliseconds, group === 'payouts')
}

type Untyped = (context: Context, input: unknown) => Promise<unknown>

function checkAccess(access: Access, { user }: Context) {
  if (access === 'anyone') return
  if (!user) throw new AppError('unauthenticated', 'Please sign in first')
  if (access === 'admin' && !user.isAdmin) throw new AppError('forbidden', rules.admin.refusal)
}

function respond(event: APIGatewayProxyEventV2, answer: Answer<unknown>, { config }: Services) {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': event.requestContext.requestId,
  }
  if (answer.location) headers.location = answer.location
  if (answer.next) {
    const query = new URLSearchParams(event.rawQueryString)
    query.set('cursor', answer.next)
    headers.link = `<${event.rawPath}?${query}>; rel="next"`
  }
  return {
    statusCode: answer.status,
    headers,
    ...(answer.session !== undefined && { cookies: [sessionCookie(answer.session, config.SITE_ORIGIN)] }),
    body: JSON.stringify(answer.body),
  }
}
