import { text } from 'node:stream/consumers'
import { listen } from '../../local/engines/listen.ts'
import { provideBucket, provideKey } from '../../local/provision.ts'
import { localCredentials } from '../../ops/local-credentials.ts'

Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
})

/**
 * A minimal S3 server that can create buckets, which the embedded S3 cannot. `asked` lists the received requests.
 * `refusal`: an error code with which it answers every request.
 */
async function startMinimalS3(refusal?: string) {
  const asked: string[] = []
  const buckets = new Set<string>()
  const { close, origin } = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const [, bucket = '', key] = pathname.split('/')
    asked.push(
      `${request.method} ${pathname}${searchParams.has('cors') ? '?cors' : ''} ${await text(request)}`,
    )
    if (request.method === 'PUT' && !refusal) {
      buckets.add(bucket)
      return void response.end()
    }
    const code = refusal ?? (buckets.has(bucket) && key ? 'NoSuchKey' : 'NoSuchBucket')
    response.writeHead(refusal ? 403 : 404, { 'content-type': 'application/xml' })
    response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
  })
  onTestFinished(close)
  return { endpoint: origin, asked }
}

test('A missing bucket is created once, with CORS for pages on localhost', async () => {
  const { endpoint, asked } = await startMinimalS3()
  await provideBucket('pictures', endpoint)
  await provideBucket('pictures', endpoint)
  expect(asked.map((line) => line.split(' <')[0]?.trim())).toEqual([
    'GET /pictures/nothing',
    'PUT /pictures/',
    'PUT /pictures/?cors',
    'GET /pictures/nothing',
  ])
  expect(asked[2]).toContain('<AllowedOrigin>http://localhost:*</AllowedOrigin>')
  expect(asked[2]).toContain('<AllowedMethod>PUT</AllowedMethod>')
})

test('A bucket without access fails with a message that says what to do', async () => {
  const { endpoint } = await startMinimalS3('AccessDenied')
  await expect(provideBucket('pictures', endpoint)).rejects.toThrow(
    `The bucket "pictures" cannot be used at ${endpoint}, which answers AccessDenied: create it there, or name another with BUCKET_NAME.`,
  )
})

test.each([
  ['signer', 'KMS_KEY_ID'],
  ['approvals', 'APPROVAL_KEY_ID'],
] as const)('A KMS that refuses to create the key %s fails with a message that names %s', async (name, variable) => {
  const { endpoint } = await startMinimalS3('AccessDenied')
  await expect(provideKey(endpoint, name)).rejects.toThrow(
    new RegExp(`^No key .* can be found or created at .*: name one with ${variable}\\.$`),
  )
})
