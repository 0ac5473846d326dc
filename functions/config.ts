import * as z from 'zod'
import { address } from '../domain/schema.ts'

const environment = z.object({
  /** What lines and metrics go by, so that stages side by side don't mix. */
  SERVICE_NAME: z.string().default('marketplace'),
  SITE_ORIGIN: z.url().transform((value) => new URL(value).origin),
  TABLE_NAME: z.string().min(3),
  BUCKET_NAME: z.string().min(3),
  KMS_KEY_ID: z.string().min(1),
  /** The chain's node, or `ssm:` and the name of the parameter that holds its address. */
  RPC_URL: z.url(),
  CHAIN_ID: z.coerce.number().int().positive(),
  ESCROW_ADDRESS: address,
  /** Blocks on top of and including a payout's own before it counts as paid. */
  CONFIRMATIONS: z.coerce.number().int().positive().default(1),
  /** Blocks, its own included, after which no reorganisation takes a payout back: 64 on top of it. */
  FINALITY: z.coerce.number().int().positive().default(65),
  /** The block in which the escrow was deployed: nothing of it is searched for before. */
  ESCROW_DEPLOY_BLOCK: z.coerce.number().int().nonnegative().default(0),
  /** Behind CloudFront only: what it may show to prove that a request came through it, with commas between. */
  ORIGIN_KEYS: z
    .string()
    .min(32)
    .transform((keys) => keys.split(','))
    .optional(),
  DYNAMODB_ENDPOINT: z.url().optional(),
  S3_ENDPOINT: z.url().optional(),
  KMS_ENDPOINT: z.url().optional(),
})

export type Config = z.infer<typeof environment>

/** The functions' configuration. @throws one sentence that names what is missing or malformed. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`)
  throw new Error(`Set these environment variables of the functions: ${wrong.join(', ')}`)
}
