import { createHash, timingSafeEqual } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { AppError } from '../../domain/errors.ts'
import type { Config } from '../config.ts'

/** The header by which CloudFront shows that a request came through it: infra/site.ts sets it to one of ORIGIN_KEYS. */
const originKey = 'x-origin-key'

/**
 * Where a request comes from, for throttling: an IPv4 address, or the /64 network of an IPv6 address, since one household has
 * all of those. Behind CloudFront it is what CloudFront says, once the request has proved to come from there.
 *
 * @throws AppError 'forbidden' when it came round CloudFront
 */
export function viewerNetwork(event: APIGatewayProxyEventV2, { ORIGIN_KEYS: keys }: Config): string {
  if (!keys) return network(event.requestContext.http.sourceIp)
  const shown = event.headers[originKey] ?? ''
  if (!keys.some((key) => sameText(key, shown)))
    throw new AppError('forbidden', 'This call must come through the site itself')
  // Address and port: 198.51.100.10:46532 or 2001:db8::1:46532
  return network((event.headers['cloudfront-viewer-address'] ?? '').replace(/:\d+$/, ''))
}

/** In a time that says nothing of where they differ. */
function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

function network(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  const after = tail?.split(':') ?? []
  while (groups.length + after.length < 8) groups.push('0')
  const first = [...groups, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, '') || '0')
  return `${first.join(':')}::/64`
}
