import { createHash, timingSafeEqual } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../domain/errors.ts'
import type { Config } from '../runtime/config.ts'

/** CloudFront sends one of ORIGIN_KEYS in this header, to prove that a request came through it (infra/cloudfront-behaviours.ts). */
const originKey = 'x-origin-key'

/**
 * The source of a request, for throttling: an IPv4 address, or the /64 network of an IPv6 address, because one household
 * has a whole /64 network. Behind CloudFront the source is the viewer that CloudFront names.
 *
 * @throws AppError 'forbidden' when the request did not come through CloudFront
 */
export function sourceNetwork(event: APIGatewayProxyEventV2, { ORIGIN_KEYS: keys }: Config): string {
  if (!keys) return networkOf(event.requestContext.http.sourceIp)
  const shown = event.headers[originKey] ?? ''
  if (!keys.some((key) => isEqual(key, shown)))
    throw new AppError('forbidden', 'This call must come through the site itself')
  // IP address and port: 198.51.100.10:46532 or 2001:db8::1:46532
  return networkOf((event.headers['cloudfront-viewer-address'] ?? '').replace(/:\d+$/, ''))
}

/** Compares in constant time. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** An IPv4 address that is mapped into IPv6 counts as the IPv4 address; the notation is that of RFC 5952. */
function networkOf(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return ipAddress
  const parsed = ipaddr.process(ipAddress)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`
}
