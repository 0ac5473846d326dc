import { createHash, randomBytes } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { User } from '../../domain/user.ts'
import type { Services } from '../context.ts'
import * as sessions from '../table/sessions.ts'
import * as users from '../table/users.ts'

/** Only the hash of a token is kept, so a read of the table opens no session. */
export const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex')

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

const isSecure = (siteOrigin: string) => siteOrigin.startsWith('https:')
/** The session cookie's name at this origin; `__Host-` binds it to an https site. */
export const cookieName = (siteOrigin: string) => (isSecure(siteOrigin) ? '__Host-session' : 'session')

/** The caller, from the session cookie. */
export async function readSession(
  event: APIGatewayProxyEventV2,
  { config, table, now }: Services,
): Promise<{ user: User | null; sessionHash: string | null }> {
  const prefix = `${cookieName(config.SITE_ORIGIN)}=`
  const cookie = event.cookies?.find((one) => one.startsWith(prefix))
  if (!cookie) return { user: null, sessionHash: null }
  const sessionHash = sha256(cookie.slice(prefix.length))
  const userId = await sessions.userIdOf(table, sessionHash, now() / 1000)
  const user = userId ? await users.get(table, userId) : undefined
  return { user: user ?? null, sessionHash: user ? sessionHash : null }
}

/** The cookie that starts a session (`lifetime` in seconds) or ends it. */
export function sessionCookie(
  session: { token: string; lifetime: number } | null,
  siteOrigin: string,
): string {
  const secure = isSecure(siteOrigin) ? '; Secure' : ''
  const value = session ? `${session.token}; Max-Age=${session.lifetime}` : '; Max-Age=0'
  return `${cookieName(siteOrigin)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
