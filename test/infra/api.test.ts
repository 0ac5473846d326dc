import { api, gatewayKeys, routeKeys } from '../../domain/api.ts'
import { groups } from '../../domain/route.ts'
import {
  account,
  propertiesOf,
  resolveIntrinsics,
  resourcesOf,
  templateOf,
} from '../support/synthesized-stack.ts'

const template = templateOf('prod')
/** The resources of a type that belong to the HTTP API. Its construct's name begins their logical ids. */
const ofHttpApi = (type: string, of = template) => resourcesOf(of, `AWS::ApiGatewayV2::${type}`, 'Api')
const routes = ofHttpApi('Route')
const integrations = template.findResources('AWS::ApiGatewayV2::Integration')
const [[, stage] = []] = ofHttpApi('Stage')
const permissions = propertiesOf(template, 'AWS::Lambda::Permission')
const [[httpApiId = ''] = []] = ofHttpApi('Api')
const arnOfHttpApi = `arn:<AWS::Partition>:execute-api:us-east-1:${account}:<${httpApiId.slice(0, -8)}>`

/** The logical id of the function behind a route. */
function functionOf(key: string): string {
  const [, route] = routes.find(([, { Properties }]) => Properties.RouteKey === key) ?? []
  const id = route?.Properties.Target['Fn::Join'][1].find((part: { Ref?: string }) => part.Ref)?.Ref
  expect(integrations[id]?.Properties).toMatchObject({
    IntegrationType: 'AWS_PROXY',
    PayloadFormatVersion: '2.0',
  })
  return integrations[id]?.Properties.IntegrationUri['Fn::GetAtt'][0]
}

const allKeys = routeKeys.flatMap(gatewayKeys)

test('The API has one route for each row of domain/api.ts, one for HEAD if caches keep the answer, and a default route', () => {
  expect(routes.map(([, { Properties }]) => Properties.RouteKey).sort()).toEqual(
    [...allKeys, '$default'].sort(),
  )
})

test.each(routeKeys)('The route %s invokes the function of its group', (key) => {
  expect(functionOf(key)).toMatch(new RegExp(`^Function${api[key].group}Function[0-9A-F]{8}$`))
})

test('The default route invokes the function admin', () => {
  expect(functionOf('$default')).toMatch(/^FunctionadminFunction/)
})

test('Only this API may invoke the eight API functions, and only EventBridge rules may invoke the functions that they start', () => {
  const invokers = permissions.map(({ FunctionName, Principal, SourceArn }) =>
    [FunctionName, Principal, SourceArn]
      .map(resolveIntrinsics)
      .join(' ')
      .replace(/^<Function(\w+)Function>/, '$1'),
  )
  const ofApi = `apigateway.amazonaws.com ${arnOfHttpApi}`
  const expected = groups.map((group) => `${group} ${ofApi}/*/*/*`)
  expected.push(`admin ${ofApi}/*/*`)
  expected.push(`live ${ofApi.replace(/<\w+>$/, '<LiveApi>')}/*$connect`)
  for (const [name, schedule] of [
    ['settle', 'SettleScheduleRule'],
    ['schedule', 'JobsScheduleRule'],
    ['watch', 'WatchScheduleRule'],
    ['canary', 'CanaryScheduleRule'],
  ])
    expected.push(`${name} events.amazonaws.com <${schedule}>`)
  expect(invokers.sort()).toEqual(expected.sort())
})

/** IAM's ArnLike: each part between two colons is compared alone, and `*` stands for any characters, slashes included. */
function arnLike(arn: string, pattern: string): boolean {
  const [parts, patterns] = [arn.split(':'), pattern.split(':')]
  const regExps = patterns.map(
    (one) => new RegExp(`^${one.replace(/[^\w*]/g, '\\$&').replaceAll('*', '.*')}$`),
  )
  return parts.length === patterns.length && parts.every((part, index) => regExps[index]?.test(part))
}

