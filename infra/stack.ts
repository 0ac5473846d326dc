import { Aws, CfnOutput, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Trail } from 'aws-cdk-lib/aws-cloudtrail'
import type { Code } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { brand } from '../domain/brand.ts'
import type { SiteSettings } from '../domain/config.ts'
import { chain } from '../domain/limits.ts'
import { type Group, groups } from '../domain/route.ts'
import { alarmRules, cloudFrontRules } from './alarm-rules.ts'
import { Alarms } from './alarms.ts'
import { Api } from './api.ts'
import { allowMacs, approvalKey } from './approval-key.ts'
import { accessLogsBucket, trailBucket } from './buckets.ts'
import { type BuiltSite, sitePage } from './bundle.ts'
import { ChangeAlerts } from './change-alerts.ts'
import { Dashboard } from './dashboard.ts'
import { EventSource } from './event-source.ts'
import { createFirewall } from './firewall.ts'
import { startEvery } from './function-schedule.ts'
import type { FunctionName } from './function-settings.ts'
import { MarketFunction } from './functions.ts'
import { LiveApi } from './live-api.ts'
import { MailQueue } from './mail-queue.ts'
import { operatorRole } from './operator-role.ts'
import { createOriginKey, generatedSecret } from './secrets.ts'
import { SignerKeys } from './signer-keys.ts'
import { Site } from './site.ts'
import { SiteFiles } from './site-files.ts'
import { reportSpending } from './spending.ts'
import { contractsParameter, type Stage } from './stage.ts'
import { stageMetrics } from './stage-metrics.ts'
import { Table } from './table.ts'
import { uploadsBucket, uploadsHost } from './uploads.ts'
import { stackInUsEast1 } from './us-east-1.ts'

interface Props {
  stage: Stage
  /** The bundle of a handler. */
  codeOf(name: FunctionName): Code
  site: BuiltSite
}

