import sharp from 'sharp'
import { inject } from 'vitest'
import { throttles } from '../../domain/limits.ts'
import type { Files } from '../../functions/files/bucket.ts'
import { presignedUrl } from '../../functions/files/uploads.ts'
import { create } from '../../functions/market/submissions.ts'
import * as encodingSlots from '../../functions/table/encoding-slots.ts'
import { keys } from '../../functions/table/keys.ts'
import { callUseCase } from '../support/call-use-case.ts'
import { isSamePicture, pngOf } from '../support/image-files.ts'
import {
  concurrently,
  contextOf,
  countStatuses,
  newUser,
  newVisitor,
  openOwnServices,
  postedTask,
} from '../support/shared-fixture.ts'
import { download, requestFile, uploadPicture } from '../support/upload-picture.ts'

type Someone = Awaited<ReturnType<typeof newUser>>

const { files } = openOwnServices()
const { env } = inject('stack')

/** Keys of the stored files of this user. The embedded S3 answers list requests only without a signature. */
async function storedFilesOf({ id }: Someone): Promise<string[]> {
  const list = await fetch(`${env.S3_ENDPOINT}/${env.BUCKET_NAME}?list-type=2&prefix=kept/${id}/`)
  expect(list.status).toBe(200)
  return [...(await list.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
}

/** Two pictures of the same length, because a presigned PUT can be repeated with other bytes of the same length. */
const first = pngOf(300)
const second = pngOf(300, true)

const uploaded = (by: Someone) => uploadPicture(by, first)

const submit = (by: Someone, taskId: string, proofFileUrl: string) =>
  by.request('POST /api/submissions', { taskId, proofFileUrl })

/** Submits with a store in which some functions are replaced. */
async function submitWith(changes: Partial<Files>, by: Someone, taskId: string, proofFileUrl: string) {
  const context = contextOf(await by.call('GET /api/user', {}), { files: { ...files, ...changes } })
  return callUseCase('POST /api/submissions', create, context, { taskId, proofFileUrl, notes: undefined })
}

const fileTask = () => postedTask({ submissionType: 'file', maxCompletions: 20 })

describe('one upload used by several submissions', () => {
  /** Pauses one submission before or after it reads the file, until another submission with changed bytes has succeeded. */
  async function pausedSubmission(where: 'before its copy' | 'before its check') {
    const [slow, quick] = [await fileTask(), await fileTask()]
    const doer = await newUser()
    const { fileUrl, put } = await uploaded(doer)
    const submitMeanwhile = async () => {
      await put(second)
      expect((await submit(doer, quick.task.id, fileUrl)).status).toBe(200)
      await put(first)
    }
    const read: Files['read'] = async (...which) => {
      if (which[1].endsWith('.encoded')) return files.read(...which)
      if (where === 'before its check') await submitMeanwhile()
      const bytes = await files.read(...which)
      if (where === 'before its copy') await submitMeanwhile()
      return bytes
    }
    const late = submitWith({ read }, doer, slow.task.id, fileUrl)
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    return { doer, fileUrl, quick }
  }

  test.each([
    'before its copy',
    'before its check',
  ] as const)('When a slower submission with the same upload pauses %s, the file of the first submission is kept unchanged', async (where) => {
    const { doer, fileUrl, quick } = await pausedSubmission(where)
    expect(await isSamePicture((await download(quick.poster, fileUrl)).bytes, second)).toBe(true)
    expect(await storedFilesOf(doer)).toHaveLength(1)
  })
})

describe('encodings of one account', () => {
  /** The number of encodings that the account's throttle has counted. */
  const encodingsOf = async ({ id }: Someone) => {
    const { seconds } = throttles.pictures
    const { table } = openOwnServices()
    const window = Math.floor(Date.now() / 1000 / seconds)
    return (await table.get(keys.throttle(`pictures#${id}`, window)))?.used ?? 0
  }

  test('Of one upload, twenty concurrent views and its submission encode the picture once', async () => {
    const { poster, task } = await fileTask()
    const doer = await newUser()
    const photo = { create: { width: 3000, height: 2000, channels: 3 as const, background: 'green' } }
    const { fileUrl } = await uploadPicture(doer, await sharp(photo).png().toBuffer())
    const views = concurrently(20, () => requestFile(doer, fileUrl))
    expect(await countStatuses(views)).toEqual({ 302: 20 })
    expect((await submit(doer, task.id, fileUrl)).status).toBe(200)
    expect(await encodingsOf(doer)).toBe(1)
    const { bytes } = await download(poster, `${fileUrl}?size=preview`)
    expect((await sharp(bytes).metadata()).width).toBe(640)
  })

  test('After a presigned PUT with other bytes, the picture of these bytes is served', async () => {
    const doer = await newUser()
    const { fileUrl, put } = await uploaded(doer)
    expect(await isSamePicture((await download(doer, fileUrl)).bytes, first)).toBe(true)
    await put(second)
    expect(await isSamePicture((await download(doer, fileUrl)).bytes, second)).toBe(true)
  })

  test('Two of ten files of one account get a slot at once, and an expired or released slot can be claimed again', async () => {
    const { table } = openOwnServices()
    const { id } = await newUser()
    const hashes = Array.from({ length: 10 }, (_, at) => `0000000${at}`)
    const claims = await Promise.all(hashes.map((hash) => encodingSlots.claim(table, id, hash, 1_000)))
    expect(claims.filter((release) => release !== null)).toHaveLength(2)
    expect(await encodingSlots.claim(table, id, '00000000', 30_999)).toBeNull()
    const renewed = await encodingSlots.claim(table, id, '00000000', 31_000)
    for (const release of claims) await release?.()
    expect(await encodingSlots.claim(table, id, '00000000', 31_001)).toBeNull()
    await renewed?.()
    expect(await encodingSlots.claim(table, id, '00000000', 31_002)).not.toBeNull()
  })

  test('A file whose slot stays occupied answers 429 with the seconds to wait', async () => {
    const doer = await newUser()
    const { fileUrl } = await uploaded(doer)
    const services = openOwnServices()
    for (const hash of ['00000000', '00000001'])
      await encodingSlots.claim(services.table, doer.id, hash, Date.now())
    const user = await doer.call('GET /api/user', {})
    const context = contextOf(user, { sleep: async () => {} })
    const key = fileUrl.replace('/api/files/', '')
    await expect(callUseCase('GET /api/files/{key+}', presignedUrl, context, { key })).rejects.toMatchObject({
      code: 'tooManyRequests',
      retryAfter: 5,
    })
  })
})

describe('files of refused submissions', () => {
  test('Of twenty concurrent submissions with one file, one succeeds and one copy of the file is stored', async () => {
    const { task } = await fileTask()
    const doer = await newUser()
    const { fileUrl } = await uploaded(doer)
    expect(await countStatuses(concurrently(20, () => submit(doer, task.id, fileUrl)))).toEqual({
      200: 1,
      409: 19,
    })
    expect(await storedFilesOf(doer)).toHaveLength(1)
  })

  test('A submission to a task that becomes full meanwhile leaves no stored file, and the upload can be used again', async () => {
    const { poster, task } = await postedTask({ submissionType: 'file', maxCompletions: 1 })
    const [winner, loser] = [await newUser(), await newUser()]
    const [own, others] = [await uploaded(loser), await uploaded(winner)]
    const { id } = await winner.call('POST /api/submissions', {
      taskId: task.id,
      proofFileUrl: others.fileUrl,
    })
    const put: Files['put'] = async (...what) => {
      await files.put(...what)
      if (what[0] === 'incoming') return
      await poster.call('PATCH /api/submissions/{id}', { id, status: 'approved' })
    }
    const late = submitWith({ put }, loser, task.id, own.fileUrl)
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    expect(await storedFilesOf(loser)).toEqual([])
    const other = await fileTask()
    expect((await submit(loser, other.task.id, own.fileUrl)).status).toBe(200)
  })

  test('A refused submission still answers a conflict when its file cannot be deleted', async () => {
    const { task } = await fileTask()
    const doer = await newUser()
    const { fileUrl } = await uploaded(doer)
    const put: Files['put'] = async (...what) => {
      await files.put(...what)
      if (what[0] === 'incoming') return
      await submit(doer, task.id, fileUrl)
    }
    const remove = () => Promise.reject(new Error('the store is away'))
    const late = submitWith({ put, remove }, doer, task.id, fileUrl)
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('proof files and profile pictures', () => {
  const asPicture = (by: Someone, profileImage: string) =>
    by.request('POST /api/user/update-profile', { profileImage })

  test('A proof file cannot become a profile picture, and a profile picture cannot become a proof', async () => {
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
    expect((await requestFile(newVisitor(), proof.fileUrl)).status).toBe(404)

    expect((await asPicture(doer, picture.fileUrl)).status).toBe(200)
    const other = await fileTask()
    expect((await submit(doer, other.task.id, picture.fileUrl)).status).toBe(409)
  })

  test('When one file is used concurrently as proof and as profile picture, one use succeeds and one answers 409', async () => {
    const { poster, task } = await fileTask()
    for (let round = 0; round < 10; round++) {
      const doer = await newUser()
      const { fileUrl } = await uploaded(doer)
      const [submitted, shown] = await Promise.all([
        submit(doer, task.id, fileUrl),
        asPicture(doer, fileUrl),
      ] as const)
      expect([submitted.status, shown.status].sort()).toEqual([200, 409])
      expect((await requestFile(newVisitor(), fileUrl)).status).toBe(shown.ok ? 302 : 404)
      expect((await requestFile(poster, fileUrl)).status).toBe(302)
      expect(await storedFilesOf(doer)).toHaveLength(1)
    }
  })

  test('A replaced or removed profile picture is deleted and answers 404', async () => {
    const person = await newUser()
    const [first, second] = [await uploaded(person), await uploaded(person)]
    await asPicture(person, first.fileUrl)
    expect((await asPicture(person, second.fileUrl)).status).toBe(200)
    expect((await requestFile(newVisitor(), first.fileUrl)).status).toBe(404)
    expect((await requestFile(newVisitor(), second.fileUrl)).status).toBe(302)
    expect(await storedFilesOf(person)).toHaveLength(1)
    expect((await person.request('POST /api/user/update-profile', { bio: 'Hello' })).status).toBe(200)
    expect(await storedFilesOf(person)).toHaveLength(1)
    await person.call('POST /api/user/update-profile', { profileImage: null })
    expect(await storedFilesOf(person)).toEqual([])
  })

  test('A picture larger than 640 pixels has a preview under the same access rules, which is deleted with it', async () => {
    const { poster, task } = await fileTask()
    const person = await newUser()
    const photo = { create: { width: 1600, height: 1200, channels: 3 as const, background: 'green' } }
    const large = await uploadPicture(person, await sharp(photo).png().toBuffer())
    expect((await submit(person, task.id, large.fileUrl)).status).toBe(200)
    const sizes = [large.fileUrl, `${large.fileUrl}?size=preview`].map(async (url) => {
      expect((await requestFile(newVisitor(), url)).status).toBe(404)
      return (await sharp((await download(poster, url)).bytes).metadata()).width
    })
    expect(await Promise.all(sizes)).toEqual([1600, 640])
    const picture = await uploadPicture(person, await sharp(photo).rotate(90).png().toBuffer())
    await asPicture(person, picture.fileUrl)
    expect(await storedFilesOf(person)).toHaveLength(4)
    await person.call('POST /api/user/update-profile', { profileImage: null })
    expect(await storedFilesOf(person)).toHaveLength(2)
    const small = await uploaded(person)
    await asPicture(person, small.fileUrl)
    expect((await requestFile(newVisitor(), `${small.fileUrl}?size=preview`)).status).toBe(302)
  })

  test('Of two profile pictures set concurrently, one succeeds and is readable', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await newUser()
      const both = [await uploaded(person), await uploaded(person)]
      const answers = await Promise.all(both.map(({ fileUrl }) => asPicture(person, fileUrl)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const { profileImage } = await person.call('GET /api/user', {})
      expect((await requestFile(newVisitor(), profileImage ?? '')).status).toBe(302)
    }
  })

  test('Setting the same picture ten times concurrently stores it once; after its removal it can be set again', async () => {
    const person = await newUser()
    const { fileUrl } = await uploaded(person)
    expect(await countStatuses(concurrently(10, () => asPicture(person, fileUrl)))).toEqual({ 200: 10 })
    expect(await storedFilesOf(person)).toHaveLength(1)
    await person.call('POST /api/user/update-profile', { profileImage: null })
    expect((await asPicture(person, fileUrl)).status).toBe(200)
    expect((await requestFile(newVisitor(), fileUrl)).status).toBe(302)
  })
})
