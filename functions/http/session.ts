import { createHash, randomBytes } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { session as limits } from '../../domain/limits.ts'
import type { User } from '../../domain/user.ts'
import type { Context, Services } from '../context.ts'
import * as sessions from '../table/sessions.ts'
import * as users from '../table/users.ts'

/** Only the hash of a token is stored, so the table's content is not enough to use a session. */
export const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex')

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

const isSecure = (siteOrigin: string) => siteOrigin.startsWith('https:')
/** The session cookie's name at this origin; `__Host-` binds it to an https site. */
export const cookieName = (siteOrigin: string) => (isSecure(siteOrigin) ? '__Host-session' : 'session')

/** The caller and the hash of their session's token, from the session cookie. A suspended admin has no admin rights. */
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
  if (!user) return { user: null, sessionHash: null }
  return { user: user.suspended ? { ...user, isAdmin: false } : user, sessionHash }
}

/** Starts a session of this user. @returns its cookie */
export async function startSession({ config, now, table }: Services, userId: string): Promise<string> {
  const token = newToken()
  await sessions.start(table, sha256(token), userId, Math.floor(now() / 1000) + limits.lifetime)
  return sessionCookie(token, config.SITE_ORIGIN)
}

/** Ends the caller's session, if there is one. @returns the cookie that removes it from the browser */
export async function endSession({ config, sessionHash, table }: Context): Promise<string> {
  if (sessionHash) await sessions.end(table, sessionHash)
  return sessionCookie(null, config.SITE_ORIGIN)
}

/** The cookie with a session's token, or, with null, the cookie that removes it. */
export function sessionCookie(token: string | null, siteOrigin: string): string {
  const secure = isSecure(siteOrigin) ? '; Secure' : ''
  const value = token ? `${token}; Max-Age=${limits.lifetime}` : '; Max-Age=0'
  return `${cookieName(siteOrigin)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
