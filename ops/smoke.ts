import { HDNodeWallet, JsonRpcProvider } from 'ethers'
import { type Output, type RouteKey, routeKeys } from '../domain/api.ts'
import type { SiteConfig } from '../domain/config.ts'
import type { ErrorBody } from '../domain/errors.ts'
import { ApiUser } from './api-user.ts'

/** One thing that a site must do, and what it did instead. */
export interface Finding {
  what: string
  /** Null when it does. */
  trouble: string | null
}

/** A picture of one pixel. Nobody uses it, so it is gone after a day. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Milliseconds that one answer may take: a cold start and a slow line. */
const patience = 20_000

/** What stops a check, in words. */
class Trouble extends Error {}

function expects(holds: unknown, otherwise: string): asserts holds {
  if (!holds) throw new Trouble(otherwise)
}

/**
 * Looks at a running site as its users meet it: pages and their headers, configuration, the reading calls, a sign-in with
 * Ethereum and its end, refusals, and the contracts on the chain. It spends nothing; its wallet is new, so a site that
 * is looked at keeps one user with a placeholder name from each run.
 * @param origin such as https://example.org
 */
export async function* smoke(origin: string): AsyncGenerator<Finding> {
  const get = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, origin), { redirect: 'manual', signal: AbortSignal.timeout(patience), ...init })
  const check = async (what: string, look: () => Promise<void>): Promise<Finding> => {
    try {
      await look()
      return { what, trouble: null }
    } catch (error) {
      const trouble = error instanceof Error ? error.message : String(error)
      return {
        what,
        trouble: error instanceof Error && error.cause ? `${trouble} (${error.cause})` : trouble,
      }
    }
  }
  const isSecure = new URL(origin).protocol === 'https:'

  let page = ''
  let policy = ''
  yield await check('the page, with the headers that protect it', async () => {
    const answer = await get('/')
    page = await answer.text()
    expects(answer.status === 200, `it answers ${answer.status}`)
    expects(page.includes('<div id="root"'), 'it is not the web app')
    policy = answer.headers.get('content-security-policy') ?? ''
    expects(policy.includes("default-src 'none'") || policy.includes("default-src 'self'"), 'no strict CSP')
    expects(policy.includes("frame-ancestors 'none'"), 'other sites may frame it')
    expects(answer.headers.get('x-content-type-options') === 'nosniff', 'no nosniff')
    expects(!isSecure || answer.headers.has('strict-transport-security'), 'no HSTS')
  })
  yield await check('its script, kept for good', async () => {
    const [, script] = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(page) ?? []
    expects(script, 'the page names none')
    const answer = await get(script)
    expects(answer.status === 200, `${script} answers ${answer.status}`)
    expects(answer.headers.get('content-type')?.includes('javascript'), 'it is no script')
    expects(answer.headers.get('cache-control')?.includes('immutable'), 'it may not be kept')
  })
  yield await check('every address of the web app, opened directly', async () => {
    for (const path of ['/tasks', '/leaderboard', '/about', '/dashboard', '/no/such/page']) {
      const answer = await get(path)
      expects(answer.status === 200, `${path} answers ${answer.status}`)
      expects((await answer.text()) === page, `${path} is not the web app`)
    }
  })

  let config: SiteConfig | undefined
  yield await check('its configuration, always fresh', async () => {
    const answer = await get('/config.json')
    expects(answer.status === 200, `it answers ${answer.status}`)
    expects(/no-cache|no-store|max-age=0/.test(answer.headers.get('cache-control') ?? ''), 'it may be kept')
    config = (await answer.json()) as SiteConfig
    expects(!isSecure || !config.demoAccounts, 'it gives test keys away')
  })
  if (!config) return
  const provider = new JsonRpcProvider(config.rpcUrl, config.chainId, { batchMaxCount: 1 })
  try {
    yield await check('the chain that it names, with both contracts on it', async () => {
      const { chainId } = await provider.getNetwork()
      expects(Number(chainId) === config?.chainId, `the node is of chain ${chainId}`)
      expects(config.tokenAddress && config.escrowAddress, 'it names none yet')
      for (const address of [config.tokenAddress, config.escrowAddress])
        expects((await provider.getCode(address)) !== '0x', `there is no contract at ${address}`)
    })
    const person = new ApiUser({ origin, siteConfig: config, provider }, HDNodeWallet.createRandom())
    yield* calls(check, get, person, origin, policy)
  } finally {
    provider.destroy()
  }
}

