/** What the security log of an account records. `new-device` is a sign-in with a device that the account did not know. */
export const securityEventKinds = [
  'signed-in',
  'sign-in-failed',
  'new-device',
  'signed-out-everywhere',
  'password-changed',
  'wallet-move-announced',
  'wallet-move-cancelled',
  'wallet-move-done',
  'email-changed',
  'email-confirmed',
  'exported',
  'deleted',
  'admin-granted',
  'admin-revoked',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

/** The security events that an account's owner is told of, by inbox and by mail. */
export const toldSecurityEvents = [
  'new-device',
  'password-changed',
  'wallet-move-announced',
  'wallet-move-cancelled',
  'wallet-move-done',
  'email-changed',
] as const satisfies SecurityEventKind[]
export type ToldSecurityEvent = (typeof toldSecurityEvents)[number]

export const isTold = (kind: string): kind is ToldSecurityEvent =>
  (toldSecurityEvents as readonly string[]).includes(kind)
