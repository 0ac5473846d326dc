import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { JsonRpcProvider } from 'ethers'
import type { SiteConfig } from '../domain/config.ts'
import { chain } from '../domain/limits.ts'
import { type Group, groups } from '../domain/route.ts'
import { consume } from '../functions/events/consume.ts'
import { sendMailAbout } from '../functions/events/mail.ts'
import type { Handler } from '../functions/http/serve.ts'
import { services } from '../functions/runtime/context.ts'
import { openLive } from '../functions/runtime/live.ts'
import { setLocalCredentials } from '../ops/local-credentials.ts'
import { demoAccounts } from './accounts.ts'
import { deployLocally } from './deploy-contracts.ts'
import { startChain } from './engines/chain.ts'
import { startDynamoDb } from './engines/dynamodb.ts'
import { externalEndpoint } from './engines/external.ts'
import { approvalKeyId, keyId, startKms } from './engines/kms.ts'
import { listen } from './engines/listen.ts'
import { startLive } from './engines/live.ts'
import { startS3 } from './engines/s3.ts'
import { startSes } from './engines/ses.ts'
import { type EventStream, followStream } from './event-stream.ts'
import { gateway } from './gateway.ts'
import { mailQueue } from './mail-queue.ts'
import { createTable, dropTable, provideBucket, provideKey } from './provision.ts'
import { settleOnRequest, startSchedule } from './schedule.ts'
import { siteSettings } from './site-settings.ts'

export interface Stack {
  origin: string
  siteConfig: SiteConfig
  /** The URL of the node itself; browsers use `siteConfig.rpcUrl`. */
  rpcUrl: string
  provider: JsonRpcProvider
  /** The consumer of the table's stream, or null where it is off. */
  events: EventStream | null
  /** Ends the connections of all pages, as a gateway that is killed does. */
  dropConnections(): void
  close(): Promise<void>
}

interface Options {
  /** Any free port if undefined. */
  port?: number | undefined
  /** Folder of the built web app, which may still be built meanwhile, or null to serve the API only. */
  site: string | Promise<string> | null
  /** Called before each slow step. */
  progress?: (step: string) => void
  /** Whether settle runs every minute. */
  schedule?: boolean
  /** Whether the table's stream is consumed, so that what becomes due is paid at once. */
  stream?: boolean
}

/** Starts the whole marketplace in this process: engines, contracts and gateway. One process can have one stack only. */
export async function startStack(options: Options): Promise<Stack> {
  // If a step fails, what was opened before is closed.
  await using opened = new AsyncDisposableStack()
  const parts = await open(options, (part) => opened.adopt(part, (one) => one.close()))
  const kept = opened.move()
  return { ...parts, close: () => kept.disposeAsync() }
}

/** Registers what the stack closes at its end, the last part first. */
type Keep = <T extends { close(): Promise<void> }>(part: T) => T

/** Without a built web app, tests read the page before its build. */
const sourceFolder = join(import.meta.dirname, '..', 'frontend')

