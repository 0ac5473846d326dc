import { address } from '../domain/schema.ts'
import type { SecurityEventKind } from '../domain/security-events.ts'
import type { User } from '../domain/user.ts'
import { isReservedName } from '../domain/username.ts'
import * as audit from '../functions/table/audit.ts'
import * as security from '../functions/table/security.ts'
import { ConditionFailed, type Table } from '../functions/table/table.ts'
import * as usernames from '../functions/table/usernames.ts'
import * as users from '../functions/table/users.ts'
import { runCommand, tableFromEnvironment } from './command.ts'

const usage = `npm run admin -- grant <wallet or username>    makes a user an admin
npm run admin -- revoke <wallet or username>   removes the admin rights of a user, and a reserved username
npm run admin -- sign-out <wallet or username> ends all sessions of a user

TABLE_NAME names the table; DYNAMODB_ENDPOINT names its endpoint, if it is not in AWS. "npm start" prints both for its own table.`

async function find(table: Table, walletOrUsername: string): Promise<User | undefined> {
  return address.safeParse(walletOrUsername).success
    ? users.byWallet(table, walletOrUsername)
    : users.byName(table, walletOrUsername)
}

const eventOf = (user: User, kind: SecurityEventKind) =>
  security.put(
    user.id,
    { kind, device: null, network: null, email: (user.emailConfirmed && user.email) || undefined },
    Date.now(),
  )

/**
 * Grants or revokes the admin rights of a user, found by wallet address or username.
 * @returns the user as stored before the change, or undefined if there is none
 * @throws RangeError if the username looks like that of somebody else
 */
export async function setAdmin(
  table: Table,
  walletOrUsername: string,
  isAdmin: boolean,
): Promise<User | undefined> {
  const user = await find(table, walletOrUsername)
  if (!user || user.isAdmin === isAdmin) return user
  const subject = { kind: 'user', id: user.id } as const
  const entry = audit.entry({ now: Date.now, user: null }, { action: isAdmin ? 'grant' : 'revoke', subject })
  const event = eventOf(user, isAdmin ? 'admin-granted' : 'admin-revoked')
  try {
    const at = new Date().toISOString()
    if (await users.setAdmin(table, user, isAdmin, at, [entry, event])) {
      const after = !isAdmin && isReservedName(user.username) && (await users.get(table, user.id))
      if (after) await usernames.rename(table, after, `user_${user.id.slice(-12).toLowerCase()}`, at)
      return user
    }
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    throw new RangeError(
      `The username ${user.username} looks like that of somebody else. Change one of them first.`,
    )
  }
  throw new RangeError(`${user.username} has just changed. Try again.`)
}

/** Ends all sessions of a user, found by wallet address or username. */
async function signOut(table: Table, walletOrUsername: string): Promise<User | undefined> {
  const user = await find(table, walletOrUsername)
  if (!user) return undefined
  await table.write([
    users.signOut(user, users.newSignOut()),
    eventOf(user, 'signed-out-everywhere'),
    ...(user.walletMove ? [eventOf(user, 'wallet-move-cancelled')] : []),
  ])
  return user
}

async function run([verb, walletOrUsername, ...rest]: string[]): Promise<string> {
  if (!verb) return usage
  if (!['grant', 'revoke', 'sign-out'].includes(verb) || !walletOrUsername || rest.length > 0)
    throw new RangeError(usage)
  const { table, tableName } = tableFromEnvironment()
  const isAdmin = verb === 'grant'
  const user = await (verb === 'sign-out'
    ? signOut(table, walletOrUsername)
    : setAdmin(table, walletOrUsername, isAdmin))
  if (!user) throw new RangeError(`No user in ${tableName} has the wallet or username ${walletOrUsername}.`)
  const name = `${user.username} (${user.walletAddress ?? 'no wallet'}, ${user.id})`
  if (verb === 'sign-out') return `${name} is signed out everywhere.`
  if (user.isAdmin === isAdmin) return `${name} is ${isAdmin ? 'already' : 'not'} an admin.`
  return `${name} is ${isAdmin ? 'now' : 'no longer'} an admin.`
}

if (import.meta.main) await runCommand(run)
