import * as z from 'zod'
import { brand } from '../domain/brand.ts'
import { reward } from '../domain/limits.ts'
import { address } from '../domain/schema.ts'
import { indexes } from '../functions/table/keys.ts'

const httpsUrl = z
  .url({ protocol: /^https$/, error: 'expected an https URL' })
  .refine((text) => !/^https:[^/]*\/\/[^/?#]*@/.test(text), 'it contains a password, and the value is public')
/** Regions that every account has. CloudFront delivers no logs to opt-in regions. */
const regions = [
  ...['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'ca-central-1', 'sa-east-1'],
  ...['eu-central-1', 'eu-west-1', 'eu-west-2', 'eu-west-3', 'eu-north-1', 'ap-south-1'],
  ...['ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-southeast-1', 'ap-southeast-2'],
]
/** The region of CloudFront's web ACLs and metrics, and one where CloudFormation creates budgets. */
export const usEast1 = 'us-east-1'
const arn = (pattern: RegExp, error: string) => z.string().regex(pattern, error)
const positiveInteger = z.number().int().positive()

/** The settings of one stage: an entry of `stages` in cdk.json. All are required; `null` means none. */
const settings = z.strictObject({
  /** AWS account, which no other stage has. Only its credentials deploy the stage; null until the first deployment. */
  account: z
    .string()
    .regex(/^\d{12}$/, 'expected the 12 digits of an account')
    .nullable(),
  /** AWS region; null for the region of the credentials. */
  region: z
    .enum(regions, 'expected a region to which CloudFront delivers logs, such as eu-central-1')
    .nullable(),
  /** Retains table, pictures, logs and keys when the stack is deleted, and protects them from deletion. */
  keepData: z.boolean(),
  /** Protects the stack from deletion. False until the first deployment has succeeded, because a failed one must be deleted. */
  protected: z.boolean(),
  /** A table made by point-in-time recovery, and its stream, used instead of the stack's own (docs/deploy.md). */
  restoredTable: z
    .strictObject({
      name: z.string().regex(/^[\w.-]{3,255}$/, 'expected the name of a table'),
      streamArn: arn(
        /^arn:aws:dynamodb:[\w-]+:\d{12}:table\/\S+\/stream\/\S+$/,
        'expected the ARN of a stream',
      ),
      /** The table's indexes: a deployment does not change them. */
      indexes: z
        .array(z.string())
        .refine(
          (existing) => Object.keys(indexes).every((name) => existing.includes(name)),
          `create the indexes that it lacks of ${Object.keys(indexes).join(', ')}: a deployment does not change a restored table`,
        ),
    })
    .refine(({ name, streamArn }) => streamArn.includes(`:table/${name}/`), 'the stream is of another table')
    .nullable(),
  /** Days for which logs are kept. */
  logDays: z.union(
    [7, 14, 30, 90, 180, 365].map((days) => z.literal(days)),
    'expected 7, 14, 30, 90, 180 or 365',
  ),
  /** E-mail address that receives alarms. */
  alarmEmail: z.email('expected an e-mail address').nullable(),
  /** US dollars a month for the whole account: `alarmEmail` gets an e-mail when 80 % are spent or 100 % are forecast; null for none. */
  monthlyBudget: z.number().positive().nullable(),
  /** An AWS cost anomaly monitor of the account (docs/deploy.md): `alarmEmail` gets its findings; null for none. */
  costMonitor: arn(
    /^arn:aws:ce::\d{12}:anomalymonitor\/\S+$/,
    'expected the ARN of an anomaly monitor',
  ).nullable(),
  /** Creates a CloudTrail trail, without which nobody learns who uses or changes a signing key; false if the account has one. */
  trail: z.boolean(),
  tracing: z.boolean(),
  /** E-mail address from which the site sends mail, of a domain that SES has verified; null sends none. */
  mailFrom: z.email('expected an e-mail address').nullable(),
  /**
   * Runs of the function `mail` at once. Each sends one mail after the other, in about 0.15 seconds: 2 send 13 mails a second.
   * SES allows a new account 14.
   */
  mailConcurrency: z.number().int().min(2).max(1000),
  /** Highest rate of each route, in requests per second; infra/route-rates.ts sets lower ones. */
  requestsPerSecond: positiveInteger,
  /** Name of the SSM parameter (SecureString) that holds the URL of the functions' node. */
  rpcUrlParameter: z
    .string()
    .regex(/^\/[\w.-]+(\/[\w.-]+)*$/, 'expected the name of a parameter, such as /prod/rpc-url')
    .regex(/^\/(?!aws|ssm)/i, 'Amazon reserves names that begin with aws or ssm'),
  /** URL of the node that browsers and wallets use: public, without a secret. */
  publicRpcUrl: httpsUrl,
  chainName: z.string().min(1),
  explorerUrl: httpsUrl.nullable(),
  /** API of the explorer that verifies contracts, in the form of Etherscan and Blockscout; null if it has none. */
  explorerApi: httpsUrl.nullable(),
  faucetUrl: httpsUrl,
  presaleUrl: httpsUrl,
  whitepaperUrl: httpsUrl,
  socialLinks: z.array(z.strictObject({ label: z.string().min(1), url: httpsUrl })),
  /** Blocks, its own included, after which a payout counts as paid. */
  confirmations: positiveInteger,
  /** Blocks, its own included, after which a payout is not checked again. */
  finality: positiveInteger,
  /** Seconds for which the stream collects changes before it starts settle: what becomes due meanwhile is one transaction. */
  batchSeconds: z.number().int().min(1).max(300),
  /** The most coins that one transaction may cost. */
  feeCap: z.number().min(0.000001),
  /** Coins for the transactions of a day (UTC). What exceeds them waits for the next day. */
  gasBudget: z.number().positive(),
  /** The most that the tasks of one creator use of the daily release limit and of `gasBudget`; 1 for no share. */
  creatorShare: z.number().min(0.01).max(1),
  /** Seconds for which a payout under 10 CENTS waits for others, so that one transaction makes them. */
  smallPayoutWait: z.number().int().min(0).max(3600),
  /** CENTS that one admin may approve in a day (UTC) for tasks of others. At least the highest reward. */
  adminDailyLimit: z.number().int().min(reward.max),
  /** Alarm below this balance of the signer, in coins. */
  leastGas: z.number().positive(),
  /** Alarm below this share of the daily release limit, in percent. */
  leastDailyLimit: z.number().min(1).max(99),
  /** Names of the signing keys; the first one signs. A second one exists while the operator changes to it. */
  signerKeys: z
    .array(z.string().regex(/^\w{1,16}$/, 'expected a name of at most 16 letters, digits and underscores'))
    .min(1)
    .refine((names) => new Set(names).size === names.length, 'a name is listed twice'),
  /**
   * Until when payouts are paid that a version without proofs of approval has made, for the update from such a version; then
   * null again.
   */
  unprovenUntil: z.iso.datetime().nullable(),
  /** Number of the key that CloudFront sends to the functions; raise it by one to replace the key. */
  originKey: positiveInteger,
  /** Wallets that `npm run launch` appoints as admins, after their owners have signed in. */
  admins: z.array(address),
  /** The site's own domain; null for CloudFront's. */
  domain: z
    .strictObject({
      name: z.hostname('expected a host name'),
      certificate: arn(
        /^arn:aws:acm:us-east-1:\d{12}:certificate\/\S+$/,
        'expected the ARN of a certificate in us-east-1',
      ),
      /** Route 53 zone in which the stack creates the records; null if they are elsewhere. */
      hostedZone: z
        .strictObject({ id: z.string().min(1), name: z.hostname('expected a host name') })
        .nullable(),
    })
    .nullable(),
  /**
   * Lambda concurrency reserved for `settle`, which is also its maximum: a run works and another one waits for the lease. Null
   * reserves none, for an account whose quota is below 100 more than this.
   */
  settleConcurrency: z.number().int().min(2).nullable(),
  /** Answers sign-in messages without a wallet address too, for clients that do not send it. Wallets cannot check such messages. */
  bareChallenge: z.boolean(),
  /**
   * Lets browser vendors add the domain and all its subdomains to their lists of sites that are reached by HTTPS only
   * (hstspreload.org). That is hard to undo.
   */
  hstsPreload: z.boolean(),
  /** Where to report a weakness of the site, for /.well-known/security.txt (RFC 9116): an https or mailto URL. */
  securityContact: z
    .url({ protocol: /^(https|mailto)$/, error: 'expected an https or mailto URL' })
    .nullable(),
  /** A WAF web ACL in front of CloudFront. */
  firewall: z.boolean(),
})

export interface Stage extends z.infer<typeof settings> {
  name: string
}

/**
 * Reads and checks the stage that `-c stage=…` names.
 *
 * @param context returns a value of the CDK's context
 * @throws RangeError with one sentence: which setting is missing or wrong, and where to set it
 */
export function readStage(context: (key: string) => unknown): Stage {
  const stages = (context('stages') ?? {}) as Record<string, unknown>
  const names = Object.keys(stages).join(' or ')
  const name = context('stage')
  if (typeof name !== 'string' || !Object.hasOwn(stages, name))
    throw new RangeError(`Name a stage of cdk.json with -c stage=…: ${names}.`)
  if (!/^[a-z][a-z0-9]{1,11}$/.test(name))
    throw new RangeError(
      `Rename the stage "${name}" in cdk.json: a name has 2 to 12 lowercase letters and digits.`,
    )
  const parsed = settings.safeParse(stages[name])
  if (!parsed.success) throw new RangeError(describeIssue(['stages', name], stages[name], parsed.error))
  const stage = { name, ...parsed.data }
  const place = `stages.${name}`
  for (const [other, of] of Object.entries(stages as Record<string, { account?: unknown } | null>))
    if (other !== name && stage.account && of?.account === stage.account)
      throw new RangeError(
        `Set another account in ${place}.account in cdk.json: it is that of stages.${other}, and code of one stage must not reach another.`,
      )
  if (stage.firewall && !stage.region)
    throw new RangeError(`Set ${place}.region in cdk.json, or firewall to false: the firewall must know it.`)
  for (const name of ['monthlyBudget', 'costMonitor'] as const)
    if (stage[name] && !stage.alarmEmail)
      throw new RangeError(
        `Set ${place}.alarmEmail in cdk.json, or ${name} to null: it notifies this address.`,
      )
  for (const name of ['account', 'region'] as const)
    if (stage.protected && !stage[name])
      throw new RangeError(`Set ${place}.${name} in cdk.json: a protected stage must have it.`)
  if (stage.finality < stage.confirmations)
    throw new RangeError(`Set ${place}.finality in cdk.json: it must not be below confirmations.`)
  const placeholder = stage.protected && findPlaceholder(stage, place)
  if (placeholder)
    throw new RangeError(
      `Set ${placeholder} in cdk.json: it is a placeholder, which a protected stage must not have.`,
    )
  return stage
}

/** What a stage of another region has in stacks in us-east-1: the web ACL, and CloudFront's alarms with the budget. */
export type FurtherStack = 'firewall' | 'global'

/** Name of a stack in us-east-1 of a stage in another region. It names that region, because two stages may have one name. */
export const stackNameInUsEast1 = (stackName: string, region: string, name: FurtherStack) =>
  `${stackName}-${name}-${region}`

/** Name of the SSM parameter in which `npm run launch` stores the addresses of the stage's contracts. */
export const contractsParameter = ({ name }: Pick<Stage, 'name'>) =>
  `/${brand.toLowerCase()}/${name}/contracts`

/**
 * Prevents a deployment into another account than the stage's.
 *
 * @param current the account of the credentials in use; undefined without credentials
 * @throws RangeError with one sentence if the stage has another account or none
 */
export function refuseOtherAccount({ account, name }: Stage, current: string | undefined): void {
  if (current && !account)
    throw new RangeError(
      `Set stages.${name}.account in cdk.json to the stage's own account. The credentials in use are of account ${current}.`,
    )
  if (current && account !== current)
    throw new RangeError(
      `Use credentials of account ${account}, which stages.${name}.account in cdk.json names: those in use are of account ${current}.`,
    )
}

/** Path of the first URL or e-mail address whose host ends in .example, which RFC 2606 reserves for documentation. */
export function findPlaceholder(value: unknown, place: string): string | undefined {
  if (typeof value === 'string')
    return /^(https:\/\/)?[^/?#]*\.example(:\d+)?([/?#]|$)/.test(value) ? place : undefined
  for (const [key, inner] of Object.entries(value ?? {})) {
    const found = findPlaceholder(inner, `${place}.${key}`)
    if (found) return found
  }
  return undefined
}

function describeIssue(place: string[], given: unknown, { issues }: z.ZodError): string {
  const [first, ...others] = issues
  const inner = first?.path ?? []
  const path = [...place, ...inner].join('.')
  const more = others.length > 0 ? `; further problems: ${others.length}` : ''
  if (first?.code === 'unrecognized_keys')
    return `Remove ${first.keys.join(', ')} from ${path} in cdk.json: there is no such setting${more}.`
  const value = inner.reduce((settings, key) => (settings as Record<PropertyKey, unknown>)[key], given)
  return value === undefined
    ? `Set ${path} in cdk.json: it is missing${more}.`
    : `Set ${path} in cdk.json: its value is wrong (${first?.message})${more}.`
}