async function* calls(
  check: (what: string, look: () => Promise<void>) => Promise<Finding>,
  get: (path: string, init?: RequestInit) => Promise<Response>,
  person: ApiUser,
  origin: string,
  policy: string,
): AsyncGenerator<Finding> {
  let tasks: Output<'GET /api/tasks'> = []
  const refused = async (status: number, answer: Response) => {
    const { message } = (await answer.json().catch(() => ({}))) as Partial<ErrorBody>
    expects(answer.status === status, `it answers ${answer.status} instead of ${status}`)
    expects(message, 'without a message')
  }
  yield await check('the health and the description of the API, with every call', async () => {
    await person.call('GET /api/health', {})
    const answer = await person.request('GET /api/openapi.json')
    const { paths } = (await answer.json()) as { paths: Record<string, object> }
    const described = Object.entries(paths).reduce((sum, [, methods]) => sum + Object.keys(methods).length, 0)
    expects(described === routeKeys.length, `it describes ${described} calls of ${routeKeys.length}`)
  })
  yield await check('the tasks, one of them, and the leaderboard', async () => {
    tasks = await person.call('GET /api/tasks', { limit: 3 })
    const [first] = tasks
    if (first) await person.call('GET /api/tasks/{id}', { id: first.id })
    await person.call('GET /api/leaderboard', {})
  })
  yield await check('no call answers with a page, and unknown ones with 404', async () => {
    await refused(404, await get('/api/no/such/call'))
    await refused(404, await get('/api/tasks/01ARZ3NDEKTSV4RRFFQ69G5FAV'))
  })
  yield await check('who is not signed in sees nothing of others', async () => {
    const own: RouteKey[] = [
      'GET /api/user',
      'GET /api/dashboard',
      'GET /api/admin/dashboard',
      'GET /api/admin/money',
    ]
    for (const route of own) await refused(401, await person.request(route))
  })
  yield await check('another site cannot change anything', async () => {
    await refused(403, await person.request('POST /api/logout', {}, { origin: 'https://elsewhere.example' }))
  })
  yield await check('a sign-in with Ethereum', async () => {
    const { isFirstLogin } = await person.signIn()
    expects(isFirstLogin, 'a new wallet is known already')
    const { walletAddress } = await person.call('GET /api/user', {})
    expects(walletAddress?.toLowerCase() === person.wallet.address.toLowerCase(), 'as somebody else')
    expects(
      !origin.startsWith('https:') || person.cookie.startsWith('__Host-'),
      'its cookie is not bound to the site',
    )
  })
  yield await check('what the new user sees, and what not', async () => {
    const { submissions } = await person.call('GET /api/dashboard', {})
    expects(submissions.length === 0, 'the dashboard has submissions of others')
    for (const route of ['GET /api/admin/dashboard', 'GET /api/admin/money'] as const)
      await refused(403, await person.request(route))
    const [task] = tasks
    if (!task) return
    const theirs = { taskId: task.id, recipientId: task.creatorId }
    const answer = await person.request('POST /api/blockchain/release-reward', theirs)
    expects([403, 404].includes(answer.status), `asking for a reward answers ${answer.status}`)
  })
  yield await check('a picture, put where its signed address says', async () => {
    const place = { contentType: 'image/png', size: pixel.length }
    const { uploadUrl, headers } = await person.call('POST /api/submissions/upload', place)
    expects(uploadUrl && headers, 'there is no such address')
    await openToBrowsers(uploadUrl, origin, policy)
    const put = await fetch(uploadUrl, { method: 'PUT', headers, body: pixel })
    expects(put.ok, `it answers ${put.status}`)
  })
  yield await check('the end of the session', async () => {
    const { cookie } = person
    await person.call('POST /api/logout', {})
    await refused(401, await person.request('GET /api/user', {}, { cookie }))
  })
}

/** What only browsers ask: whether pages of this site may put there, and whether the page's own policy lets them try. */
async function openToBrowsers(uploadUrl: string, origin: string, policy: string) {
  const place = new URL(uploadUrl).origin
  for (const what of policy ? ['img-src', 'connect-src'] : []) {
    const [, ...sources] =
      policy
        .split('; ')
        .find((line) => line.startsWith(`${what} `))
        ?.split(' ') ?? []
    expects(sources.includes(place), `the page’s CSP keeps browsers from ${place} (${what})`)
  }
  const { headers, ok } = await fetch(uploadUrl, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  })
  const allowed = headers.get('access-control-allow-origin') ?? ''
  expects(ok && [origin, '*'].includes(allowed), 'pages of this site may not put anything there (CORS)')
}
