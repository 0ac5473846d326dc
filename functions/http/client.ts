import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import type { Client } from '../context.ts'

const isSecure = (siteOrigin: string) => siteOrigin.startsWith('https:')

/** The name of a cookie at this origin; `__Host-` binds it to an https site. */
export const cookieName = (name: 'session' | 'device', siteOrigin: string) =>
  `${isSecure(siteOrigin) ? '__Host-' : ''}${name}`

/** The Set-Cookie header of a cookie that only the API can read. @param maxAge seconds; 0 removes the cookie */
export const setCookie = (
  name: 'session' | 'device',
  value: string,
  maxAge: number,
  siteOrigin: string,
): string =>
  `${cookieName(name, siteOrigin)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${isSecure(siteOrigin) ? '; Secure' : ''}`

export function readCookie(
  event: APIGatewayProxyEventV2,
  name: 'session' | 'device',
  siteOrigin: string,
): string | undefined {
  const prefix = `${cookieName(name, siteOrigin)}=`
  return event.cookies?.find((one) => one.startsWith(prefix))?.slice(prefix.length)
}

export function readClient(event: APIGatewayProxyEventV2, sourceIp: string, { SITE_ORIGIN }: Config): Client {
  const token = readCookie(event, 'device', SITE_ORIGIN)
  return {
    device: deviceOf(event.headers['user-agent'] ?? ''),
    network: prefixOf(sourceIp),
    deviceToken: token && /^[\w-]{43}$/.test(token) ? token : null,
  }
}

// The first pattern that matches counts: browsers also name the browsers that they resemble.
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biP(hone|ad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

function deviceOf(userAgent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined)
  return parts.join(' on ') || 'Unknown device'
}

function prefixOf(sourceIp: string): string {
  const [ip = ''] = sourceIp.split('/')
  if (ipaddr.IPv4.isValid(ip)) return `${ipaddr.IPv4.networkAddressFromCIDR(`${ip}/24`)}/24`
  return ipaddr.IPv6.isValid(ip) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/48`)}/48` : 'unknown'
}