async function open(
  { port, site, progress = () => {}, schedule = false, stream = true }: Options,
  keep: Keep,
): Promise<Omit<Stack, 'close'>> {
  // The port is taken before the slow steps, so that it cannot be lost to another process meanwhile.
  const unavailable: RequestListener = (_, response) =>
    response.writeHead(503).end('The marketplace is starting or ending.')
  let serve = unavailable
  const server = keep(await listen((request, response) => serve(request, response), port))
  const live = keep(await startLive())
  const origin = `http://localhost:${server.port}`
  process.env.POWERTOOLS_LOG_LEVEL ??= 'WARN'
  process.env.POWERTOOLS_METRICS_DISABLED ??= 'true'
  setLocalCredentials()
  // Each stack has a table of its own, because an external engine may hold tables of other stacks.
  const tableName = `marketplace-${randomBytes(4).toString('hex')}`
  const bucketName = process.env.BUCKET_NAME || 'uploads'

  progress('Starting the chain, the table, the file storage and the key service')
  const [externalDynamoDb, externalKms, externalS3, externalRpcUrl] = await Promise.all([
    externalEndpoint('DYNAMODB_ENDPOINT'),
    externalEndpoint('KMS_ENDPOINT'),
    externalEndpoint('S3_ENDPOINT'),
    externalEndpoint('RPC_URL'),
  ])
  const [ses, dynamodb, kms, s3, rpcUrl] = await Promise.all([
    startSes().then(keep),
    externalDynamoDb ?? startDynamoDb(progress).then((engine) => keep(engine).endpoint),
    externalKms ?? startKms().then((engine) => keep(engine).endpoint),
    externalS3 ?? startS3(bucketName, origin).then((engine) => keep(engine).endpoint),
    externalRpcUrl ?? startChain().then((engine) => keep(engine).rpcUrl),
  ])
  if (externalS3) await provideBucket(bucketName, externalS3)
  await createTable(tableName, dynamodb)
  if (externalDynamoDb)
    keep({
      close: () =>
        dropTable(tableName, dynamodb).catch(() =>
          console.warn(`The table ${tableName} at ${dynamodb} could not be deleted.`),
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
  const key = process.env.KMS_KEY_ID || (externalKms ? await provideKey(externalKms, 'signer') : keyId)
  const approvalKey =
    process.env.APPROVAL_KEY_ID || (externalKms ? await provideKey(externalKms, 'approvals') : approvalKeyId)
  const { tokenAddress, escrowAddress, votesAddress, faucet } = await deployLocally(provider, {
    keyId: key,
    endpoint: kms,
  })
  const siteConfig: SiteConfig = {
    ...siteSettings(origin),
    tokenAddress,
    escrowAddress,
    votesAddress,
    demoAccounts,
  }
  const folder = await site
  Object.assign(process.env, {
    SITE_ORIGIN: origin,
    TABLE_NAME: tableName,
    BUCKET_NAME: bucketName,
    KMS_KEY_ID: key,
    APPROVAL_KEY_ID: approvalKey,
    RPC_URL: rpcUrl,
    CHAIN_ID: String(chain.id),
    ESCROW_ADDRESS: escrowAddress,
    SITE_CONFIG: JSON.stringify(siteConfig),
    SITE_PAGE: folder === null ? join(sourceFolder, 'index.html') : join(folder, 'app.html'),
    BARE_CHALLENGE: 'true',
    NETWORK_LIMIT_FACTOR: '1000', // all clients of this machine share one IP address
    FINALITY: '1', // this chain has no reorganisations, and mines a block only for a transaction
    DYNAMODB_ENDPOINT: dynamodb,
    KMS_ENDPOINT: kms,
    S3_ENDPOINT: s3,
    SES_ENDPOINT: ses.endpoint,
    MAIL_FROM: 'no-reply@localhost',
    LIVE_ENDPOINT: live.endpoint,
  })
  const { handler: connect } = await import('../functions/handlers/live.ts')
  server.server.on('upgrade', (request, stream, head) => {
    if (request.url === '/live') live.accept(connect, request, stream, head).catch(() => stream.destroy())
    else stream.destroy()
  })
  serve = gateway({
    siteOrigin: origin,
    handlers: await importHandlers(),
    rpcUrl,
    site: folder,
    faucet,
    mails: ses.caught,
    uploadsOrigin: new URL(s3).origin,
  })
  // Before the engines stop.
  keep({
    close: async () => {
      serve = unavailable
    },
  })
  if (schedule) keep(await startSchedule())
  const events = stream ? await consumeStream(tableName, dynamodb, keep) : null
  return { origin, siteConfig, rpcUrl, provider, events, dropConnections: live.drop }
}

async function consumeStream(tableName: string, endpoint: string, keep: Keep): Promise<EventStream> {
  const settle = keep(settleOnRequest())
  const { config, log, meter, now, table } = services()
  const live = openLive(config.LIVE_ENDPOINT ?? '')
  const mails = keep(mailQueue((about) => sendMailAbout(services(), about)))
  const own = { config, live, log, meter, now, table, queueMail: mails.add, startSettle: settle.start }
  return keep(await followStream(tableName, endpoint, (changes) => consume(own, changes)))
}

/** Imports the handlers after the environment is set, as in Lambda: a handler reads its configuration at its first call. */
async function importHandlers(): Promise<Record<Group, Handler>> {
  const imported = groups.map(async (group) => {
    const { handler }: { handler: Handler } = await import(`../functions/handlers/${group}.ts`)
    return [group, handler] as const
  })
  return Object.fromEntries(await Promise.all(imported)) as Record<Group, Handler>
}
