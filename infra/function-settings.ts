import { api, routeKeys } from '../domain/api.ts'
import type { Group } from '../domain/route.ts'
import { everyRoute, type Need, needs, settleNeeds } from '../functions/needs.ts'

/** The functions: one for each group of routes, and the scheduled one. */
export type FunctionName = Group | 'settle'

/** Memory, which brings processor time with it (1,769 MB is one whole processor), and seconds. */
interface Size {
  memory: number
  timeout: number
  /** Runs at once, kept free for it and never more. */
  reserved?: number
}

const ordinary: Size = { memory: 512, timeout: 10 }

/**
 * An API call is given up by API Gateway after 30 seconds. Calls of the node take up to 10 seconds each, of which saving a
 * task makes several.
 */
export const sizes: Record<FunctionName, Size> = {
  // scrypt takes 128 MB and half a second of one whole processor, and runs once for each request at a time.
  auth: { memory: 1769, timeout: 10 },
  tasks: { memory: 512, timeout: 25 },
  submissions: ordinary,
  // A picture is up to 2 MB, four times in memory while it is parsed and checked.
  uploads: { memory: 768, timeout: 20 },
  users: { memory: 512, timeout: 20 },
  leaderboard: { memory: 256, timeout: 10 },
  // Three lists of up to 1.8 MB each.
  admin: { memory: 768, timeout: 20 },
  // Waits 20 seconds for a transaction, and then for what it asked last.
  payouts: { memory: 768, timeout: 29 },
  // Waits 45 seconds, then for what it asked last, and closes the lists of expired tasks. A run that is cut off harms nothing.
  // Two, because a run may last into the next minute, or be tried again; the lease lets one of them work.
  settle: { memory: 768, timeout: 90, reserved: 2 },
}

/** What a function needs: what its rows say, and the session. */
export function needsOf(name: FunctionName): ReadonlySet<Need> {
  if (name === 'settle') return new Set(settleNeeds)
  const rows = routeKeys.filter((key) => api[key].group === name)
  return new Set([...everyRoute, ...rows.flatMap((key) => needs[key])])
}
