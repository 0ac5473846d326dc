import { describe, expect, inject, test } from 'vitest'
import type { Files } from '../../functions/files.ts'
import { create } from '../../functions/market/submissions.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { callUseCase } from '../support/call-use-case.ts'
import { pngOf } from '../support/image-files.ts'
import {
  concurrently,
  contextOf,
  countStatuses,
  newUser,
  newVisitor,
  openOwnServices,
  postedTask,
  site,
} from '../support/shared-fixture.ts'

type Someone = Awaited<ReturnType<typeof newUser>>

const { files } = openOwnServices()
const { env } = inject('stack')

/** Names of the objects that are kept of this person. The embedded store answers lists to anyone, and to no signature. */
async function keptOf({ id }: Someone): Promise<string[]> {
  const list = await fetch(`${env.S3_ENDPOINT}/${env.BUCKET_NAME}?list-type=2&prefix=kept/${id}/`)
  expect(list.status).toBe(200)
  return [...(await list.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
}

/** Two pictures of the same length: what a presigned PUT lets through again and again. */
const first = pngOf(300)
const second = Buffer.from(first)
second.fill(7, 100, 120)

/** An upload of this person's, and how to overwrite it. */
async function uploaded(by: Someone) {
  const sent = { contentType: 'image/png', size: first.length }
  const { fileUrl, headers = {}, uploadUrl = '' } = await by.call('POST /api/submissions/upload', sent)
  const put = async (bytes: Buffer) => {
    const answer = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) })
    expect(answer.status).toBe(200)
  }
  await put(first)
  return { fileUrl, put }
}

const look = (by: ApiUser, url: string) =>
  fetch(`${site.origin}${url}`, { headers: { cookie: by.cookie }, redirect: 'manual' })

async function shownTo(by: ApiUser, url: string): Promise<Buffer> {
  const file = await fetch((await look(by, url)).headers.get('location') ?? '')
  return Buffer.from(await file.arrayBuffer())
}

const submit = (by: Someone, taskId: string, proofFileUrl: string) =>
  by.request('POST /api/submissions', { taskId, proofFileUrl })

/** The same as the use case takes it. */
const input = (taskId: string, proofFileUrl: string) => ({ taskId, proofFileUrl, notes: undefined })

const fileTask = () => postedTask({ submissionType: 'file', maxCompletions: 20 })

describe('of an upload that changes while it is used twice', () => {
  /** One use that stops once, before or after it has read the bytes that it checks, until the other has gone through. */
  async function overtaken(where: 'before its copy' | 'before its check') {
    const [slow, quick] = [await fileTask(), await fileTask()]
    const doer = await newUser()
    const { fileUrl, put } = await uploaded(doer)
    const user = await doer.call('GET /api/user', {})
    const overtake = async () => {
      await put(second)
      expect((await submit(doer, quick.task.id, fileUrl)).status).toBe(200)
      await put(first)
    }
    const halting: Files = {
      ...files,
      async read(...which) {
        if (where === 'before its check') await overtake()
        const bytes = await files.read(...which)
        if (where === 'before its copy') await overtake()
        return bytes
      },
    }
    const late = callUseCase(
      'POST /api/submissions',
      create,
      contextOf(user, { files: halting }),
      input(slow.task.id, fileUrl),
    )
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    return { doer, fileUrl, quick }
  }

  test.each([
    'before its copy',
    'before its check',
  ] as const)('the bytes that won are kept, when the loser stops %s', async (where) => {
    const { doer, fileUrl, quick } = await overtaken(where)
    expect((await shownTo(quick.poster, fileUrl)).equals(second)).toBe(true)
    expect(await keptOf(doer)).toHaveLength(1)
  })

  test('one is used and one copy is kept, whole', async () => {
    const tasks = await Promise.all(concurrently(8, fileTask))
    const doer = await newUser()
    const { fileUrl, put } = await uploaded(doer)
    const uses = tasks.map(({ task }) => submit(doer, task.id, fileUrl))
    const changes = [second, first, second, first].map(put)
    const answers = await Promise.all(uses)
    await Promise.all(changes)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    const poster = tasks[winner]?.poster as Someone
    const shown = await shownTo(poster, fileUrl)
    expect(shown.equals(first) || shown.equals(second)).toBe(true)
    await put(shown.equals(first) ? second : first)
    expect((await shownTo(poster, fileUrl)).equals(shown)).toBe(true)
    expect(await keptOf(doer)).toHaveLength(1)
  })
})

