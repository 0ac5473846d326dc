import * as z from 'zod'
import { address, object, timestamp, ulid } from './schema.ts'
import { securityEventKinds } from './security-events.ts'

const client = {
  /** Browser and system, such as 'Firefox on Linux'. */
  device: z.string(),
  /** The network of the IP address, such as 203.0.113.0/24 or 2001:db8:7::/48. */
  network: z.string(),
}

/** The sessions and the security log of the caller, newest first. */
export const securityOverview = object(() => ({
  sessions: z.array(
    z.object({
      id: z.string(),
      ...client,
      createdAt: timestamp,
      /** Accurate to one hour. */
      usedAt: timestamp,
      /** True for the session of this request. */
      current: z.boolean(),
    }),
  ),
  events: z.array(
    z.object({
      id: ulid,
      kind: z.enum(securityEventKinds),
      /** Null for what the product or an operator did. */
      device: client.device.nullable(),
      network: client.network.nullable(),
      at: timestamp,
    }),
  ),
  hasPassword: z.boolean(),
  /** A wallet that replaces the present one at this time, unless that is cancelled. */
  walletMove: z.object({ wallet: address, appliesAt: timestamp }).nullable(),
  email: z.object({ address: z.string(), confirmed: z.boolean() }).nullable(),
}))
export type SecurityOverview = z.infer<typeof securityOverview>
