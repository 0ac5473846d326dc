import { Aws, CfnOutput, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import type { Code } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { brand } from '../domain/brand.ts'
import type { SiteConfig } from '../domain/config.ts'
import { chain } from '../domain/limits.ts'
import { type Group, groups } from '../domain/route.ts'
import { AccessLogs } from './access-logs.ts'
import { Alarms } from './alarms.ts'
import { Api } from './api.ts'
import type { BuiltSite } from './bundle.ts'
import { Dashboard } from './dashboard.ts'
import { Firewall } from './firewall.ts'
import type { FunctionName } from './function-settings.ts'
import { MarketFunction } from './functions.ts'
import { OriginKey } from './origin-key.ts'
import { Settler } from './settle-schedule.ts'
import { SignerKeys } from './signer-keys.ts'
import { Site } from './site.ts'
import { SiteFiles } from './site-files.ts'
import type { Stage } from './stage.ts'
import { Table } from './table.ts'
import { Uploads, uploadsOrigin } from './uploads.ts'

interface Props extends StackProps {
  stage: Stage
  /** A handler's bundle. */
  codeOf(name: FunctionName): Code
  site: BuiltSite
}

/** Nothing at this address: what the functions know of the escrow until it is deployed. */
const nowhere = `0x${'0'.repeat(40)}`

/** The whole marketplace, wired. */
export class Marketplace extends Stack {
  constructor(scope: Construct, id: string, { stage, codeOf, site: built, ...props }: Props) {
    super(scope, id, props)
    // W3005: the CDK lets each function wait for its role twice. No other warning is left out.
    this.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } }
    const { keepData: keep, contracts } = stage
    const logDays: RetentionDays = stage.logDays
    // The site's headers name the bucket, and the bucket the site: so its name is made here, anew with each stack.
    const bucketName = `${brand.toLowerCase()}-${stage.name}-${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`

    const accessLogs = new AccessLogs(this, 'AccessLogs', { keep, days: logDays })
    const table = new Table(this, 'Table', { keep, restored: stage.restoredTable })
    const keys = new SignerKeys(this, 'Signer', {
      names: stage.signerKeys,
      operatorRole: stage.operatorRole,
      keep,
    })
    const originKey = new OriginKey(this, 'OriginKey', { turn: stage.originKey })
    const api = new Api(this, 'Api', { requestsPerSecond: stage.requestsPerSecond, logDays, keep })
    const site = new Site(this, 'Site', {
      stage,
      apiHost: api.host,
      originKey: originKey.shown,
      uploadsOrigin: uploadsOrigin(this, bucketName),
      accessLogs: accessLogs.bucket,
      webAclArn: stage.firewall ? new Firewall(this, 'Firewall').arn : null,
    })
    const uploads = new Uploads(this, 'Uploads', {
      name: bucketName,
      siteOrigin: site.origin,
      accessLogs: accessLogs.bucket,
      keep,
    })

    const serviceName = `marketplace-${stage.name}`
    const environment = {
      SERVICE_NAME: serviceName,
      SITE_ORIGIN: site.origin,
      TABLE_NAME: table.table.tableName,
      BUCKET_NAME: bucketName,
      KMS_KEY_ID: keys.current.keyId,
      RPC_URL: `ssm:${stage.rpcUrlParameter}`,
      CHAIN_ID: String(chain.id),
      ESCROW_ADDRESS: contracts?.escrow ?? nowhere,
      ESCROW_DEPLOY_BLOCK: String(contracts?.deployBlock ?? 0),
      CONFIRMATIONS: String(stage.confirmations),
      FINALITY: String(stage.finality),
    }
    const functionOf = (name: FunctionName, more: Record<string, string> = {}) =>
      new MarketFunction(this, `Function-${name}`, {
        name,
        code: codeOf(name),
        environment: { ...environment, ...more },
        table: table.table,
        uploads: uploads.bucket,
        signerKey: keys.current,
        rpcUrlParameter: stage.rpcUrlParameter,
        logDays,
        keep,
      })
    const calls = forEachGroup((group) => functionOf(group, { ORIGIN_KEYS: originKey.accepted }))
    const settle = functionOf('settle')
    // The key that CloudFront shows changes first: the functions already take it (infra/origin-key.ts).
    for (const { lambda } of Object.values(calls)) lambda.node.addDependency(site.distribution)
    keys.grantSign(calls.payouts.role, settle.role)
    api.connect(forEachGroup((group) => calls[group].lambda))
    const settler = new Settler(this, 'Settler', { settle: settle.lambda, enabled: contracts !== null })

    new SiteFiles(this, 'SiteFiles', {
      bucket: site.bucket,
      site: built,
      origin: site.origin,
      config: siteConfig(stage),
      log: new LogGroup(this, 'DeploymentLog', { retention: logDays, removalPolicy: RemovalPolicy.DESTROY }),
    })

    const watched = {
      httpApi: api.httpApi,
      serviceName,
      table: table.table,
      functions: [...Object.values(calls), settle].map(({ lambda }) => lambda),
      settle: settle.lambda,
      deadLetters: settler.deadLetters,
    }
    const alarms = new Alarms(this, 'Alarms', { ...watched, stage })
    new Dashboard(this, 'Dashboard', { ...watched, alarms: alarms.all })

    new CfnOutput(this, 'SiteOrigin', { key: 'SiteOrigin', value: site.origin })
    if (stage.domain)
      new CfnOutput(this, 'DomainTarget', {
        key: 'DomainTarget',
        value: site.distribution.distributionDomainName,
      })
    new CfnOutput(this, 'TableName', { key: 'TableName', value: table.table.tableName })
  }
}

const forEachGroup = <T>(make: (group: Group) => T) =>
  Object.fromEntries(groups.map((group) => [group, make(group)])) as Record<Group, T>

/** What `/config.json` says of this stage. */
function siteConfig(stage: Stage): SiteConfig {
  const { chainName, explorerUrl, faucetUrl, presaleUrl, whitepaperUrl, socialLinks } = stage
  return {
    brand,
    chainId: chain.id,
    rpcUrl: stage.publicRpcUrl,
    tokenAddress: stage.contracts?.token ?? '',
    escrowAddress: stage.contracts?.escrow ?? '',
    chainName,
    explorerUrl,
    faucetUrl,
    presaleUrl,
    whitepaperUrl,
    socialLinks,
  }
}
