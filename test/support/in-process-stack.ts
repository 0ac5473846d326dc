import { type Stack, startStack } from '../../local/stack.ts'

/** The data with which another process can use a running stack. */
export interface RunningStack {
  origin: string
  rpcUrl: string
  /** JSON text. */
  siteConfig: string
  /** The environment variables that the functions read. */
  env: Record<string, string>
  /**
   * The variables of `env` that were set before the tests started. They name engines that replace the embedded ones.
   */
  given: Record<string, string>
}

/** The environment variables with which another process can use the stack or its engines. */
export const stackVariables = [
  ...[
    'SITE_ORIGIN',
    'TABLE_NAME',
    'BUCKET_NAME',
    'KMS_KEY_ID',
    'RPC_URL',
    'CHAIN_ID',
    'BARE_CHALLENGE',
    'APPROVAL_KEY_ID',
  ],
  ...['NETWORK_LIMIT_FACTOR', 'FINALITY', 'ESCROW_ADDRESS', 'DYNAMODB_ENDPOINT', 'KMS_ENDPOINT'],
  ...['S3_ENDPOINT', 'SES_ENDPOINT', 'MAIL_FROM', 'AWS_REGION', 'SITE_CONFIG', 'SITE_PAGE', 'LIVE_ENDPOINT'],
  ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
]

/** Starts the API on the real engines in this process. A process can have one stack only. */
export async function startInProcessStack({
  stream = true,
  site = null as string | null,
} = {}): Promise<{ stack: Stack; connection: RunningStack }> {
  process.env.POWERTOOLS_LOG_LEVEL ??= 'ERROR'
  const given = environment()
  const stack = await startStack({ site, stream })
  const { origin, rpcUrl, siteConfig } = stack
  return {
    stack,
    connection: { origin, rpcUrl, siteConfig: JSON.stringify(siteConfig), env: environment(), given },
  }
}

const environment = () =>
  Object.fromEntries(stackVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