// API Gateway names `<api>/<stage>/<METHOD>/<path>` as the source of a call, and `<api>/<stage>/$default` for the default
// route, which gets unknown paths, OPTIONS, and HEAD without a route: aws/serverless-application-model issue 1860.
test.each([
  ...allKeys,
  '$default',
])('The function of the route %s admits the ARN from which API Gateway invokes it', (key) => {
  const source = (pattern: unknown) => resolveIntrinsics(pattern).replaceAll('::', '.')
  const arn = `${source(arnOfHttpApi)}/$default/${key.replace(' ', '')}`
  const own = permissions.filter(({ FunctionName }) => FunctionName['Fn::GetAtt'][0] === functionOf(key))
  expect(own.filter(({ SourceArn }) => arnLike(arn, source(SourceArn)))).not.toEqual([])
  expect(key).not.toMatch(/^(OPTIONS|ANY) /)
})

describe('API throttling', () => {
  const settings: Record<string, { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }> =
    stage?.Properties.RouteSettings

  test('Costly routes have lower rate limits; all other and unknown routes have the limit of the stage', () => {
    const lower = {
      'GET /api/auth/challenge': [50, 100],
      'POST /api/auth/web3': [50, 100],
      'POST /api/login': [20, 40],
      'POST /api/register': [10, 20],
      'POST /api/blockchain/release-reward': [10, 50],
      'PATCH /api/tasks/{id}': [5, 20],
      'POST /api/tasks/{id}/close': [5, 20],
      'POST /api/admin/payouts/{submissionId}/retry': [5, 20],
      'POST /api/reports': [10, 50],
      'GET /api/tasks': [250, 300],
      'GET /t/{id}': [100, 200],
      'HEAD /t/{id}': [100, 200],
      'GET /feeds/{file}': [5, 20],
      'HEAD /feeds/{file}': [5, 20],
      'GET /sitemap.xml': [5, 20],
      'HEAD /sitemap.xml': [5, 20],
      'GET /robots.txt': [10, 20],
      'HEAD /robots.txt': [10, 20],
      'POST /api/submissions/upload': [50, 100],
      'POST /api/user/upload-profile-image': [20, 40],
    }
    const found = Object.entries({ ...settings, $default: stage?.Properties.DefaultRouteSettings }).map(
      ([key, { ThrottlingRateLimit, ThrottlingBurstLimit }]) => [
        key,
        [ThrottlingRateLimit, ThrottlingBurstLimit],
      ],
    )
    const others = [...allKeys, '$default'].map((key) => [key, [500, 1000]])
    expect(Object.fromEntries(found)).toEqual({ ...Object.fromEntries(others), ...lower })
  })

  test('No route of a stage with 15 requests per second has a higher rate', () => {
    const [[, small] = []] = ofHttpApi('Stage', templateOf('prod', { requestsPerSecond: 15 }))
    const rates = Object.values(small?.Properties.RouteSettings as typeof settings)
    expect(Math.max(...rates.map(({ ThrottlingRateLimit }) => ThrottlingRateLimit))).toBe(15)
  })

  test('The API’s stage depends on every route that its settings name', () => {
    for (const [id] of routes) expect(stage?.DependsOn).toContain(id)
  })
})

test('The access log has exactly these fields: no IP address, path or parameter', () => {
  const { Format } = stage?.Properties.AccessLogSettings ?? {}
  expect(Object.values(JSON.parse(Format))).toEqual([
    ...['$context.requestId', '$context.requestTime', '$context.routeKey', '$context.status'],
    ...['$context.integrationStatus', '$context.responseLatency', '$context.integrationErrorMessage'],
  ])
})

test('The name of the access log begins with /aws/vendedlogs/, because the resource policy for other log groups is limited', () => {
  const names = propertiesOf(template, 'AWS::Logs::LogGroup').flatMap(
    ({ LogGroupName }) => LogGroupName ?? [],
  )
  expect(names.map(resolveIntrinsics)).toEqual(['/aws/vendedlogs/Test-prod-<AWS::StackId>[2]'])
  // Logs of a WebSocket API need a role that a new account does not have.
  const [, live] = propertiesOf(template, 'AWS::ApiGatewayV2::Stage')
  expect(live).toMatchObject({ StageName: 'live' })
  expect(live.AccessLogSettings).toBeUndefined()
})
