import fc from 'fast-check'
import { api, type RouteKey, routeKeys, splitRoute } from '../../domain/api.ts'
import * as users from '../../functions/table/users.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { type Fields, fieldsToJson, inputs, toText, withOneError } from '../support/fuzz-inputs.ts'
import * as unusual from '../support/fuzz-values.ts'
import { own, postedTask, stack, submittedTo } from '../support/isolated-fixture.ts'
import { openTableDump } from '../support/table-dump.ts'

/** A fixed seed by default. FUZZ_RUNS sets the inputs per route and a random seed; FUZZ_SEED replays that seed. */
const { FUZZ_RUNS, FUZZ_SEED } = process.env
const chosenSeed = FUZZ_SEED ?? (FUZZ_RUNS ? undefined : '3636')
const runs = Number(FUZZ_RUNS ?? 25)

/** Items that a refused call may still change: the throttle counters, and the log of failed sign-ins. */
const isAttempt = (pk: string) => /^(THROTTLE|SECURITY)#/.test(pk)

const callers = ['anonymous', 'user', 'admin'] as const
type Caller = (typeof callers)[number]

interface Sent {
  url: string
  body?: string | Uint8Array<ArrayBuffer>
  contentType: string
}

const dump = openTableDump(process.env as Record<string, string>, isAttempt)
/** Existing values for the fields of this name, so that generated requests reach stored items. */
const knownValues: Record<string, string[]> = {}
const people: Partial<Record<Caller, ApiUser>> = {}

beforeAll(async () => {
  const { poster, task } = await postedTask({ submissionType: 'mixed', maxCompletions: 100 })
  const { doer, submission } = await submittedTo(task)
  const { doer: admin } = await submittedTo(task)
  await users.setAdmin(own.table, await admin.call('GET /api/user', {}), true, new Date().toISOString())
  people.user = poster
  people.admin = admin
  const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
  knownValues.id = [task.id, submission.id, unknownId]
  knownValues.taskId = [task.id, unknownId]
  knownValues.userId = [doer.id, poster.id, admin.id]
  knownValues.creatorId = [poster.id, admin.id]
  knownValues.recipientId = [doer.id, admin.id, unknownId]
  knownValues.contractAddress = [stack.siteConfig.escrowAddress]
  knownValues.contentType = ['image/png', 'text/html']
  knownValues.key = [`${doer.id}/${unknownId}.png`, `${unknownId}/${unknownId}.gif`]
  knownValues.profileImage = [`/api/files/${poster.id}/${unknownId}.png`, '']
})
/** The URL of a route with its path parameters from `fill`. Empty, `.` and `..` become a space, because they would change the route. */
function urlOf(route: RouteKey, fill: (name: string) => string, query = '') {
  const part = (_: string, name: string) => fill(name).replace(/^\.{0,2}$/, '%20')
  const path = splitRoute(route).path.replace(/\{(\w+)\+?\}/g, part)
  return path + (query && `?${query}`)
}

/** Puts each field where the route takes it: in the path, the query or a JSON body. */
function sendFields(route: RouteKey, fields: Fields, contentType: string): Sent {
  const { method, path } = splitRoute(route)
  const inPath = ([name]: Fields[number]) => path.includes(`{${name}}`) || path.includes(`{${name}+}`)
  const rest = fields.filter((field) => !inPath(field))
  const fill = (name: string) =>
    encodeURIComponent(toText(fields.findLast(([one]) => one === name)?.[1] ?? 'x'))
  if (method !== 'GET') return { url: urlOf(route, fill), body: fieldsToJson(rest), contentType }
  const query = new URLSearchParams(
    rest.map(([name, value]): [string, string] => [name.toWellFormed(), toText(value)]),
  )
  return { url: urlOf(route, fill, query.toString()), contentType }
}

