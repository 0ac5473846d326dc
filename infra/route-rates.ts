import { gatewayKeys, type RouteKey, routeKeys } from '../domain/api.ts'

/**
 * Requests per second and burst that API Gateway accepts for a route. It answers 429 to further requests, before any
 * code runs.
 */
export interface Rate {
  rate: number
  burst: number
}

/** Limits of routes whose requests cost more than a read, or that invite guessing. */
const lowerRates: Partial<Record<RouteKey, Rate>> = {
  // Each request stores an item for five minutes. Both are also counted per network.
  'GET /api/auth/challenge': { rate: 50, burst: 100 },
  'POST /api/auth/web3': { rate: 50, burst: 100 },
  // Each needs half a second of a processor. Failed logins are also counted per name and per IP address.
  'POST /api/login': { rate: 20, burst: 40 },
  'POST /api/register': { rate: 10, burst: 20 },
  // Each may read the table for up to one second.
  'POST /api/blockchain/release-reward': { rate: 10, burst: 50 },
  // Each reads about 8 units of one partition of an index, which serves 3,000 a second. Requests are also counted per network.
  'GET /api/tasks': { rate: 250, burst: 300 },
  // Each writes the task into several indexes. Changes are also counted per account.
  'PATCH /api/tasks/{id}': { rate: 5, burst: 20 },
  'POST /api/tasks/{id}/close': { rate: 5, burst: 20 },
  'POST /api/admin/payouts/{submissionId}/retry': { rate: 5, burst: 20 },
  'POST /api/reports': { rate: 10, burst: 50 },
  // Crawlers ask for paths that no cache holds. A feed and the sitemap read up to 1 MB of an index.
  'GET /t/{id}': { rate: 100, burst: 200 },
  'GET /feeds/{file}': { rate: 5, burst: 20 },
  'GET /sitemap.xml': { rate: 5, burst: 20 },
  'GET /robots.txt': { rate: 10, burst: 20 },
  // Each body has up to 2 MB.
  'POST /api/submissions/upload': { rate: 50, burst: 100 },
  'POST /api/user/upload-profile-image': { rate: 20, burst: 40 },
}

/** Limits of all other routes. @param requestsPerSecond the stage's setting */
export const defaultRate = (requestsPerSecond: number): Rate => ({
  rate: requestsPerSecond,
  burst: 2 * requestsPerSecond,
})

/** The limits of each route of API Gateway, none above the stage's default. */
export function routeRates(requestsPerSecond: number): [string, Rate][] {
  const highest = defaultRate(requestsPerSecond)
  return routeKeys.flatMap((key) => {
    const { rate, burst } = lowerRates[key] ?? highest
    const limits = { rate: Math.min(rate, highest.rate), burst: Math.min(burst, highest.burst) }
    return gatewayKeys(key).map((each): [string, Rate] => [each, limits])
  })
}
