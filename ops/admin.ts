import { address } from '../domain/schema.ts'
import type { User } from '../domain/user.ts'
import * as audit from '../functions/table/audit.ts'
import * as security from '../functions/table/security.ts'
import { openTable, type Table } from '../functions/table/table.ts'
import * as users from '../functions/table/users.ts'
import { requiredVariable, runCommand } from './command.ts'

const usage = `npm run admin -- grant <wallet or username>    makes a user an admin
npm run admin -- revoke <wallet or username>   removes the admin rights of a user

TABLE_NAME names the table; DYNAMODB_ENDPOINT names its endpoint, if it is not in AWS. "npm start" prints both for its own table.`

/**
 * Grants or revokes the admin rights of a user, found by wallet address or username.
 * @returns the user as stored before the change, or undefined if there is none
 */
export async function setAdmin(
  table: Table,
  walletOrUsername: string,
  isAdmin: boolean,
): Promise<User | undefined> {
  const isWallet = address.safeParse(walletOrUsername).success
  const user = await (isWallet
    ? users.byWallet(table, walletOrUsername)
    : users.byName(table, walletOrUsername))
  if (user && user.isAdmin !== isAdmin) {
    const entry = audit.entry(
      { now: Date.now, user: null },
      { action: isAdmin ? 'grant' : 'revoke', subject: { kind: 'user', id: user.id } },
    )
    const kind = isAdmin ? 'admin-granted' : 'admin-revoked'
    const event = security.put(user.id, { kind, device: null, network: null }, Date.now())
    await users.setAdmin(table, user.id, isAdmin, new Date().toISOString(), [entry, event])
  }
  return user
}

async function run([verb, walletOrUsername, ...rest]: string[]): Promise<string> {
  if (!verb) return usage
  if ((verb !== 'grant' && verb !== 'revoke') || !walletOrUsername || rest.length > 0)
    throw new RangeError(usage)
  const tableName = requiredVariable('TABLE_NAME')
  const table = openTable({ tableName, endpoint: process.env.DYNAMODB_ENDPOINT })
  const isAdmin = verb === 'grant'
  const user = await setAdmin(table, walletOrUsername, isAdmin)
  if (!user) throw new RangeError(`No user in ${tableName} has the wallet or username ${walletOrUsername}.`)
  const name = `${user.username} (${user.walletAddress ?? 'no wallet'}, ${user.id})`
  if (user.isAdmin === isAdmin) return `${name} is ${isAdmin ? 'already' : 'not'} an admin.`
  return `${name} is ${isAdmin ? 'now' : 'no longer'} an admin.`
}

if (import.meta.main) await runCommand(run)
