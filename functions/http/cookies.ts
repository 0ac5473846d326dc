import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { session as limits } from '../../domain/limits.ts'
import * as sessions from '../accounts/session.ts'
import type { Context, Services } from '../runtime/context.ts'

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

/** The caller and their session, by the session cookie. */
export const readSession = (event: APIGatewayProxyEventV2, services: Services) =>
  sessions.findSession(services, readCookie(event, 'session', services.config.SITE_ORIGIN) ?? '')

/** Starts a session of this user. @returns the cookies of session and device */
export async function startSession(context: Context, signedIn: sessions.SigningIn): Promise<string[]> {
  const { SITE_ORIGIN } = context.config
  const { session, device } = await sessions.startSession(context, signedIn)
  return [
    setCookie('session', session, limits.lifetime, SITE_ORIGIN),
    setCookie('device', device, limits.device, SITE_ORIGIN),
  ]
}

/** Ends the caller's session, if there is one. @returns the cookie that removes it from the browser */
export async function endSession(context: Context): Promise<string[]> {
  await sessions.endSession(context)
  return [setCookie('session', '', 0, context.config.SITE_ORIGIN)]
}
