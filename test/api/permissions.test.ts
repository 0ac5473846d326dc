import { readFileSync } from 'node:fs'
import { type RouteKey, routeKeys } from '../../domain/api.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { png } from '../support/image-files.ts'
import { newAdmin, newUser, newVisitor, postedTask } from '../support/shared-fixture.ts'
import { form } from '../support/task-form.ts'
import { uploadPicture } from '../support/upload-picture.ts'

const callers = ['anonymous', 'stranger', 'submitter', 'creator', 'admin'] as const
type Caller = (typeof callers)[number]

const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

/** A funded task with a pending picture proof, a draft, and one user for each kind of caller. */
async function createFixtures() {
  const { poster: creator, task } = await postedTask({ submissionType: 'file' })
  const draft = await creator.post({ ...form, isActive: false })
  await creator.post(form) // stays open, so the creator cannot leave
  const submitter = await newUser()
  const { fileUrl } = await uploadPicture(submitter, png)
  const submission = await submitter.call('POST /api/submissions', { taskId: task.id, proofFileUrl: fileUrl })
  const people: Record<Caller, ApiUser> = {
    anonymous: newVisitor(),
    stranger: await newUser(),
    submitter,
    creator,
    admin: await newAdmin(),
  }
  return {
    people,
    names: {
      task: task.id,
      draft: draft.id,
      submission: submission.id,
      submitter: submitter.id,
      creator: creator.id,
      file: fileUrl,
      key: fileUrl.replace('/api/files/', ''),
      unknownId,
      noFile: `${unknownId}/${unknownId}.png`,
    },
  }
}

/** The rows of permissions.txt: route, subject, input and the status for each caller. */
const rows = readFileSync(new URL('permissions.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [statuses = '', route = '', subject = '', input = ''] = line.split(' | ')
    const expected = statuses.split(' ').map(Number)
    return [route.trim() as RouteKey, subject.trim(), input, expected] as const
  })

let fixtures: Awaited<ReturnType<typeof createFixtures>>
beforeAll(async () => {
  fixtures = await createFixtures()
})

const filled = (input: string): Record<string, unknown> =>
  JSON.parse(input.replace(/\$(\w+)/g, (_, name: keyof typeof fixtures.names) => fixtures.names[name]))

describe('access to routes', () => {
  test.each(
    rows,
  )('%s on %s answers every kind of caller the expected status', async (route, _, input, expected) => {
    const received: Record<string, number> = {}
    for (const caller of callers) {
      received[caller] = (await fixtures.people[caller].request(route, filled(input))).status
    }
    expect(received).toEqual(Object.fromEntries(callers.map((caller, at) => [caller, expected[at]])))
  })
})

test('The table of expected statuses covers every route, and an unknown id for every route with an id', () => {
  expect(new Set(rows.map(([route]) => route))).toEqual(new Set(routeKeys))
  const naming = routeKeys.filter((route) => route.includes('{'))
  const unknown = rows.filter(([, what]) => what === 'an unknown id' || what === 'no file')
  for (const route of naming) expect(unknown.map(([one]) => one)).toContain(route)
})
