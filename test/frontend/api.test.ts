import { ApiError, buildRequest, call, callPage, nextCursor, reasonOf } from '../../frontend/src/lib/api.ts'
import { noConnection, watchConnection } from '../../frontend/src/lib/connectivity.ts'

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

afterEach(() => vi.unstubAllGlobals())

function answer(body: string | null, init: ResponseInit = {}) {
  const fetched = vi.fn((_address: string, _init: RequestInit) => Promise.resolve(new Response(body, init)))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('A GET request fills path parameters and sends the other values as query parameters, without empty ones', () => {
  expect(buildRequest('GET /api/tasks/{id}', { id })).toEqual({
    method: 'GET',
    address: `/api/tasks/${id}`,
    body: undefined,
  })
  expect(
    buildRequest('GET /api/tasks', { q: 'a b&c', limit: 9, cursor: undefined, category: '' }).address,
  ).toBe('/api/tasks?q=a+b%26c&limit=9')
})

test('A path parameter is escaped, and a greedy path parameter keeps its slashes', () => {
  expect(buildRequest('GET /api/tasks/{id}', { id: '../user?x' }).address).toBe('/api/tasks/..%2Fuser%3Fx')
  expect(buildRequest('GET /api/files/{key+}', { key: 'proofs/a b/1.png' }).address).toBe(
    '/api/files/proofs/a%20b/1.png',
  )
  expect(() => buildRequest('GET /api/tasks/{id}', {})).toThrow('GET /api/tasks/{id} needs id')
})

test('A request of another method sends cookies and a JSON body without the path parameters', async () => {
  const fetched = answer('{"id":"x"}')
  await call('PATCH /api/submissions/{id}', { id, status: 'rejected', feedback: 'Blurred' })
  const [address, init] = fetched.mock.calls[0] ?? []
  expect(address).toBe(`/api/submissions/${id}`)
  expect(init).toMatchObject({ method: 'PATCH', credentials: 'include' })
  expect(init?.body).toBe('{"status":"rejected","feedback":"Blurred"}')
})

test('An error answer becomes an ApiError with the message "{status}: {text}" and the reason from the body', async () => {
  const body =
    '{"message":"Already submitted","errors":[{"path":"taskId","message":"Taken"}],"requestId":"r1"}'
  answer(body, { status: 409, statusText: 'Conflict' })
  const error = await call('POST /api/submissions', { taskId: id }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: `409: ${body}`,
    status: 409,
    reason: 'Already submitted',
    errors: [{ path: 'taskId', message: 'Taken' }],
  })
})

test('An error answer without a JSON body takes its reason from the status text', () => {
  expect(new ApiError(502, '', 'Bad Gateway')).toMatchObject({
    message: '502: Bad Gateway',
    reason: 'Bad Gateway',
  })
  expect(new ApiError(500, '<html>', 'Server Error').reason).toBe('Server Error')
  expect(new ApiError(500, 'null', 'Server Error').reason).toBe('Server Error')
})

test('A failed connection becomes an ApiError which says that there was no connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  const error = await call('GET /api/user').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ status: 0 })
  expect(reasonOf(error)).toBe(noConnection)
})

test('A page of a list contains the cursor of the next page from the Link header', async () => {
  answer('[]', { headers: { link: '</api/tasks?limit=9&cursor=ab%3D%3D>; rel="next"' } })
  expect(await callPage('GET /api/tasks', { limit: 9 })).toEqual({ items: [], next: 'ab==' })
  expect(nextCursor('<https://site.example/api/tasks?cursor=x>; rel="next"')).toBe('x')
  expect(nextCursor('</api/tasks?cursor=x>; rel="prev"')).toBeNull()
  expect(nextCursor(null)).toBeNull()
})

test('After a change, lists that CloudFront keeps are requested by another URL for ten seconds', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url)
    return new Response('[]')
  })
  await call('POST /api/logout')
  await call('GET /api/tasks', { limit: 9 })
  await call('GET /api/user')
  vi.advanceTimersByTime(10_000)
  await call('GET /api/leaderboard')
  vi.useRealTimers()
  expect(urls.slice(1)).toEqual(['/api/tasks?limit=9&fresh=1000000', '/api/user', '/api/leaderboard'])
})

test('Without a network interface, an answer counts as a connection, except to a request from before the loss', async () => {
  const browser = new EventTarget()
  vi.stubGlobal('window', browser)
  vi.stubGlobal('navigator', { onLine: false })
  const onBack = vi.fn()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network')))
  const stop = watchConnection(onBack)
  await expect(call('GET /api/user')).rejects.toThrow()
  answer('{}')
  await call('GET /api/user')
  expect(onBack).toHaveBeenCalledTimes(1)
  const late = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => late.promise)
  const sent = call('GET /api/user')
  browser.dispatchEvent(new Event('offline'))
  late.resolve(new Response('{}'))
  await sent
  expect(onBack).toHaveBeenCalledTimes(1)
  stop()
})
