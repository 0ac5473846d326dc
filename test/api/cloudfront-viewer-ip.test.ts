import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { inject } from 'vitest'
import { serve } from '../../functions/http/serve.ts'
import { sourceNetwork } from '../../functions/http/source-network.ts'
import { readConfig } from '../../functions/runtime/config.ts'
import type { Services } from '../../functions/runtime/context.ts'

const { env } = inject('stack')
const [currentKey, nextKey] = ['n'.repeat(48), 'x'.repeat(48)]
const config = readConfig({ ...env, ORIGIN_KEYS: `${currentKey},${nextKey}` })

const eventOf = (headers: Record<string, string>, sourceIp = '203.0.113.9') =>
  ({ headers, requestContext: { http: { sourceIp } } }) as unknown as APIGatewayProxyEventV2

const from = (viewer: string, key = currentKey) =>
  sourceNetwork(eventOf({ 'x-origin-key': key, 'cloudfront-viewer-address': viewer }), config)

describe('sourceNetwork behind CloudFront', () => {
  test.each([
    ['198.51.100.10:46532', '198.51.100.10'],
    ['2001:db8:85a3:7:1:2:3:4:46532', '2001:db8:85a3:7::/64'],
    ['2001:0db8:85a3:0007::1:46532', '2001:db8:85a3:7::/64'],
    ['2001:db8::1:443', '2001:db8::/64'],
    ['::1:443', '::/64'],
    ['2001:db8:0:7:8::1:443', '2001:db8:0:7::/64'],
    ['::ffff:198.51.100.10:443', '198.51.100.10'],
  ])('Behind CloudFront, the viewer address %s is throttled as %s', (viewer, network) => {
    expect(from(viewer)).toBe(network)
  })

  test('During a rotation of the origin key, the next key is accepted too', () => {
    expect(from('198.51.100.10:1', nextKey)).toBe('198.51.100.10')
  })

  test.each([
    ['no key', undefined],
    ['an empty key', ''],
    ['an unknown key', 'k'.repeat(48)],
    ['both keys in one value', `${currentKey},${nextKey}`],
    ['a prefix of the key', currentKey.slice(0, 47)],
  ])('Behind CloudFront, a request with %s as its origin key is forbidden', (_, key) => {
    const headers = {
      'cloudfront-viewer-address': '198.51.100.10:1',
      ...(key !== undefined && { 'x-origin-key': key }),
    }
    expect(() => sourceNetwork(eventOf(headers), config)).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    )
  })

  test('A request that did not come through CloudFront is refused before it costs a log line, a metric or a read', async () => {
    const { ORIGIN_KEYS } = config
    const open = () => ({ config: { ORIGIN_KEYS } }) as unknown as Services // every other service would throw
    const handler = serve('users', {} as never, open)
    const event = { ...eventOf({}), routeKey: 'GET /api/leaderboard', cookies: ['session=x'] }
    expect(await handler(event)).toMatchObject({
      statusCode: 403,
      body: expect.stringContaining('through the site'),
    })
  })
})

test('Without CloudFront, the source IP counts and the cloudfront-viewer-address header is ignored', () => {
  const event = eventOf({ 'cloudfront-viewer-address': '198.51.100.10:1', 'x-origin-key': currentKey })
  expect(sourceNetwork(event, readConfig(env))).toBe('203.0.113.9')
})
