import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import ipaddr from 'ipaddr.js'
import type { Config } from '../runtime/config.ts'
import type { Client } from '../runtime/context.ts'
import { readCookie } from './cookies.ts'

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
