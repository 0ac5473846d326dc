import { chain } from '../domain/limits.ts'
import { readConfig } from '../functions/config.ts'
import { openServices, type Services } from '../functions/context.ts'
import { setLocalCredentials } from './local-credentials.ts'

/** What the environment of an operator's command names; `npm start` says all of its own. */
const meanings = {
  TABLE_NAME: 'the table of the marketplace',
  RPC_URL: 'the chain’s node',
  ESCROW_ADDRESS: 'the escrow contract',
  KMS_KEY_ID: 'the key that signs',
} as const

/** @throws RangeError in one sentence when the environment doesn't name it */
export function requiredVariable(name: keyof typeof meanings): string {
  const value = process.env[name]
  if (!value) throw new RangeError(`Set ${name} to ${meanings[name]}.`)
  return value
}

const sentences: Record<string, string> = {
  ResourceNotFoundException: 'There is no such table: TABLE_NAME names none there.',
  NotFoundException: 'There is no such key in KMS.',
  BAD_DATA: 'There is no escrow contract at ESCROW_ADDRESS on the chain of RPC_URL.',
  ECONNREFUSED: 'Nothing answers at DYNAMODB_ENDPOINT, RPC_URL or KMS_ENDPOINT.',
  CredentialsProviderError: 'Set AWS credentials, for instance with AWS_PROFILE.',
  UnrecognizedClientException: 'AWS does not know these credentials.',
  AccessDeniedException:
    'These credentials may not read and write the table, or not sign with the key: beside the functions only the stage’s operatorRole may.',
}

/** One sentence for what the user or the environment can cause; anything else is ours, and keeps its trace. */
function sentenceFor(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof RangeError) return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (error.message === 'Region is missing') return 'Set AWS_REGION to the region of the table.'
  return sentences[error.name] ?? sentences[code] ?? error
}

/** Runs an operator's command with its words, prints what it says, and ends with 1 when it throws or `ok` is false. */
export async function runCommand(
  run: (words: string[]) => Promise<string | { said: string; ok: boolean }>,
): Promise<void> {
  try {
    if (process.env.DYNAMODB_ENDPOINT || process.env.KMS_ENDPOINT) setLocalCredentials()
    const answer = await run(process.argv.slice(2))
    const { said, ok } = typeof answer === 'string' ? { said: answer, ok: true } : answer
    console.log(said)
    if (!ok) process.exitCode = 1
  } catch (error) {
    console.error(sentenceFor(error))
    process.exitCode = 1
  }
}

/** The functions' services from an operator's environment, which needs no site and no bucket. */
export function servicesFromEnvironment(): Services {
  for (const name of ['TABLE_NAME', 'RPC_URL', 'ESCROW_ADDRESS', 'KMS_KEY_ID'] as const)
    requiredVariable(name)
  process.env.POWERTOOLS_LOG_LEVEL ??= 'ERROR'
  process.env.POWERTOOLS_METRICS_DISABLED ??= 'true'
  const unused = { SITE_ORIGIN: 'http://localhost', BUCKET_NAME: 'unused', CHAIN_ID: String(chain.id) }
  return openServices(readConfig({ ...unused, ...process.env }))
}
