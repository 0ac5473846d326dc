import { freePort } from '../../local/engines/free-port.ts'
import { type Stack, startStack } from '../../local/stack.ts'

/** A stack as another process can be told of it. */
export interface RunningStack {
  origin: string
  rpcUrl: string
  /** As JSON. */
  siteConfig: string
  /** What the functions read from their environment. */
  env: Record<string, string>
}

const passedOn = [
  'SITE_ORIGIN',
  'TABLE_NAME',
  'BUCKET_NAME',
  'KMS_KEY_ID',
  'RPC_URL',
  'CHAIN_ID',
  'ESCROW_ADDRESS',
  'DYNAMODB_ENDPOINT',
  'KMS_ENDPOINT',
  'S3_ENDPOINT',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
]

/** Starts the API on engines of its own, whatever this process was told of others. */
export function startLonelyStack() {
  for (const name of passedOn) delete process.env[name]
  return startOwnStack()
}

/** Starts the API on the real engines, in this process: one stack to a process. */
export async function startOwnStack(): Promise<{ stack: Stack; told: RunningStack }> {
  process.env.POWERTOOLS_LOG_LEVEL ??= 'ERROR'
  const stack = await startStack({ port: await freePort(), site: null })
  const env = Object.fromEntries(passedOn.map((name) => [name, process.env[name] ?? '']))
  const { origin, rpcUrl, siteConfig } = stack
  return { stack, told: { origin, rpcUrl, siteConfig: JSON.stringify(siteConfig), env } }
}
