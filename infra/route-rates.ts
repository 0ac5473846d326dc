import { type RouteKey, routeKeys } from '../domain/api.ts'

/** Requests a second, and how many at once, that API Gateway lets through to a route; the rest are 429 before anything runs. */
export interface Rate {
  rate: number
  burst: number
}

/** Routes whose every request costs more than a read, or that invite guessing. */
const own: Partial<Record<RouteKey, Rate>> = {
  // Each is one item for five minutes; nobody counts them (decision 21).
  'GET /api/auth/challenge': { rate: 50, burst: 100 },
  'POST /api/auth/web3': { rate: 50, burst: 100 },
  // Half a second of a processor each; guesses are counted for each name and address besides.
  'POST /api/login': { rate: 20, burst: 40 },
  'POST /api/register': { rate: 10, burst: 20 },
  // Each may wait 20 seconds for the chain, and all take turns with one signer.
  'POST /api/blockchain/release-reward': { rate: 10, burst: 50 },
  'POST /api/tasks/{id}/close': { rate: 5, burst: 20 },
  'POST /api/admin/payouts/{submissionId}/retry': { rate: 5, burst: 20 },
  // Up to 2 MB of body each.
  'POST /api/submissions/upload': { rate: 50, burst: 100 },
  'POST /api/user/upload-profile-image': { rate: 20, burst: 40 },
}

/** @param perSecond the stage's requestsPerSecond */
export const ordinaryRate = (perSecond: number): Rate => ({ rate: perSecond, burst: 2 * perSecond })

/** The rate of each route; none is above the stage's own. */
export function rates(perSecond: number): [RouteKey, Rate][] {
  const ordinary = ordinaryRate(perSecond)
  return routeKeys.map((key) => {
    const { rate, burst } = own[key] ?? ordinary
    return [key, { rate: Math.min(rate, ordinary.rate), burst: Math.min(burst, ordinary.burst) }]
  })
}
