import { api, routeKeys } from '../domain/api.ts'
import type { Group } from '../domain/route.ts'
import { backgroundNeeds, everyRoute, type Need, needs } from '../functions/needs.ts'

type BackgroundFunction = keyof typeof backgroundNeeds

/**
 * The functions that serve no route: `settle` pays, `schedule` does what else time triggers, `events` consumes the table's stream, `mail` sends queued mail, `watch` compares the table with
 * the chain, `canary` uses the site as people do, `live` accepts the connections of pages.
 */
export const backgroundFunctions = Object.keys(backgroundNeeds) as BackgroundFunction[]

/** The Lambda functions: one for each group of routes, and the background functions. */
export type FunctionName = Group | BackgroundFunction

interface Size {
  /** MB. Processor time grows with it: 1,769 MB is one whole processor. */
  memory: number
  /** Seconds. */
  timeout: number
}

/**
 * For functions that decode pictures. The most costly pictures of 40 megapixels take 750 MB with the process around them, and 5
 * seconds of a whole processor (docs/scale.md): 7 seconds of 0.72.
 */
const decoding: Size = { memory: 1280, timeout: 25 }

/**
 * Timeouts stay below API Gateway's 30 seconds. A node call takes up to 10 seconds, and saving a task makes several.
 */
export const sizes: Record<FunctionName, Size> = {
  // scrypt needs 128 MB and half a second of a whole processor; a function runs one request at a time.
  auth: { memory: 1769, timeout: 10 },
  tasks: { memory: 512, timeout: 25 },
  submissions: decoding,
  // An approval is one call of KMS and one transaction.
  verdicts: { memory: 512, timeout: 20 },
  uploads: decoding,
  users: decoding,
  notifications: { memory: 256, timeout: 10 },
  // Three lists of up to 1.8 MB each.
  admin: { memory: 768, timeout: 20 },
  moderation: { memory: 256, timeout: 10 },
  // `GET /api/admin/money` calls the node; a release waits one second for `settle`, mostly idle.
  payouts: { memory: 256, timeout: 20 },
  // Waits 45 seconds, then for its last node call. A run that times out loses nothing.
  // A run waits for the node for most of its time, and waiting costs by memory. 1,000 payouts of 2 KB fit in less.
  settle: { memory: 320, timeout: 90 },
  // Its jobs are repeated by the next run, so a run that times out loses nothing.
  schedule: { memory: 320, timeout: 90 },
  events: { memory: 256, timeout: 30 },
  // A batch of ten mails, each of which may wait 7 seconds for SES.
  mail: { memory: 256, timeout: 90 },
  watch: { memory: 512, timeout: 150 },
  live: { memory: 256, timeout: 10 },
  // Long enough to log every problem of a site that lets most requests time out.
  canary: { memory: 256, timeout: 240 },
}

/** Everything that a function's routes need, the session included (functions/needs.ts). */
export function needsOf(name: FunctionName): ReadonlySet<Need> {
  if (name in backgroundNeeds) return new Set(backgroundNeeds[name as BackgroundFunction])
  const rows = routeKeys.filter((key) => api[key].group === name)
  return new Set([...everyRoute, ...rows.flatMap((key) => needs[key])])
}
