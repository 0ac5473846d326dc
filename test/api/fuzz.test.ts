import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type RouteKey, routeKeys, splitRoute } from '../../domain/api.ts'
import * as users from '../../functions/table/users.ts'
import type { Person } from '../../local/person.ts'
import { type Fields, fieldsToJson, inputs, spoiled, toText } from '../support/fuzz-inputs.ts'
import * as hostile from '../support/fuzz-values.ts'
import { own, postedTask, stack, submittedTo } from '../support/isolated-fixture.ts'
import { openTableDump } from '../support/table-dump.ts'

/** The same inputs for everybody each day; with FUZZ_RUNS as many new ones for each route, replayed by FUZZ_SEED. */
const { FUZZ_RUNS, FUZZ_SEED } = process.env
const chosenSeed = FUZZ_SEED ?? (FUZZ_RUNS ? undefined : '3636')
const runs = Number(FUZZ_RUNS ?? 25)

/** Every well-formed guess at a password costs a third of a second. */
const slow: RouteKey[] = ['POST /api/login', 'POST /api/register']

/** What a refused call may change all the same. */
const countsRefusals = (pk: string) => pk.startsWith('THROTTLE#')

const callers = ['anonymous', 'user', 'admin'] as const
type Caller = (typeof callers)[number]

interface Sent {
  address: string
  body?: string | Uint8Array<ArrayBuffer>
  contentType: string
}

const dump = openTableDump(process.env as Record<string, string>, countsRefusals)
const scene: Record<string, string[]> = {}
const people: Partial<Record<Caller, Person>> = {}

beforeAll(async () => {
  const { poster, task } = await postedTask({ submissionType: 'mixed', maxCompletions: 100 })
  const { doer, submission } = await submittedTo(task)
  const { doer: admin } = await submittedTo(task)
  await users.setAdmin(own.table, admin.id, true, new Date().toISOString())
  people.user = poster
  people.admin = admin
  const nobody = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
  scene.id = [task.id, submission.id, nobody]
  scene.taskId = [task.id, nobody]
  scene.userId = [doer.id, poster.id, admin.id]
  scene.creatorId = [poster.id, admin.id]
  scene.recipientId = [doer.id, admin.id, nobody]
  scene.contractAddress = [stack.siteConfig.escrowAddress]
  scene.contentType = ['image/png', 'text/html']
  scene.key = [`${doer.id}/${nobody}.png`, `${nobody}/${nobody}.gif`]
  scene.profileImage = [`/api/files/${poster.id}/${nobody}.png`, '']
})
afterAll(() => stack.close())

/** An address with the path's parameters filled in by `fill`, and the query; no part that would lead elsewhere. */
function addressOf(route: RouteKey, fill: (name: string) => string, query = '') {
  const part = (_: string, name: string) => fill(name).replace(/^\.{0,2}$/, '%20')
  const path = splitRoute(route).path.replace(/\{(\w+)\+?\}/g, part)
  return path + (query && `?${query}`)
}

/** The fields where the route takes them: in the path, the query or a JSON body. */
function sendFields(route: RouteKey, fields: Fields, contentType: string): Sent {
  const { method, path } = splitRoute(route)
  const inPath = ([name]: Fields[number]) => path.includes(`{${name}}`) || path.includes(`{${name}+}`)
  const rest = fields.filter((field) => !inPath(field))
  const fill = (name: string) =>
    encodeURIComponent(toText(fields.findLast(([one]) => one === name)?.[1] ?? 'x'))
  if (method !== 'GET') return { address: addressOf(route, fill), body: fieldsToJson(rest), contentType }
  const query = new URLSearchParams(
    rest.map(([name, value]): [string, string] => [name.toWellFormed(), toText(value)]),
  )
  return { address: addressOf(route, fill, query.toString()), contentType }
}

/** What to send to a route: near misses most of the time, and garbage in every place that takes any. */
function requests(route: RouteKey): fc.Arbitrary<Sent> {
  const { method, path } = splitRoute(route)
  const { input } = api[route]
  const fitting = inputs(input, scene)
  const near = fc
    .tuple(
      fc.oneof({ weight: 2, arbitrary: fitting }, { weight: 6, arbitrary: spoiled(fitting) }),
      hostile.contentType,
    )
    .map(([fields, contentType]) => sendFields(route, fields, contentType))
  const names = ['__proto__', ...('shape' in input ? Object.keys(input.shape) : [])]
  const known = (name: string) => scene[name]?.[0] ?? 'x'
  const junkPath = hostile.escapes.map((part) => addressOf(route, () => part))
  const junkQuery = fc
    .tuple(hostile.escapes, fc.constantFrom(...names), fc.boolean())
    .map(([value, name, twice]) =>
      addressOf(route, known, `${name}=${value}${twice ? `&${name}=${value}` : ''}`),
    )
  const junkAddress = fc.oneof(junkPath, junkQuery).map((address) => ({
    address,
    ...(method !== 'GET' && { body: '{}' }),
    contentType: 'application/json',
  }))
  const kinds = [{ weight: 6, arbitrary: near }]
  if (method === 'GET' || path.includes('{')) kinds.push({ weight: 3, arbitrary: junkAddress })
  const address = addressOf(route, known)
  if (method !== 'GET') {
    const garbage = fc.tuple(hostile.bodies, hostile.contentType)
    kinds.push({
      weight: 3,
      arbitrary: garbage.map(([body, contentType]) => ({ address, body, contentType })),
    })
  }
  if ('multipart' in api[route]) {
    const contentType = 'multipart/form-data; boundary=x'
    kinds.push({ weight: 4, arbitrary: hostile.parts.map((body) => ({ address, body, contentType })) })
  }
  return fc.oneof(...kinds)
}

function send(route: RouteKey, cookie: string, { address, body, contentType }: Sent) {
  const { method } = splitRoute(route)
  return fetch(stack.origin + address, {
    method,
    redirect: 'manual',
    headers: { ...(cookie && { cookie }), 'content-type': contentType },
    ...(body !== undefined && { body: typeof body === 'string' ? new TextEncoder().encode(body) : body }),
  })
}

/** An error's body says what is wrong, where, and in which request; nothing else. */
async function expectHelpful(answer: Response) {
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

describe.each(callers)('whatever %s sends', (caller) => {
  test.each(routeKeys)('%s never fails on our side, and what it refuses changes nothing', async (route) => {
    const person = people[caller]
    await person?.signIn()
    let before = await dump()
    const holds = fc.asyncProperty(requests(route), async (sent) => {
      const answer = await send(route, person?.cookie ?? '', sent)
      expect(answer.status).toBeLessThan(500)
      if (answer.status >= 400) {
        await expectHelpful(answer)
        expect(await dump()).toEqual(before)
        return
      }
      if (route === 'POST /api/logout') await person?.signIn()
      before = await dump()
    })
    await fc.assert(holds, {
      numRuns: slow.includes(route) ? Math.ceil(runs / 5) : runs,
      ...(chosenSeed && { seed: Number(chosenSeed) }),
    })
  }, 600_000)
})
