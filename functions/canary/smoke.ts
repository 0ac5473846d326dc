import { type BaseWallet, FetchRequest, JsonRpcProvider, randomBytes } from 'ethers'
import { type Output, type RouteKey, routeKeys } from '../../domain/api.ts'
import type { SiteConfig } from '../../domain/config.ts'
import type { ErrorBody } from '../../domain/errors.ts'
import { ApiClient, RequestFailed } from './api-client.ts'

export interface Finding {
  check: string
  /** What is wrong, or null if the check passed. */
  problem: string | null
}

/** A PNG of one pixel. An upload that nothing uses is deleted after a day. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Milliseconds that one response may take, including a cold start. */
const requestTimeout = 20_000

type Get = (url: string, init?: RequestInit) => Promise<Response>

function expects(condition: unknown, problem: string): asserts condition {
  if (!condition) throw new Error(problem)
}

/** The name of the user who signs in with this wallet. */
export const nameOf = (address: string) => `smoke_${address.slice(-12).toLowerCase()}`

/**
 * Checks a running site from outside: pages and their headers, configuration, contracts, public API calls, a sign-in and
 * sign-out, uploads, and refusals. It spends no money. The first run with a wallet creates a user, named after the wallet. Whatever else a run stores expires.
 * @param origin such as https://example.org
 */
export async function* smoke(origin: string, wallet: BaseWallet): AsyncGenerator<Finding> {
  const get: Get = (path, init) =>
    fetch(new URL(path, origin), { redirect: 'manual', signal: AbortSignal.timeout(requestTimeout), ...init })
  const check = async (name: string, body: () => Promise<void>): Promise<Finding> => {
    try {
      await body()
      return { check: name, problem: null }
    } catch (error) {
      if (!(error instanceof Error)) return { check: name, problem: String(error) }
      const isThrottled = error instanceof RequestFailed && error.status === 429
      const cause = error.cause ? ` (${error.cause})` : ''
      return { check: name, problem: `${isThrottled ? 'throttled: ' : ''}${error.message}${cause}` }
    }
  }
  const isSecure = new URL(origin).protocol === 'https:'

  let page = ''
  let script = ''
  let policy = ''
  yield await check('The page has its security headers', async () => {
    const answer = await get('/')
    page = await answer.text()
    expects(answer.status === 200, `it answers ${answer.status}`)
    expects(page.includes('<div id="root"'), 'it is not the web app')
    policy = answer.headers.get('content-security-policy') ?? ''
    expects(
      policy.includes("default-src 'none'") || policy.includes("default-src 'self'"),
      'the CSP is missing or not strict',
    )
    expects(policy.includes("frame-ancestors 'none'"), 'other sites may frame it')
    expects(
      answer.headers.get('x-content-type-options') === 'nosniff',
      'X-Content-Type-Options is not nosniff',
    )
    expects(
      !isSecure || answer.headers.has('strict-transport-security'),
      'Strict-Transport-Security is missing',
    )
  })
  yield await check('The script of the page is cached as immutable', async () => {
    script = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(page)?.[1] ?? ''
    expects(script, 'the page names no script')
    const answer = await get(script)
    expects(answer.status === 200, `${script} answers ${answer.status}`)
    expects(answer.headers.get('content-type')?.includes('javascript'), 'its response is not JavaScript')
    expects(
      answer.headers.get('cache-control')?.includes('immutable'),
      'its response is not cached as immutable',
    )
  })
  yield await check('Every path of the web app serves the page', async () => {
    for (const path of ['/tasks', '/leaderboard', '/about', '/dashboard', '/no/such/page']) {
      const answer = await get(path)
      expects(answer.status === 200, `${path} answers ${answer.status}`)
      expects((await answer.text()).includes(script), `${path} is not the web app`)
    }
  })

  let config: SiteConfig | undefined
  yield await check(
    'Caches use the configuration for at most a minute before they ask for it again',
    async () => {
      const answer = await get('/config.json')
      expects(answer.status === 200, `it answers ${answer.status}`)
      expects(
        /\bmax-age=([0-5]?\d|60)\b/.test(answer.headers.get('cache-control') ?? ''),
        'its response may be cached for longer',
      )
      config = (await answer.json()) as SiteConfig
      expects(!isSecure || !config.demoAccounts, 'it contains the private keys of the demo wallets')
    },
  )
  yield await check('Both contracts are on the configured chain', async () => {
    expects(config, 'there is no configuration')
    const node = new FetchRequest(config.rpcUrl)
    node.timeout = requestTimeout
    const provider = new JsonRpcProvider(node, config.chainId, { batchMaxCount: 1 })
    try {
      const { chainId } = await provider.getNetwork()
      expects(Number(chainId) === config.chainId, `the node is on chain ${chainId}`)
      expects(config.tokenAddress && config.escrowAddress, 'the configuration names no contracts')
      for (const address of [config.tokenAddress, config.escrowAddress])
        expects((await provider.getCode(address)) !== '0x', `there is no contract at ${address}`)
    } finally {
      provider.destroy()
    }
  })
  yield* checkApi(check, get, new ApiClient(origin, wallet, requestTimeout), policy)
}

