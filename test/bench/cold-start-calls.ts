import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { type RouteKey, splitRoute } from '../../domain/api.ts'
import { services } from '../../functions/runtime/context.ts'
import type { FunctionName } from '../../infra/function-settings.ts'
import { account, demoAccounts } from '../../local/accounts.ts'
import type { Stack } from '../../local/stack.ts'
import { setAdmin } from '../../ops/admin.ts'
import { ApiUser } from '../../ops/api-user.ts'
import { form } from '../support/task-form.ts'

/** The API Gateway event (payload format 2.0) of a call. */
function eventOf(
  route: RouteKey,
  sent: Record<string, string | number>,
  by?: ApiUser,
): APIGatewayProxyEventV2 {
  const { method, path } = splitRoute(route)
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name)
  const all = Object.entries(sent).map(([name, value]) => [name, String(value)] as const)
  const pathParameters = Object.fromEntries(all.filter(([name]) => names.includes(name)))
  const query = Object.fromEntries(all.filter(([name]) => !names.includes(name)))
  const rawPath = path.replace(/\{(\w+)\+?\}/g, (_, name: string) => String(sent[name]))
  const isGet = method === 'GET'
  return {
    version: '2.0',
    routeKey: route,
    rawPath,
    rawQueryString: isGet ? new URLSearchParams(query).toString() : '',
    ...(by && { cookies: by.cookie.split('; ') }),
    headers: isGet ? {} : { 'content-type': 'application/json' },
    ...(isGet && { queryStringParameters: query }),
    pathParameters,
    ...(!isGet && { body: JSON.stringify(sent) }),
    isBase64Encoded: false,
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: 'local',
      domainPrefix: 'local',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' },
      requestId: 'a-measurement',
      routeKey: route,
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  }
}

/** One cheap call for each function. The stack then has one paid reward and no due payout. */
export async function cheapCalls(
  stack: Stack,
): Promise<Record<Exclude<FunctionName, 'canary'>, { what: string; event: object }>> {
  const [poster, doer] = ['poster', 'doer'].map((role) => {
    return new ApiUser(stack, account(demoAccounts.findIndex((one) => one.role === role)))
  }) as [ApiUser, ApiUser]
  const { id: userId } = await doer.signIn()
  await poster.signIn()
  await setAdmin(services().table, poster.wallet.address, true)
  const task = await poster.post(form)
  const { id } = await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'A tram.' })
  await poster.call('PATCH /api/submissions/{id}', { id, status: 'approved' })
  const paid = { taskId: task.id, recipientId: userId }
  await poster.call('POST /api/blockchain/release-reward', paid)

  const call = (route: RouteKey, sent: Record<string, string | number> = {}, by?: ApiUser) => ({
    what: route,
    event: eventOf(route, sent, by),
  })
  return {
    auth: call('GET /api/auth/challenge', { address: doer.wallet.address }),
    tasks: call('GET /api/tasks'),
    submissions: call('GET /api/submissions/{id}', { id }, doer),
    // A verdict on an approved submission answers 409, after everything but KMS and the transaction.
    verdicts: call('PATCH /api/submissions/{id}', { id, status: 'approved' }, poster),
    uploads: call('POST /api/submissions/upload', { contentType: 'image/png', size: 1000 }, doer),
    users: call('GET /api/users/{userId}', { userId }),
    notifications: call('GET /api/notifications', {}, doer),
    admin: call('GET /api/health'),
    payouts: call('POST /api/blockchain/release-reward', paid, poster),
    moderation: call('GET /api/admin/audit', {}, poster),
    settle: { what: 'a scheduled run, nothing due', event: {} },
    schedule: { what: 'a run, nothing due', event: {} },
    events: { what: 'the stream, no records', event: { Records: [] } },
    mail: { what: 'the queue of mails, no messages', event: { Records: [] } },
    watch: { what: 'a scheduled run', event: {} },
    live: {
      what: 'a connection',
      event: {
        headers: { origin: stack.origin, cookie: doer.cookie },
        requestContext: { connectionId: 'c', identity: { sourceIp: '127.0.0.1' } },
      },
    },
  }
}
