import { type RouteKey, splitRoute } from '../../domain/api.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { errorResponse, form, newUser, site } from '../support/shared-fixture.ts'

const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const terms = { salt: `0x${'00'.repeat(32)}`, refundableAt: 4_000_000_000 }
const task = { ...form, contractAddress: site.siteConfig.escrowAddress, escrow: terms }
const proof = { taskId: unknownId, proofText: 'A tram.' }

let person: ApiUser
beforeAll(async () => {
  person = await newUser()
})

/** Sends raw text to a route: as the JSON body, or as the query string of a GET. */
function ask(route: RouteKey, sent: string, contentType = 'application/json') {
  const { method, path } = splitRoute(route)
  const filled = path.replace(/\{\w+\+?\}/g, unknownId)
  const changes = method !== 'GET'
  return errorResponse(
    fetch(`${site.origin}${filled}${changes ? '' : `?${sent}`}`, {
      method,
      headers: { cookie: person.cookie, 'content-type': contentType },
      ...(changes && { body: sent }),
    }),
  )
}

/** Route, valid input, the field to replace, its invalid value, and the expected message. */
const fields: [RouteKey, Record<string, unknown>, string, unknown, string][] = [
  ['POST /api/tasks', task, 'reward', 1.5, 'Must be a whole number'],
  ['POST /api/tasks', task, 'reward', 'NaN', 'Expected number, received string'],
  ['POST /api/tasks', task, 'title', 'x'.repeat(201), 'Maximum 200 characters'],
  ['POST /api/tasks', task, 'isActive', 'true', 'Expected boolean, received string'],
  ['POST /api/tasks', task, 'deadline', '2001-01-01T00:00:00Z', 'The deadline must be in the future'],
  ['POST /api/tasks', task, 'contractAddress', '0x1', 'Not a valid wallet address'],
  ['POST /api/submissions', proof, 'proofLink', 7, 'Expected string, received number'],
  ['POST /api/user/update-profile', {}, 'email', 7, 'Expected string, received number'],
  ['POST /api/submissions/upload', { contentType: 'image/png' }, 'size', undefined, 'Required'],
  ['POST /api/submissions/upload', { contentType: 'image/png' }, 'size', 1.5, 'Must be a whole number'],
]

describe('an invalid field', () => {
  test.each(
    fields,
  )('%s with body %j, but %s = %j, answers 400 and names the field: %s', async (route, valid, path, value, message) => {
    const refused = await ask(route, JSON.stringify({ ...valid, [path]: value }))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: expect.stringContaining(path), message }] })
    expect(refused.message).toContain(message)
  })

  test.each([
    ['1e400', 'Expected number, received infinity'],
    ['-1e400', 'Expected number, received -infinity'],
    ['9007199254740993', 'Maximum 1000 CENTS'],
  ])('POST /api/tasks with the JSON number %s as reward answers 400: %s', async (number, message) => {
    const sent = JSON.stringify(task).replace('"reward":50', `"reward":${number}`)
    const { status, errors } = await ask('POST /api/tasks', sent)
    expect([status, errors]).toEqual([400, expect.arrayContaining([{ path: 'reward', message }])])
  })
})

const invalidJson = 'The request body is not valid JSON'
const nested = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
const submission = 'PATCH /api/submissions/{id}'
const malformedId = '{"status":"approved","id":"x"}'
const [notANumber, infinite] = ['nan', 'infinity'].map((what) => `Expected number, received ${what}`)

/** Invalid bodies and queries: description, route, what is sent, status, and the expected message. */
const invalidInputs: [string, RouteKey, string, number, string][] = [
  ['broken JSON', 'POST /api/tasks', '{"a":', 400, invalidJson],
  ['NaN as a JSON number', 'POST /api/tasks', '{"reward":NaN}', 400, invalidJson],
  ['a lone surrogate', 'POST /api/tasks', '{"title":"\\ud800"}', 400, invalidJson],
  ['JSON nested 30,000 deep', 'POST /api/tasks', nested, 400, invalidJson],
  ['JSON nested 100,000 deep', 'POST /api/tasks', '['.repeat(100_000), 413, 'The request is too large'],
  [
    'a __proto__ key',
    'POST /api/user/update-profile',
    '{"__proto__":{"isAdmin":true}}',
    400,
    'Unrecognized key: "__proto__"',
  ],
  ['a malformed id', submission, malformedId, 404, 'There is no such submission'],
  ['a repeated query parameter', 'GET /api/tasks', 'limit=1&limit=2', 400, `limit: ${notANumber}`],
  ['NaN as minReward', 'GET /api/tasks', 'minReward=NaN', 400, `minReward: ${notANumber}`],
  ['an infinite minReward', 'GET /api/tasks', 'minReward=1e400', 400, `minReward: ${infinite}`],
  ['an unknown query parameter', 'GET /api/tasks', 'page=2', 400, 'Unrecognized key: "page"'],
  [
    'a null byte in a wallet address',
    'GET /api/auth/challenge',
    'address=%00',
    400,
    'address: Not a valid wallet address',
  ],
]

describe('an invalid request', () => {
  test.each(
    invalidInputs,
  )('The API refuses %s (%s) and says why', async (_, route, sent, status, message) => {
    expect(await ask(route, sent)).toMatchObject({ status, message: expect.stringContaining(message) })
  })

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['no part', 'multipart/form-data; boundary=x', '--x--'],
    [
      'a missing end boundary',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
  ])('A multipart upload with %s answers 400', async (_, type, sent) => {
    const { status, message } = await ask('POST /api/submissions/upload', sent, type)
    expect([status, message]).toEqual([
      400,
      expect.stringMatching(/multipart body is not valid|Send the file/),
    ])
  })
})