/** Requests to a route: mostly valid or slightly invalid input, and sometimes garbage in the path, query or body. */
function requests(route: RouteKey): fc.Arbitrary<Sent> {
  const { method, path } = splitRoute(route)
  const { input } = api[route]
  const valid = inputs(input, knownValues)
  const nearlyValid = fc
    .tuple(
      fc.oneof({ weight: 2, arbitrary: valid }, { weight: 6, arbitrary: withOneError(valid) }),
      unusual.contentType,
    )
    .map(([fields, contentType]) => sendFields(route, fields, contentType))
  const names = ['__proto__', ...('shape' in input ? Object.keys(input.shape) : [])]
  const known = (name: string) => knownValues[name]?.[0] ?? 'x'
  const garbagePath = unusual.escapes.map((part) => urlOf(route, () => part))
  const garbageQuery = fc
    .tuple(unusual.escapes, fc.constantFrom(...names), fc.boolean())
    .map(([value, name, twice]) => urlOf(route, known, `${name}=${value}${twice ? `&${name}=${value}` : ''}`))
  const garbageUrl = fc
    .oneof(garbagePath, garbageQuery)
    .map((url) => ({ url, ...(method !== 'GET' && { body: '{}' }), contentType: 'application/json' }))
  const kinds = [{ weight: 6, arbitrary: nearlyValid }]
  if (method === 'GET' || path.includes('{')) kinds.push({ weight: 3, arbitrary: garbageUrl })
  const url = urlOf(route, known)
  if (method !== 'GET') {
    const garbage = fc.tuple(unusual.bodies, unusual.contentType)
    kinds.push({ weight: 3, arbitrary: garbage.map(([body, contentType]) => ({ url, body, contentType })) })
  }
  if ('multipart' in api[route]) {
    const contentType = 'multipart/form-data; boundary=x'
    kinds.push({ weight: 4, arbitrary: unusual.parts.map((body) => ({ url, body, contentType })) })
  }
  return fc.oneof(...kinds)
}

function send(route: RouteKey, cookie: string, { url, body, contentType }: Sent) {
  const { method } = splitRoute(route)
  return fetch(stack.origin + url, {
    method,
    redirect: 'manual',
    headers: { ...(cookie && { cookie }), 'content-type': contentType },
    ...(body !== undefined && { body: typeof body === 'string' ? new TextEncoder().encode(body) : body }),
  })
}

/** Checks that an error body has only a message, the request id and, if given, the invalid fields; or is the page for people. */
async function expectErrorBody(answer: Response) {
  if (answer.headers.get('content-type')?.startsWith('text/html'))
    return expect(await answer.text()).toContain('<meta name="robots" content="noindex"')
  const { message, errors, requestId, ...rest } = (await answer.json()) as Record<string, unknown>
  expect(rest).toEqual({})
  expect(message).toEqual(expect.stringMatching(/\S/))
  expect(message).not.toContain('Invalid input')
  expect(requestId).toBe(answer.headers.get('x-request-id'))
  expect(requestId).toEqual(expect.stringMatching(/\S/))
  if (errors === undefined) return
  expect(errors).not.toEqual([])
  for (const one of errors as unknown[]) {
    expect(one).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) })
  }
}

describe.each(callers)('generated requests of the caller `%s`', (caller) => {
  test.each(
    routeKeys,
  )('%s answers no generated request with a 5xx status, and reads and refused requests change nothing', async (route) => {
    const person = people[caller]
    // A challenge is stored, so that a signature of it is accepted once.
    const isRead = route.startsWith('GET ') && route !== 'GET /api/auth/challenge'
    await person?.signIn()
    let before = await dump()
    const holds = fc.asyncProperty(requests(route), async (sent) => {
      const answer = await send(route, person?.cookie ?? '', sent)
      expect(answer.status).toBeLessThan(500)
      if (answer.status >= 400) {
        await expectErrorBody(answer)
        if (!isRead) expect(await dump()).toEqual(before)
        return
      }
      if (route === 'POST /api/logout') await person?.signIn()
      if (!isRead) before = await dump()
    })
    await fc.assert(holds, {
      numRuns: runs,
      ...(chosenSeed && { seed: Number(chosenSeed) }),
    })
    if (isRead) expect(await dump()).toEqual(before)
  }, 600_000)
})
