import { chain } from '../domain/limits.ts'
import { readConfig } from '../functions/runtime/config.ts'
import { openServices, type Services } from '../functions/runtime/context.ts'
import { openTable } from '../functions/table/table.ts'
import { setLocalCredentials } from './local-credentials.ts'

/** The environment variables that operator commands need; `npm start` prints its own. */
const variables = {
  TABLE_NAME: 'the table of the marketplace',
  RPC_URL: 'the node of the chain',
  ESCROW_ADDRESS: 'the escrow contract',
  KMS_KEY_ID: 'the signing key',
} as const

/** @throws RangeError if the environment variable is missing or empty */
export function requiredVariable(name: keyof typeof variables): string {
  const value = process.env[name]
  if (!value) throw new RangeError(`Set ${name} to ${variables[name]}.`)
  return value
}

/** The table that the environment variables name. */
export function tableFromEnvironment() {
  const tableName = requiredVariable('TABLE_NAME')
  return { tableName, table: openTable({ tableName, endpoint: process.env.DYNAMODB_ENDPOINT }) }
}

/** Messages for errors that the user or the environment can cause, by the error's name or code. */
const messages: Record<string, string> = {
  ResourceNotFoundException: 'There is no such table: TABLE_NAME names none there.',
  NotFoundException: 'There is no such key in KMS.',
  BAD_DATA: 'There is no escrow contract at ESCROW_ADDRESS on the chain of RPC_URL.',
  ECONNREFUSED: 'Nothing answers at DYNAMODB_ENDPOINT, RPC_URL or KMS_ENDPOINT.',
  CredentialsProviderError: 'Set AWS credentials, for instance with AWS_PROFILE.',
  UnrecognizedClientException: 'AWS does not know these credentials.',
  AccessDeniedException:
    'These credentials may not use the table or the signing key. Besides the functions, only the role OperatorRole of the stage may.',
}

/** The message for a known error. Any other error is returned as it is, so that its stack trace is printed. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof RangeError) return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (error.message === 'Region is missing') return 'Set AWS_REGION to the region of the table.'
  return messages[error.name] ?? messages[code] ?? error
}

/**
 * Runs an operator command with the arguments of this process and prints its output. The exit code is 1 if the command
 * throws or its result is not `ok`.
 */
export async function runCommand(
  run: (args: string[]) => Promise<string | { output: string; ok: boolean }>,
): Promise<void> {
  try {
    if (process.env.DYNAMODB_ENDPOINT || process.env.KMS_ENDPOINT) setLocalCredentials()
    const result = await run(process.argv.slice(2))
    const { output, ok } = typeof result === 'string' ? { output: result, ok: true } : result
    console.log(output)
    if (!ok) process.exitCode = 1
  } catch (error) {
    console.error(describe(error))
    process.exitCode = 1
  }
}

/**
 * Opens the same services as the functions, from these values and the environment variables of an operator command. Site and
 * bucket are placeholders, because no operator command uses them.
 */
export function servicesFromEnvironment(own: Record<string, string> = {}): Services {
  for (const name of ['TABLE_NAME', 'RPC_URL', 'ESCROW_ADDRESS', 'KMS_KEY_ID'] as const)
    if (!own[name]) requiredVariable(name)
  process.env.POWERTOOLS_LOG_LEVEL ??= 'ERROR'
  process.env.POWERTOOLS_METRICS_DISABLED ??= 'true'
  const unused = { SITE_ORIGIN: 'http://localhost', BUCKET_NAME: 'unused', CHAIN_ID: String(chain.id) }
  return openServices(readConfig({ ...unused, ...process.env, ...own }))
}
