import * as z from 'zod'
import type { SiteSettings } from '../../domain/config.ts'
import { address } from '../../domain/schema.ts'

const environment = z.object({
  /** The service name in log lines and metrics, which keeps the stages of one account apart. */
  SERVICE_NAME: z.string().default('marketplace'),
  SITE_ORIGIN: z.url().transform((value) => new URL(value).origin),
  TABLE_NAME: z.string().min(3),
  BUCKET_NAME: z.string().min(3),
  KMS_KEY_ID: z.string().min(1),
  /** The HMAC key of approvals. Only the functions that approve and `settle` need it. */
  APPROVAL_KEY_ID: z.string().min(1).optional(),
  /** Until when `settle` pays payouts without a proof of their approval, which older versions made. */
  UNPROVEN_UNTIL: z.iso.datetime().optional(),
  /** The URL of the chain's node, or `ssm:` and the name of the SSM parameter that contains the URL. */
  RPC_URL: z.url(),
  CHAIN_ID: z.coerce.number().int().positive(),
  /** The escrow contract, or `ssm:` and the name of the SSM parameter that contains the addresses of all contracts. */
  ESCROW_ADDRESS: z.union([address, z.string().startsWith('ssm:/')]),
  /** The id that distinguishes the stack from a deleted one of the same name. */
  STACK_ID: z.string().min(1).optional(),
  /** Blocks, including that of its transaction, after which a payout counts as paid. */
  CONFIRMATIONS: z.coerce.number().int().positive().default(1),
  /** Blocks, including that of its transaction, after which no reorganisation can revert a payout. */
  FINALITY: z.coerce.number().int().positive().default(65),
  /** The most native coins that one transaction may cost, as a decimal number. Without it there is no cap. */
  FEE_CAP: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .optional(),
  /** Native coins for the transactions of a day (UTC); then payouts and refunds wait for the next day. Holds do not. */
  GAS_BUDGET: z.coerce.number().positive().optional(),
  /** The most that the tasks of one creator use of the daily limit and of the gas budget, as a fraction. */
  CREATOR_SHARE: z.coerce.number().positive().max(1).optional(),
  /** Seconds for which a small payout waits for others, so that one transaction makes them. */
  SMALL_PAYOUT_WAIT: z.coerce.number().int().nonnegative().optional(),
  /** CENTS of approvals of one admin in a day (UTC) for tasks of others; beyond it another admin approves. */
  ADMIN_DAILY_LIMIT: z.coerce.number().int().positive().optional(),
  /** Only behind CloudFront: the keys by which CloudFront proves that a request came through it, separated by commas. */
  ORIGIN_KEYS: z
    .string()
    .min(32)
    .transform((keys) => keys.split(','))
    .optional(),
  /** A secret that determines the wallet of the canary's user. Only `canary` needs it. */
  CANARY_KEY: z.string().min(32).optional(),
  /** Whether `GET /api/auth/challenge` answers without `address`. Wallets cannot check the site of such a message. */
  BARE_CHALLENGE: z.stringbool().default(false),
  /** Multiplies the limits of a network. Above 1 only where all clients share one IP address, as on a developer's machine. */
  NETWORK_LIMIT_FACTOR: z.coerce.number().int().positive().default(1),
  /** Name of the function that pays; only the consumer of the table's stream needs it. */
  SETTLE_FUNCTION: z.string().min(1).optional(),
  /** Where API Gateway sends messages to connected pages; only the consumer of the table's stream needs it. */
  LIVE_ENDPOINT: z.url().optional(),
  /** URL of the queue of mails; only the consumer of the table's stream needs it. */
  MAIL_QUEUE: z.string().min(1).optional(),
  /** The content of `/config.json` as JSON, without the contracts that ESCROW_ADDRESS names. Only `payouts` needs it. */
  SITE_CONFIG: z
    .string()
    .transform((text): SiteSettings => JSON.parse(text))
    .optional(),
  /** The file of the web app's own page, relative to the bundle. Only `tasks` needs it, for `/t/{id}`. */
  SITE_PAGE: z.string().min(1).optional(),
  /** E-mail address from which mail is sent. Without it no mail is sent. */
  MAIL_FROM: z.string().includes('@').optional(),
  DYNAMODB_ENDPOINT: z.url().optional(),
  S3_ENDPOINT: z.url().optional(),
  KMS_ENDPOINT: z.url().optional(),
  SES_ENDPOINT: z.url().optional(),
})

export type Config = z.infer<typeof environment>

/** The functions' configuration. @throws Error naming the variables that are missing or malformed */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`)
  throw new Error(`Set these environment variables of the functions: ${wrong.join(', ')}`)
}
