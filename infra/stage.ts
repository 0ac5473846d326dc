import { isAddress } from 'ethers'
import * as z from 'zod'
import { address } from '../domain/schema.ts'

const link = z
  .url({ protocol: /^https$/, error: 'expected an https address' })
  .refine((text) => !/^https:[^/]*\/\/[^/?#]*@/.test(text), 'everybody could read the password in it')
const contract = address
  .refine(isAddress, 'its capital letters are not its checksum’s')
  .refine((text) => BigInt(text) !== 0n, 'nothing is there')
/** Those that every account has. Into the others, which one opts into, CloudFront delivers no logs. */
const regions = [
  ...['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'ca-central-1', 'sa-east-1'],
  ...['eu-central-1', 'eu-west-1', 'eu-west-2', 'eu-west-3', 'eu-north-1', 'ap-south-1'],
  ...['ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-southeast-1', 'ap-southeast-2'],
]
const arn = (pattern: RegExp, what: string) => z.string().regex(pattern, what)
const perSecond = z.number().int().positive()

/** What one stage of the marketplace is told: an entry of `stages` in cdk.json. `null` says on purpose that there is none. */
const settings = z.strictObject({
  /** Where everything stands; null for the region of the credentials. */
  region: z
    .enum(regions, 'expected a region that CloudFront can write its logs to, such as eu-central-1')
    .nullable(),
  /** Data outlives the stack, and cannot be deleted by accident. */
  keepData: z.boolean(),
  /** Name of a table that point-in-time recovery made, which takes over from the stack's own (docs/deploy.md). */
  restoredTable: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'a table’s name')
    .nullable(),
  logDays: z.union(
    [7, 14, 30, 90, 180, 365].map((days) => z.literal(days)),
    'expected 7, 14, 30, 90, 180 or 365',
  ),
  /** Who is written to when something is wrong. */
  alarmEmail: z.email('expected an email address').nullable(),
  /** Requests a second that all routes without a rate of their own take, each. */
  requestsPerSecond: perSecond,
  /** Name of the SSM parameter (SecureString) that holds the address of the functions' node. */
  rpcUrlParameter: z
    .string()
    .regex(/^\/[\w.-]+(\/[\w.-]+)*$/, 'expected a parameter’s name, such as /prod/rpc-url')
    .regex(/^\/(?!aws|ssm)/i, 'names that begin with aws or ssm are Amazon’s'),
  /** The node that browsers and wallets use: public, without a key. */
  publicRpcUrl: link,
  chainName: z.string().min(1),
  explorerUrl: link.nullable(),
  faucetUrl: link,
  presaleUrl: link,
  whitepaperUrl: link,
  socialLinks: z.array(z.strictObject({ label: z.string().min(1), url: link })),
  /** Null until they are deployed: then nothing is scheduled, and the site shows no chain's money. */
  contracts: z
    .strictObject({
      token: contract,
      escrow: contract,
      /** The block in which the escrow was deployed. */
      deployBlock: z.number().int().nonnegative(),
    })
    .refine(({ token, escrow }) => BigInt(token) !== BigInt(escrow), 'token and escrow are the same')
    .nullable(),
  confirmations: z.number().int().positive(),
  finality: z.number().int().positive(),
  /** Alarms: the signer's coins, and the share of the daily limit left, in percent. */
  leastGas: z.number().positive(),
  leastDailyLimit: z.number().min(1).max(99),
  /** The keys that exist; the first one signs. A second one is there while the payouts are handed over to it. */
  signerKeys: z
    .array(z.string().regex(/^\w{1,16}$/, 'expected a short name of letters and digits'))
    .min(1)
    .refine((names) => new Set(names).size === names.length, 'a name is there twice'),
  /** Raised by one, it changes the key by which CloudFront shows itself to the functions. */
  originKey: z.number().int().positive(),
  /** Who runs `npm run signer`, beside the functions. */
  operatorRole: arn(/^arn:aws:iam::\d{12}:role\/\S+$/, 'expected the ARN of a role').nullable(),
  domain: z
    .strictObject({
      name: z.hostname('expected a host name'),
      certificate: arn(
        /^arn:aws:acm:us-east-1:\d{12}:certificate\/\S+$/,
        'expected the ARN of a certificate in us-east-1',
      ),
      /** Where its records are written; null when they are elsewhere. */
      hostedZone: z
        .strictObject({ id: z.string().min(1), name: z.hostname('expected a host name') })
        .nullable(),
    })
    .nullable(),
  /** A web ACL of WAF in front of CloudFront; such are only in us-east-1. */
  firewall: z.boolean(),
})

export interface Stage extends z.infer<typeof settings> {
  name: string
}

/**
 * The stage that `-c stage=…` names.
 *
 * @param context reads a key of the CDK's context
 * @throws RangeError in one sentence that says which value is missing or malformed, and where to set it
 */
export function readStage(context: (key: string) => unknown): Stage {
  const stages = (context('stages') ?? {}) as Record<string, unknown>
  const names = Object.keys(stages).join(' or ')
  const name = context('stage')
  if (typeof name !== 'string' || !Object.hasOwn(stages, name))
    throw new RangeError(`Say which stage with -c stage=…: ${names}, as "stages" in cdk.json names them.`)
  if (!/^[a-z][a-z0-9]{1,11}$/.test(name))
    throw new RangeError(`A stage’s name is 2 to 12 small letters and digits: rename "${name}" in cdk.json.`)
  const parsed = settings.safeParse(stages[name])
  if (!parsed.success) throw new RangeError(sentence(['stages', name], stages[name], parsed.error))
  const stage = { name, ...parsed.data }
  const place = `stages.${name}`
  if (stage.firewall && stage.region !== 'us-east-1')
    throw new RangeError(
      `Set ${place}.region in cdk.json to "us-east-1", or firewall to false: CloudFront’s firewalls are only there.`,
    )
  if (stage.finality < stage.confirmations)
    throw new RangeError(`Set ${place}.finality in cdk.json: it must be at least its confirmations.`)
  const placeholder = stage.contracts && placeholderIn(stages[name], place)
  if (placeholder)
    throw new RangeError(
      `Set ${placeholder} in cdk.json: it is a placeholder, and with contracts set people come.`,
    )
  return stage
}

/** Where an address stands whose host ends in .example, which RFC 2606 keeps for documents. */
function placeholderIn(value: unknown, place: string): string | undefined {
  if (typeof value === 'string')
    return /^(https:\/\/)?[^/?#]*\.example(:\d+)?([/?#]|$)/.test(value) ? place : undefined
  for (const [key, inner] of Object.entries(value ?? {})) {
    const found = placeholderIn(inner, `${place}.${key}`)
    if (found) return found
  }
  return undefined
}

function sentence(place: string[], given: unknown, { issues }: z.ZodError): string {
  const [first, ...others] = issues
  const inside = first?.path ?? []
  const path = [...place, ...inside].join('.')
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  if (first?.code === 'unrecognized_keys')
    return `Remove ${first.keys.join(', ')} from ${path} in cdk.json: there is no such setting${more}.`
  const value = inside.reduce((of, key) => (of as Record<PropertyKey, unknown>)[key], given)
  return value === undefined
    ? `Set ${path} in cdk.json: it is missing${more}.`
    : `Set ${path} in cdk.json: it is malformed (${first?.message})${more}.`
}
