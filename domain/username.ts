import { brand } from './brand.ts'

/** Characters that look like a letter, and the letter. */
const lookAlikes: Record<string, string> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  i: 'l',
  rn: 'm',
  vv: 'w',
}

/** The form that is equal for usernames that look alike: `Ada_Admin` and `4da_adrnin` have the same. */
export const nameSkeleton = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/rn|vv|[0134578i]/g, (found) => lookAlikes[found] ?? found)

/** Names of roles. Names that begin or end with one are refused too. */
const roles = ['admin', 'administrator', 'moderator', 'official', 'support', brand].map(nameSkeleton)

const reserved = new Set(
  [
    ...['anonymous', 'api', 'billing', 'deleted', 'deleted_user', 'escrow', 'everyone', 'help', 'helpdesk'],
    ...['info', 'me', 'mod', 'moderation', 'nobody', 'null', 'operator', 'owner', 'payments', 'payout'],
    ...['payouts', 'postmaster', 'root', 'security', 'settle', 'staff', 'system', 'team', 'treasury'],
    ...['undefined', 'user', 'wallet', 'webmaster'],
  ].map(nameSkeleton),
)

/** Whether a username looks like that of the site or of a role. */
export function isReservedName(name: string): boolean {
  const skeleton = nameSkeleton(name)
  return reserved.has(skeleton) || roles.some((role) => skeleton.startsWith(role) || skeleton.endsWith(role))
}
