// npm run admin -- grant <wallet or username>
import { openTable } from '../functions/table/table.ts'
import { setAdmin } from './admin.ts'
import { requiredVariable, runCommand } from './command.ts'

const usage = `npm run admin -- grant <wallet or username>    makes somebody an admin
npm run admin -- revoke <wallet or username>   takes it back

TABLE_NAME names the table; DYNAMODB_ENDPOINT where it is, if not in AWS. "npm start" says both of its own.`

const verbs = new Map([
  ['grant', true],
  ['revoke', false],
])

async function run([verb = '', who, ...more]: string[]): Promise<string> {
  if (!verb) return usage
  const isAdmin = verbs.get(verb)
  if (isAdmin === undefined || !who || more.length > 0) throw new RangeError(usage)
  const tableName = requiredVariable('TABLE_NAME')
  const table = openTable({ tableName, endpoint: process.env.DYNAMODB_ENDPOINT })
  const user = await setAdmin(table, who, isAdmin)
  if (!user) throw new RangeError(`Nobody in ${tableName} has the wallet or the name ${who}.`)
  const name = `${user.username} (${user.walletAddress ?? 'no wallet'}, ${user.id})`
  if (user.isAdmin === isAdmin) return `${name} is ${isAdmin ? 'an admin already' : 'no admin'}.`
  return `${name} is ${isAdmin ? 'an admin now' : 'no admin any more'}.`
}

await runCommand(run)