describe('nothing stays behind', () => {
  test('of equal submissions with a file but the one that was saved', async () => {
    const { task } = await fileTask()
    const doer = await newUser()
    const { fileUrl } = await uploaded(doer)
    expect(await countStatuses(concurrently(20, () => submit(doer, task.id, fileUrl)))).toEqual({
      200: 1,
      409: 19,
    })
    expect(await keptOf(doer)).toHaveLength(1)
  })

  test('of a submission with a file of its own to a task that filled up meanwhile', async () => {
    const { poster, task } = await postedTask({ submissionType: 'file', maxCompletions: 1 })
    const [winner, loser] = [await newUser(), await newUser()]
    const [own, others] = [await uploaded(loser), await uploaded(winner)]
    const { id } = await winner.call('POST /api/submissions', {
      taskId: task.id,
      proofFileUrl: others.fileUrl,
    })
    const halting: Files = {
      ...files,
      async put(...what) {
        await files.put(...what)
        await poster.call('PATCH /api/submissions/{id}', { id, status: 'approved' })
      },
    }
    const user = await loser.call('GET /api/user', {})
    const late = callUseCase(
      'POST /api/submissions',
      create,
      contextOf(user, { files: halting }),
      input(task.id, own.fileUrl),
    )
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    expect(await keptOf(loser)).toEqual([])
    const other = await fileTask()
    expect((await submit(loser, other.task.id, own.fileUrl)).status).toBe(200)
  })

  test('and a store that cannot take it back changes nothing about the refusal', async () => {
    const { task } = await fileTask()
    const doer = await newUser()
    const { fileUrl } = await uploaded(doer)
    const user = await doer.call('GET /api/user', {})
    const stubborn: Files = {
      ...files,
      async put(...what) {
        await files.put(...what)
        await submit(doer, task.id, fileUrl)
      },
      remove: () => Promise.reject(new Error('the store is away')),
    }
    const late = callUseCase(
      'POST /api/submissions',
      create,
      contextOf(user, { files: stubborn }),
      input(task.id, fileUrl),
    )
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a proof and a public picture', () => {
  const asPicture = (by: Someone, profileImage: string) =>
    by.request('POST /api/user/update-profile', { profileImage })

  test('are never one file, whichever it became first', async () => {
    const { task } = await fileTask()
    const doer = await newUser()
    const [proof, picture] = [await uploaded(doer), await uploaded(doer)]
    expect((await submit(doer, task.id, proof.fileUrl)).status).toBe(200)
    const refused = await asPicture(doer, proof.fileUrl)
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({
        message: 'This file is the proof of a submission. Please upload another picture.',
      }),
    ])
    expect((await doer.call('GET /api/user', {})).profileImage).toBeNull()
    expect((await look(newVisitor(), proof.fileUrl)).status).toBe(404)

    expect((await asPicture(doer, picture.fileUrl)).status).toBe(200)
    const other = await fileTask()
    expect((await submit(doer, other.task.id, picture.fileUrl)).status).toBe(409)
  })

  test('are never one file when they are asked for at once', async () => {
    for (let round = 0; round < 10; round++) {
      const { poster, task } = await fileTask()
      const doer = await newUser()
      const { fileUrl } = await uploaded(doer)
      const [submitted, shown] = await Promise.all([
        submit(doer, task.id, fileUrl),
        asPicture(doer, fileUrl),
      ] as const)
      expect([submitted.status, shown.status].sort()).toEqual([200, 409])
      expect((await look(newVisitor(), fileUrl)).status).toBe(shown.ok ? 302 : 404)
      expect((await look(poster, fileUrl)).status).toBe(302)
      expect(await keptOf(doer)).toHaveLength(1)
    }
  })

  test('a picture that was replaced, or taken away, is gone for everyone, and its bytes too', async () => {
    const person = await newUser()
    const [first, second] = [await uploaded(person), await uploaded(person)]
    await asPicture(person, first.fileUrl)
    expect((await asPicture(person, second.fileUrl)).status).toBe(200)
    expect((await look(newVisitor(), first.fileUrl)).status).toBe(404)
    expect((await look(newVisitor(), second.fileUrl)).status).toBe(302)
    expect(await keptOf(person)).toHaveLength(1)
    expect((await person.request('POST /api/user/update-profile', { bio: 'Hello' })).status).toBe(200)
    expect(await keptOf(person)).toHaveLength(1)
    await person.call('POST /api/user/update-profile', { profileImage: null })
    expect(await keptOf(person)).toEqual([])
  })

  test('of two pictures chosen at once one is shown, and it is there', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await newUser()
      const both = [await uploaded(person), await uploaded(person)]
      const answers = await Promise.all(both.map(({ fileUrl }) => asPicture(person, fileUrl)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const { profileImage } = await person.call('GET /api/user', {})
      expect((await look(newVisitor(), profileImage ?? '')).status).toBe(302)
    }
  })

  test('a picture that is chosen ten times at once, or again later, is one', async () => {
    const person = await newUser()
    const { fileUrl } = await uploaded(person)
    expect(await countStatuses(concurrently(10, () => asPicture(person, fileUrl)))).toEqual({ 200: 10 })
    expect(await keptOf(person)).toHaveLength(1)
    await person.call('POST /api/user/update-profile', { profileImage: null })
    expect((await asPicture(person, fileUrl)).status).toBe(200)
    expect((await look(newVisitor(), fileUrl)).status).toBe(302)
  })
})
