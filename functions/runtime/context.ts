import type { Files } from '../files/bucket.ts'
import type { Approvals } from '../payouts/approvals.ts'
import type { Chain } from '../payouts/chain.ts'
import type { Session } from '../table/sessions.ts'
import { openTable, type Table } from '../table/table.ts'
import type { StoredUser } from '../table/users.ts'
import { type Config, readConfig } from './config.ts'
import { type Contracts, openContracts } from './contracts.ts'
import { openLazily } from './load-once.ts'
import { type Log, openLog } from './log.ts'
import { type Meter, openMeter } from './metrics.ts'
import { openSetting, type Setting } from './setting.ts'

/** The services that use cases use; opened once for each cold start. */
export interface Services {
  config: Config
  table: Table
  /** The contracts of the stage; null until they are deployed. */
  contracts(): Promise<Contracts | null>
  rpcUrl: Setting
  chain: Chain
  approvals: Approvals
  files: Files
  /** Epoch milliseconds. */
  now(): number
  sleep(milliseconds: number): Promise<void>
  log: Log
  meter: Meter
}

/** The caller's browser and network, for the list of sessions and the security log (http/client.ts). */
export interface Client {
  /** Browser and system, such as 'Firefox on Linux'. Only known names, so it contains no text of the caller. */
  device: string
  /** 203.0.113.0/24 or 2001:db8:7::/48: less exact than one household. */
  network: string
  /** The token of the device cookie, if the browser sent a well-formed one. */
  deviceToken: string | null
}

/** The services and the facts of one request. */
export interface Context extends Services {
  requestId: string
  /** The caller's IPv4 address or IPv6 network, for throttling (http/source-network.ts). */
  sourceIp: string
  client: Client
  user: StoredUser | null
  session: Pick<Session, 'id' | 'createdAt'> | null
}

export interface UserContext extends Context {
  user: StoredUser
}

const fileMethods = ['presignPut', 'put', 'read', 'exists', 'remove', 'presignGet'] as const
const chainMethods = [
  ...(['escrowAddress', 'signerOf', 'escrowId', 'escrow', 'operator', 'contractOperator'] as const),
  ...(['receipt', 'dailyLimit', 'leftToday', 'funds', 'announcements'] as const),
] as const

export function openServices(config: Config): Services {
  const rpcUrl = openSetting(config.RPC_URL)
  const log = openLog(config.SERVICE_NAME, () => rpcUrl.known)
  const contracts = openContracts(config.ESCROW_ADDRESS, log, config.STACK_ID)
  return {
    config,
    table: openTable({
      tableName: config.TABLE_NAME,
      endpoint: config.DYNAMODB_ENDPOINT,
      onUnreadable: (facts) => log.error('item unreadable', { ...facts }),
    }),
    rpcUrl,
    contracts,
    chain: openLazily(async () => {
      const [{ openChain, openNode }, { kmsSigner }] = await Promise.all([
        import('../payouts/chain.ts'),
        import('../payouts/kms-signer.ts'),
      ])
      const key = kmsSigner({ keyId: config.KMS_KEY_ID, endpoint: config.KMS_ENDPOINT })
      return openChain(openNode(rpcUrl.read, config.CHAIN_ID), contracts, key)
    }, chainMethods),
    approvals: openLazily(
      async () => {
        const { openApprovals } = await import('../payouts/approvals.ts')
        return openApprovals({ keyId: config.APPROVAL_KEY_ID, endpoint: config.KMS_ENDPOINT })
      },
      ['prove', 'isProven'] as const,
    ),
    files: openLazily(async () => {
      const { openFiles } = await import('../files/bucket.ts')
      const { BUCKET_NAME: bucket, S3_ENDPOINT: endpoint, SITE_ORIGIN: siteOrigin } = config
      return openFiles({ bucket, endpoint, siteOrigin })
    }, fileMethods),
    now: Date.now,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    log,
    meter: openMeter(config.SERVICE_NAME),
  }
}

let opened: Services | undefined

/** The services of this process, configured by its environment variables. */
export function services(): Services {
  opened ??= openServices(readConfig(process.env))
  return opened
}