async function* checkApi(
  check: (name: string, body: () => Promise<void>) => Promise<Finding>,
  get: Get,
  user: ApiClient,
  policy: string,
): AsyncGenerator<Finding> {
  let tasks: Output<'GET /api/tasks'> = []
  const refused = async (status: number, answer: Response) => {
    const { message } = (await answer.json().catch(() => ({}))) as Partial<ErrorBody>
    expects(answer.status === status, `it answers ${answer.status} instead of ${status}`)
    expects(message, 'the response has no message')
  }
  yield await check('The API is healthy and its description lists every route', async () => {
    await user.call('GET /api/health', {})
    const answer = await user.request('GET /api/openapi.json')
    const { paths } = (await answer.json()) as { paths: Record<string, object> }
    const described = Object.entries(paths).reduce((sum, [, methods]) => sum + Object.keys(methods).length, 0)
    expects(described === routeKeys.length, `it describes ${described} of ${routeKeys.length} routes`)
  })
  yield await check('Tasks and the leaderboard can be read', async () => {
    tasks = await user.call('GET /api/tasks', { limit: 3 })
    const [first] = tasks
    if (first) await user.call('GET /api/tasks/{id}', { id: first.id })
    await user.call('GET /api/leaderboard', {})
  })
  yield await check('Unknown API routes and unknown tasks answer 404', async () => {
    await refused(404, await get('/api/no/such/call'))
    await refused(404, await get('/api/tasks/01ARZ3NDEKTSV4RRFFQ69G5FAV'))
  })
  yield await check('Private routes answer 401 without a session', async () => {
    const own: RouteKey[] = [
      'GET /api/user',
      'GET /api/dashboard',
      'GET /api/admin/dashboard',
      'GET /api/admin/money',
    ]
    for (const route of own) await refused(401, await user.request(route))
  })
  yield await check('A cross-site POST is refused', async () => {
    await refused(403, await user.request('POST /api/logout', {}, { origin: 'https://elsewhere.example' }))
  })
  const signIn = await check('A wallet can sign in', async () => {
    const { username } = await user.signIn()
    const ownName = nameOf(user.wallet.address)
    if (username !== ownName) await user.call('POST /api/user/update-username', { username: ownName })
    const { walletAddress } = await user.call('GET /api/user', {})
    expects(
      walletAddress?.toLowerCase() === user.wallet.address.toLowerCase(),
      'the session belongs to another wallet',
    )
    expects(
      !user.origin.startsWith('https:') || user.cookie.startsWith('__Host-'),
      'the session cookie lacks the __Host- prefix',
    )
  })
  yield signIn
  if (signIn.problem) return
  yield await check('A user sees no private data of others', async () => {
    const { submissions } = await user.call('GET /api/dashboard', {})
    expects(submissions.length === 0, 'the dashboard of a user who never did a task lists submissions')
    for (const route of ['GET /api/admin/dashboard', 'GET /api/admin/money'] as const)
      await refused(403, await user.request(route))
    const [task] = tasks
    if (!task) return
    const theirs = { taskId: task.id, recipientId: task.creatorId }
    const answer = await user.request('POST /api/blockchain/release-reward', theirs)
    expects([403, 404].includes(answer.status), `release-reward answers ${answer.status}`)
  })
  // Other bytes in each run, which are dropped when it is decoded: the encoded copy of equal bytes would be used again.
  const bytes = Buffer.concat([pixel, randomBytes(8)])
  const file = { contentType: 'image/png', size: bytes.length }
  type Upload = Pick<Output<'POST /api/submissions/upload'>, 'uploadUrl' | 'headers'>
  const put = async ({ uploadUrl, headers }: Upload) => {
    expects(uploadUrl && headers, 'there is no signed URL')
    const answer = await get(uploadUrl, { method: 'PUT', headers, body: bytes })
    expects(answer.ok, `its upload answers ${answer.status}`)
  }
  yield await check('A picture can be uploaded to its signed URL', async () => {
    const upload = await user.call('POST /api/submissions/upload', file)
    expects(upload.uploadUrl, 'there is no signed URL')
    await checkBrowserUpload(get, upload.uploadUrl, user.origin, policy)
    await put(upload)
  })
  yield await check('A picture is decoded and shown', async () => {
    const { imageUrl, ...upload } = await user.call('POST /api/user/upload-profile-image', file)
    await put(upload)
    await user.call('POST /api/user/update-profile', { profileImage: imageUrl })
    const { profileImage } = await user.call('GET /api/user', {})
    const shown = await get(profileImage ?? '', { redirect: 'follow' })
    expects(shown.ok, `it answers ${shown.status}`)
    expects(shown.headers.get('content-type') === 'image/png', 'its response is no picture')
    await user.call('POST /api/user/update-profile', { profileImage: null })
  })
  yield await check('Logging out ends the session', async () => {
    const { cookie } = user
    await user.call('POST /api/logout', {})
    await refused(401, await user.request('GET /api/user', {}, { cookie }))
  })
}

/** Checks what only browsers enforce: the CSP of the page and the CORS rule of the bucket must permit the upload. */
async function checkBrowserUpload(get: Get, uploadUrl: string, origin: string, policy: string) {
  const uploadOrigin = new URL(uploadUrl).origin
  for (const directive of policy ? ['img-src', 'connect-src'] : []) {
    const [, ...sources] =
      policy
        .split('; ')
        .find((line) => line.startsWith(`${directive} `))
        ?.split(' ') ?? []
    expects(sources.includes(uploadOrigin), `the page’s CSP does not permit ${uploadOrigin} in ${directive}`)
  }
  const { headers, ok } = await get(uploadUrl, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  })
  const allowed = headers.get('access-control-allow-origin') ?? ''
  expects(
    ok && [origin, '*'].includes(allowed),
    'the bucket’s CORS rule does not permit uploads from this site',
  )
}