export class Marketplace extends Stack {
  constructor(scope: Construct, id: string, { stage, codeOf, site: builtSite }: Props) {
    const { account, region } = stage
    const env = { ...(account && { account }), ...(region && { region }) }
    super(scope, id, { env, terminationProtection: stage.protected })
    // W3005: the CDK declares each function's dependency on its role twice. All other cfn-lint checks apply.
    this.templateOptions.metadata = { 'cfn-lint': { config: { ignore_checks: ['W3005'] } } }
    const { keepData: keep } = stage
    // A resource of a failed first deployment is deleted, so that the deployment can be repeated.
    const removalPolicy = keep ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY
    const logDays: RetentionDays = stage.logDays
    // The site's headers name the bucket and the bucket's CORS names the site. A name made from the stack id avoids the
    // circular reference, and a bucket that an older stack retained does not conflict.
    const suffix = Fn.select(2, Fn.split('/', Aws.STACK_ID))
    const bucketName = `${brand.toLowerCase()}-${stage.name}-${suffix}`

    const accessLogs = accessLogsBucket(this, removalPolicy, logDays)
    const table = new Table(this, 'Table', { keep, restored: stage.restoredTable })
    const keys = new SignerKeys(this, 'Signer', {
      names: stage.signerKeys,
      operator: operatorRole(this, table.table),
      removalPolicy,
    })
    const approvals = approvalKey(this, removalPolicy)
    const originKey = createOriginKey(this, stage.originKey)
    const { requestsPerSecond } = stage
    const api = new Api(this, 'Api', { requestsPerSecond, logDays, suffix, removalPolicy })
    const live = new LiveApi(this, 'Live', requestsPerSecond)
    const site = new Site(this, 'Site', {
      stage,
      liveHost: live.host,
      apiHost: api.host,
      originKey: originKey.current,
      uploadsHost: uploadsHost(this, bucketName),
      accessLogs,
      webAclArn: stage.firewall ? createFirewall(stackInUsEast1(this, stage, 'firewall')) : null,
    })
    const uploads = uploadsBucket(this, {
      name: bucketName,
      siteOrigin: site.origin,
      accessLogs,
      removalPolicy,
    })

    const serviceName = `marketplace-${stage.name}`
    const environment = {
      SERVICE_NAME: serviceName,
      SITE_ORIGIN: site.origin,
      BARE_CHALLENGE: String(stage.bareChallenge),
      TABLE_NAME: table.table.tableName,
      BUCKET_NAME: bucketName,
      KMS_KEY_ID: keys.current.keyId,
      APPROVAL_KEY_ID: approvals.keyId,
      RPC_URL: `ssm:${stage.rpcUrlParameter}`,
      CHAIN_ID: String(chain.id),
      ESCROW_ADDRESS: `ssm:${contractsParameter(stage)}`,
      STACK_ID: suffix,
      CONFIRMATIONS: String(stage.confirmations),
      FINALITY: String(stage.finality),
      ...(stage.mailFrom && { MAIL_FROM: stage.mailFrom }),
    }
    const createFunction = (name: FunctionName, more: Record<string, string> = {}) =>
      new MarketFunction(this, `Function-${name}`, {
        name,
        code: codeOf(name),
        environment: { ...environment, ...more },
        table: table.table,
        uploads,
        signerKey: keys.current,
        approvalKey: approvals,
        rpcUrlParameter: stage.rpcUrlParameter,
        contractsParameter: contractsParameter(stage),
        mailFrom: stage.mailFrom,
        logDays,
        removalPolicy,
        concurrency: name === 'settle' ? stage.settleConcurrency : null,
        tracing: stage.tracing,
      })
    const apiFunctions = forEachGroup((group) =>
      createFunction(group, {
        ORIGIN_KEYS: originKey.accepted,
        ...(group === 'verdicts' && { ADMIN_DAILY_LIMIT: String(stage.adminDailyLimit) }),
        ...(group === 'payouts' && { SITE_CONFIG: JSON.stringify(siteSettings(stage)) }),
        ...(group === 'tasks' && { SITE_PAGE: sitePage }),
      }),
    )
    const settle = createFunction('settle', {
      FEE_CAP: String(stage.feeCap),
      GAS_BUDGET: String(stage.gasBudget),
      CREATOR_SHARE: String(stage.creatorShare),
      SMALL_PAYOUT_WAIT: String(stage.smallPayoutWait),
      ...(stage.unprovenUntil && { UNPROVEN_UNTIL: stage.unprovenUntil }),
    })
    const schedule = createFunction('schedule', { GAS_BUDGET: String(stage.gasBudget) })
    const events = createFunction('events', {
      SETTLE_FUNCTION: settle.lambda.functionName,
      LIVE_ENDPOINT: live.endpoint,
    })
    live.grantSend(events.permissions)
    const accept = createFunction('live', { ORIGIN_KEYS: originKey.accepted })
    live.connect(accept.lambda)
    const mail = createFunction('mail')
    // CloudFront must change its key before the functions do: they already accept its next key (infra/secrets.ts).
    for (const { lambda } of [...Object.values(apiFunctions), accept])
      lambda.node.addDependency(site.distribution)
    keys.grantSign(settle.role)
    allowMacs(approvals, 'kms:GenerateMac', [apiFunctions.verdicts.role, schedule.role])
    allowMacs(approvals, 'kms:VerifyMac', [settle.role])
    api.connect(forEachGroup((group) => apiFunctions[group].lambda))
    const watch = createFunction('watch')
    const canary = createFunction('canary', {
      CANARY_KEY: generatedSecret(this, 'CanaryKey', {
        description: 'Determines the wallet of the user of the function canary',
        whyNoRotation: 'Each new value would leave the user of the former value behind.',
      }),
    })
    startEvery(1, settle.lambda, this, 'SettleScheduleRule')
    startEvery(1, schedule.lambda, this, 'JobsScheduleRule')
    startEvery(5, watch.lambda, this, 'WatchScheduleRule')
    startEvery(5, canary.lambda, this, 'CanaryScheduleRule')

    const eventSource = new EventSource(this, 'EventSource', {
      streamArn: table.streamArn,
      events,
      settle: settle.lambda,
      batchSeconds: stage.batchSeconds,
    })
    const mailQueue = new MailQueue(this, 'MailQueue', {
      events,
      mail,
      concurrency: stage.mailConcurrency,
      enabled: stage.mailFrom !== null,
    })

    const { assets } = new SiteFiles(this, 'SiteFiles', {
      bucket: site.bucket,
      site: builtSite,
      origin: site.origin,
      securityContact: stage.securityContact,
      log: new LogGroup(this, 'DeploymentLog', { retention: logDays, removalPolicy: RemovalPolicy.DESTROY }),
    })

    // Its pages name the assets of its own deployment.
    apiFunctions.tasks.lambda.node.addDependency(assets)

    const functions = [
      ...Object.values(apiFunctions),
      settle,
      schedule,
      events,
      mail,
      accept,
      watch,
      canary,
    ].map(({ lambda }) => lambda)
    const metrics = stageMetrics({
      distribution: site.distribution,
      httpApi: api.httpApi,
      forbiddenCalls: api.forbiddenCalls,
      serviceName,
      table: table.table,
      settle: settle.lambda,
      schedule: schedule.lambda,
      events: events.lambda,
      watch: watch.lambda,
      canary: canary.lambda,
      deadLetters: eventSource.deadLetters,
      mails: mailQueue.waiting,
      mailDeadLetters: mailQueue.deadLetters,
    })
    const global = stackInUsEast1(this, stage, 'global')
    const rules = alarmRules(metrics, stage)
    const globalRules = stage.region ? cloudFrontRules(metrics) : {}
    const email = stage.alarmEmail
    const alarms = new Alarms(this, 'Alarms', {
      email,
      metrics,
      rules: global === this ? { ...rules, ...globalRules } : rules,
    })
    if (global !== this) new Alarms(global, 'Alarms', { email, metrics, rules: globalRules })
    reportSpending(global, stage)
    new ChangeAlerts(this, 'ChangeAlerts', {
      topic: alarms.topic,
      contractsParameter: contractsParameter(stage),
      signerKeys: keys.all,
      approvalKey: approvals,
      settle,
      deciding: [apiFunctions.verdicts, schedule],
    })
    if (stage.trail)
      new Trail(this, 'Trail', {
        bucket: trailBucket(this, accessLogs, logDays),
        isMultiRegionTrail: false,
      })
    new Dashboard(this, 'Dashboard', { metrics, functions, alarms: alarms.all })

    new CfnOutput(this, 'SiteOrigin', { key: 'SiteOrigin', value: site.origin })
    if (stage.domain)
      new CfnOutput(this, 'DomainTarget', {
        key: 'DomainTarget',
        value: site.distribution.distributionDomainName,
      })
    new CfnOutput(this, 'TableName', { key: 'TableName', value: table.table.tableName })
  }
}

const forEachGroup = <T>(create: (group: Group) => T) =>
  Object.fromEntries(groups.map((group) => [group, create(group)])) as Record<Group, T>

/** The content of this stage's `/config.json`, without the contracts. */
export function siteSettings(stage: Stage): SiteSettings {
  const { chainName, explorerUrl, faucetUrl, presaleUrl, whitepaperUrl, socialLinks } = stage
  return {
    brand,
    chainId: chain.id,
    rpcUrl: stage.publicRpcUrl,
    chainName,
    explorerUrl,
    faucetUrl,
    presaleUrl,
    whitepaperUrl,
    socialLinks,
  }
}
