import { randomBytes } from 'node:crypto'
import { JsonRpcProvider } from 'ethers'
import { brand } from '../domain/brand.ts'
import type { SiteConfig } from '../domain/config.ts'
import { chain } from '../domain/limits.ts'
import type { Group } from '../domain/route.ts'
import type { Handler } from '../functions/http/serve.ts'
import { setLocalCredentials } from '../ops/local-credentials.ts'
import { demoAccounts } from './accounts.ts'
import { deployLocally } from './deploy-contracts.ts'
import { startChain } from './engines/chain.ts'
import { startDynamoDb } from './engines/dynamodb.ts'
import { externalEndpoint } from './engines/external.ts'
import { keyId, startKms } from './engines/kms.ts'
import { startS3 } from './engines/s3.ts'
import { startGateway } from './gateway.ts'
import { createTable, dropTable, provideBucket, provideKey } from './provision.ts'
import { startSchedule } from './schedule.ts'

export interface Stack {
  origin: string
  siteConfig: SiteConfig
  /** The node itself; browsers use `siteConfig.rpcUrl`. */
  rpcUrl: string
  provider: JsonRpcProvider
  close(): Promise<void>
}

interface Options {
  port: number
  /** Folder of the built SPA, or null for the API alone. */
  site: string | null
  /** Told before each step that takes a moment. */
  progress?: (step: string) => void
  /** Whether the scheduled settle runs every minute. */
  schedule?: boolean
}

/** Brings up the whole marketplace in this process: engines, contracts, gateway. One stack to a process. */
export async function startStack({
  port,
  site,
  progress = () => {},
  schedule = false,
}: Options): Promise<Stack> {
  const opened: { close(): Promise<void> }[] = []
  const keep = <T extends { close(): Promise<void> }>(part: T): T => {
    opened.push(part)
    return part
  }
  const close = async () => {
    for (const part of opened.reverse()) await part.close()
  }
  try {
    return { ...(await open({ port, site, progress, schedule }, keep)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  { port, site, progress, schedule }: Required<Options>,
  keep: <T extends { close(): Promise<void> }>(part: T) => T,
): Promise<Omit<Stack, 'close'>> {
  const origin = `http://localhost:${port}`
  process.env.POWERTOOLS_LOG_LEVEL ??= 'WARN'
  process.env.POWERTOOLS_METRICS_DISABLED ??= 'true'
  setLocalCredentials()
  // A world starts empty, and an engine that outlives it may hold the tables of others.
  const tableName = `marketplace-${randomBytes(4).toString('hex')}`
  const bucketName = process.env.BUCKET_NAME || 'uploads'

  progress('Starting the chain, the table, the file store and the key service')
  const [namedDynamodb, namedKms, namedS3, namedRpcUrl] = await Promise.all([
    externalEndpoint('DYNAMODB_ENDPOINT'),
    externalEndpoint('KMS_ENDPOINT'),
    externalEndpoint('S3_ENDPOINT'),
    externalEndpoint('RPC_URL'),
  ])
  const [dynamodb, kms, s3, rpcUrl] = await Promise.all([
    namedDynamodb ?? startDynamoDb().then((engine) => keep(engine).endpoint),
    namedKms ?? startKms().then((engine) => keep(engine).endpoint),
    namedS3 ?? startS3(bucketName, origin).then((engine) => keep(engine).endpoint),
    namedRpcUrl ?? startChain().then((engine) => keep(engine).rpcUrl),
  ])
  if (namedS3) await provideBucket(bucketName, namedS3)
  await createTable(tableName, dynamodb)
  if (namedDynamodb)
    keep({
      close: () =>
        dropTable(tableName, dynamodb).catch(() =>
          console.warn(`The table ${tableName} may still be at ${dynamodb}.`),
        ),
    })

  const provider = new JsonRpcProvider(rpcUrl, chain.id, {
    staticNetwork: true,
    pollingInterval: 20,
    batchMaxCount: 1,
    cacheTimeout: -1,
  })
  keep({ close: async () => provider.destroy() })

  progress('Deploying the token and the escrow contract')
  const key = process.env.KMS_KEY_ID || (namedKms ? await provideKey(namedKms) : keyId)
  const { tokenAddress, escrowAddress, faucet } = await deployLocally(provider, { keyId: key, endpoint: kms })
  Object.assign(process.env, {
    SITE_ORIGIN: origin,
    TABLE_NAME: tableName,
    BUCKET_NAME: bucketName,
    KMS_KEY_ID: key,
    RPC_URL: rpcUrl,
    CHAIN_ID: String(chain.id),
    ESCROW_ADDRESS: escrowAddress,
    FINALITY: '1', // this chain never goes back, and makes a block only for a transaction
    DYNAMODB_ENDPOINT: dynamodb,
    KMS_ENDPOINT: kms,
    S3_ENDPOINT: s3,
  })
  const siteConfig: SiteConfig = {
    brand,
    chainId: chain.id,
    rpcUrl: `${origin}/rpc`,
    chainName: `${brand} local chain`,
    explorerUrl: null,
    tokenAddress,
    escrowAddress,
    faucetUrl: `${origin}/faucet`,
    presaleUrl: 'https://presale.example',
    whitepaperUrl: 'https://whitepaper.example',
    socialLinks: [
      { label: 'X', url: 'https://x.example' },
      { label: 'Discord', url: 'https://discord.example' },
    ],
    demoAccounts,
  }
  keep(
    await startGateway({
      port,
      siteOrigin: origin,
      handlers: await importHandlers(),
      siteConfig,
      rpcUrl,
      site,
      faucet,
      uploadsOrigin: new URL(s3).origin,
    }),
  )
  if (schedule) keep(await startSchedule())
  return { origin, siteConfig, rpcUrl, provider }
}

/** After the environment is set, as Lambda does it: a handler reads its configuration when first called. */
async function importHandlers(): Promise<Record<Group, Handler>> {
  const [auth, tasks, submissions, uploads, users, leaderboard, admin, payouts] = await Promise.all([
    import('../functions/handlers/auth.ts'),
    import('../functions/handlers/tasks.ts'),
    import('../functions/handlers/submissions.ts'),
    import('../functions/handlers/uploads.ts'),
    import('../functions/handlers/users.ts'),
    import('../functions/handlers/leaderboard.ts'),
    import('../functions/handlers/admin.ts'),
    import('../functions/handlers/payouts.ts'),
  ])
  return {
    auth: auth.handler,
    tasks: tasks.handler,
    submissions: submissions.handler,
    uploads: uploads.handler,
    users: users.handler,
    leaderboard: leaderboard.handler,
    admin: admin.handler,
    payouts: payouts.handler,
  }
}
