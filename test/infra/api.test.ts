import { describe, expect, test } from 'vitest'
import { api, type RouteKey, routeKeys } from '../../domain/api.ts'
import { templateOf } from '../support/synthesized-stack.ts'

const template = templateOf('prod')
const routes = Object.entries(template.findResources('AWS::ApiGatewayV2::Route'))
const integrations = template.findResources('AWS::ApiGatewayV2::Integration')
const [stage] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage'))

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

test('there is one route for each row, and one for everything else', () => {
  expect(routes.map(([, { Properties }]) => Properties.RouteKey).sort()).toEqual(
    [...routeKeys, '$default'].sort(),
  )
})

test.each(routeKeys)('%s leads to the function of its group', (key) => {
  expect(functionOf(key)).toMatch(new RegExp(`^Function${api[key].group}Function[0-9A-F]{8}$`))
})

test('what no row knows gets our own JSON answer', () => {
  expect(functionOf('$default')).toMatch(/^FunctionadminFunction/)
})

test('each function may be called by the API that it belongs to, and by no other', () => {
  const [apiId] = Object.keys(template.findResources('AWS::ApiGatewayV2::Api'))
  const permissions = Object.values(template.findResources('AWS::Lambda::Permission'))
  const calls = permissions.filter(({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com')
  expect(calls).toHaveLength(8)
  for (const { Properties } of calls)
    expect(JSON.stringify(Properties.SourceArn)).toContain(`"Ref":"${apiId}"`)
})

describe('throttling', () => {
  const settings: Record<string, { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }> =
    stage?.Properties.RouteSettings

  test('every route has its rate, and what is no route too', () => {
    expect(Object.keys(settings).sort()).toEqual([...routeKeys].sort())
    for (const one of [...Object.values(settings), stage?.Properties.DefaultRouteSettings])
      expect(one).toMatchObject({
        ThrottlingRateLimit: expect.any(Number),
        ThrottlingBurstLimit: expect.any(Number),
      })
  })

  test.each<[RouteKey, number]>([
    ['GET /api/auth/challenge', 50],
    ['POST /api/login', 20],
    ['POST /api/register', 10],
    ['POST /api/blockchain/release-reward', 10],
    ['GET /api/tasks', 500],
  ])('%s takes %i a second', (key, rate) => {
    expect(settings[key]?.ThrottlingRateLimit).toBe(rate)
  })

  test('a small stage keeps every route within its own rate', () => {
    const [small] = Object.values(
      templateOf('prod', { requestsPerSecond: 15 }).findResources('AWS::ApiGatewayV2::Stage'),
    )
    const rates = Object.values(small?.Properties.RouteSettings as typeof settings)
    expect(Math.max(...rates.map((one) => one.ThrottlingRateLimit))).toBe(15)
  })

  test('the stage, whose settings name routes, comes after them', () => {
    for (const [id] of routes) expect(stage?.DependsOn).toContain(id)
  })
})

test('access lines name the route and its status, and neither addresses, paths nor parameters', () => {
  const { Format } = stage?.Properties.AccessLogSettings ?? {}
  expect(Object.values(JSON.parse(Format))).toEqual([
    '$context.requestId',
    '$context.requestTime',
    '$context.routeKey',
    '$context.status',
    '$context.integrationStatus',
    '$context.responseLatency',
    '$context.integrationErrorMessage',
  ])
})
