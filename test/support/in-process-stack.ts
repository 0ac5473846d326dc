import { freePort } from '../../local/engines/free-port.ts'
import { type Stack, startStack } from '../../local/stack.ts'

/** What another process needs to reach a running stack. */
export interface RunningStack {
  origin: string
  rpcUrl: string
  /** As JSON. */
  siteConfig: string
  /** What the functions read from their environment. */
  env: Record<string, string>
  /** Of these, what whoever started the tests had set: the engines to use in place of the embedded ones. */
  given: Record<string, string>
}

/** What another process needs of this one’s environment, to reach the stack or the engines that it should use. */
export const stackVariables = [
  'SITE_ORIGIN',
  'TABLE_NAME',
  'BUCKET_NAME',
  'KMS_KEY_ID',
  'RPC_URL',
  'CHAIN_ID',
  'FINALITY',
  'ESCROW_ADDRESS',
  'DYNAMODB_ENDPOINT',
  'KMS_ENDPOINT',
  'S3_ENDPOINT',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
]

/** Starts the API on the real engines, in this process: one stack to a process. */
export async function startInProcessStack({
  stream = true,
} = {}): Promise<{ stack: Stack; connection: RunningStack }> {
  process.env.POWERTOOLS_LOG_LEVEL ??= 'ERROR'
  const given = environment()
  const stack = await startStack({ port: await freePort(), site: null, stream })
  const { origin, rpcUrl, siteConfig } = stack
  return {
    stack,
    connection: { origin, rpcUrl, siteConfig: JSON.stringify(siteConfig), env: environment(), given },
  }
}

const environment = () =>
  Object.fromEntries(stackVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
