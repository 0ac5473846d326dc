// npm run admin -- grant <wallet or username>
import { openTable } from '../functions/table/table.ts'
import { setAdmin } from './admin.ts'
import { takeCredentials } from './credentials.ts'

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
  const { TABLE_NAME: tableName, DYNAMODB_ENDPOINT: endpoint } = process.env
  if (!tableName) throw new RangeError('Set TABLE_NAME to the table of the marketplace.')
  if (endpoint) takeCredentials()
  const user = await setAdmin(openTable({ tableName, endpoint }), who, isAdmin)
  if (!user) throw new RangeError(`Nobody in ${tableName} has the wallet or the name ${who}.`)
  const name = `${user.username} (${user.walletAddress ?? 'no wallet'}, ${user.id})`
  if (user.isAdmin === isAdmin) return `${name} is ${isAdmin ? 'an admin already' : 'no admin'}.`
  return `${name} is ${isAdmin ? 'an admin now' : 'no admin any more'}.`
}

const sentences: Record<string, string> = {
  ResourceNotFoundException: 'There is no such table: TABLE_NAME names none there.',
  ECONNREFUSED: 'Nothing answers at DYNAMODB_ENDPOINT.',
  CredentialsProviderError: 'Set the credentials of AWS, for instance with AWS_PROFILE.',
  UnrecognizedClientException: 'AWS does not know these credentials.',
  AccessDeniedException: 'These credentials may not read and write the table.',
}

/** One sentence for what the user or the environment can cause; anything else is ours, and keeps its trace. */
function sentenceFor(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof RangeError) return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (error.message === 'Region is missing') return 'Set AWS_REGION to the region of the table.'
  return sentences[error.name] ?? sentences[code] ?? error
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  console.error(sentenceFor(error))
  process.exitCode = 1
}
