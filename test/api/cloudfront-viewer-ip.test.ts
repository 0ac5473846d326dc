import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../functions/config.ts'
import { viewerNetwork } from '../../functions/http/source-network.ts'

const { env } = inject('stack')
const [now, next] = ['n'.repeat(48), 'x'.repeat(48)]
const behind = readConfig({ ...env, ORIGIN_KEYS: `${now},${next}` })

const eventOf = (headers: Record<string, string>, sourceIp = '203.0.113.9') =>
  ({ headers, requestContext: { http: { sourceIp } } }) as unknown as APIGatewayProxyEventV2

const from = (viewer: string, key = now) =>
  viewerNetwork(eventOf({ 'x-origin-key': key, 'cloudfront-viewer-address': viewer }), behind)

describe('behind CloudFront', () => {
  test.each([
    ['198.51.100.10:46532', '198.51.100.10'],
    ['2001:db8:85a3:7:1:2:3:4:46532', '2001:db8:85a3:7::/64'],
    ['2001:0db8:85a3:0007::1:46532', '2001:db8:85a3:7::/64'],
    ['2001:db8::1:443', '2001:db8:0:0::/64'],
    ['::1:443', '0:0:0:0::/64'],
  ])('a viewer at %s is throttled as %s', (viewer, network) => {
    expect(from(viewer)).toBe(network)
  })

  test('the key of the next turn is taken too', () => {
    expect(from('198.51.100.10:1', next)).toBe('198.51.100.10')
  })

  test.each([
    ['no key', undefined],
    ['an empty key', ''],
    ['another key', 'k'.repeat(48)],
    ['both keys in one', `${now},${next}`],
    ['the beginning of the key', now.slice(0, 47)],
  ])('a request that shows %s is refused, whatever it says of its address', (_, key) => {
    const headers = {
      'cloudfront-viewer-address': '198.51.100.10:1',
      ...(key !== undefined && { 'x-origin-key': key }),
    }
    expect(() => viewerNetwork(eventOf(headers), behind)).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    )
  })
})

test('without CloudFront in front, what a request says of its address counts for nothing', () => {
  const event = eventOf({ 'cloudfront-viewer-address': '198.51.100.10:1', 'x-origin-key': now })
  expect(viewerNetwork(event, readConfig(env))).toBe('203.0.113.9')
})
