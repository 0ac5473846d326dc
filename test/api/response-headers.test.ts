import { request } from 'node:http'
import { dataHeaders } from '../../domain/headers.ts'
import { openFiles } from '../../functions/files/bucket.ts'
import { png } from '../support/image-files.ts'
import { newUser, site } from '../support/shared-fixture.ts'
import { download, uploadPicture } from '../support/upload-picture.ts'

/** The status of a request to the local site whose Host header names another host, as after DNS rebinding. */
const statusFor = (method: string, path: string, host: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = { host, 'content-type': 'application/json' }
    request(`${site.origin}${path}`, { method, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
      .on('error', reject)
      .end(method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}' : '')
  })

test.each([
  ['POST', '/rpc', 421],
  ['GET', '/api/tasks', 421],
  ['GET', '/config.json', 421],
  ['GET', '/faucet', 307],
])('A page whose host name was rebound to this machine gets no answer from %s %s', async (method, path, refused) => {
  const { host, port } = new URL(site.origin)
  expect(await statusFor(method, path, host)).toBe(200)
  for (const other of [`rebound.test:${port}`, 'localhost', `${host}.rebound.test`])
    expect(await statusFor(method, path, other)).toBe(refused)
})

test.each([
  ['an answer', '/api/health'],
  ['a refusal', '/api/user'],
  ['an unknown path', '/api/nothing'],
  ['the OpenAPI document', '/api/openapi.json'],
])('The browser treats %s of the API as data that may not load, run or be embedded', async (_, path) => {
  const answer = await fetch(`${site.origin}${path}`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({ ...dataHeaders, 'cache-control': 'no-store' })
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  for (const software of ['server', 'x-powered-by']) expect(answer.headers.get(software)).toBeNull()
})

test('No cache may keep an answer that depends on the session', async () => {
  const person = await newUser()
  for (const route of ['GET /api/user', 'GET /api/user/security', 'POST /api/user/export'] as const)
    expect((await person.request(route)).headers.get('cache-control'), route).toBe('no-store')
})

test('A downloaded picture is never sniffed for another type', async () => {
  const owner = await newUser()
  const { headers } = await download(owner, (await uploadPicture(owner, png)).fileUrl)
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
})

test('A deployed site downloads files through CloudFront, which adds the headers that S3 cannot send', async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1')
  const files = openFiles({ bucket: 'uploads', siteOrigin: 'https://site.test' })
  const get = new URL(await files.presignGet('kept', 'A/B.png', 'image/png'))
  expect([get.origin, get.pathname]).toEqual(['https://site.test', '/kept/A/B.png'])
  expect(get.searchParams.get('X-Amz-SignedHeaders')).toBe('host')
  expect(get.searchParams.get('response-content-type')).toBe('image/png')
  const { uploadUrl } = await files.presignPut('A/B.png', 'image/png', 1)
  expect(new URL(uploadUrl).host).toBe('uploads.s3.us-east-1.amazonaws.com')
})
