import { beforeAll, expect, test } from 'vitest'
import type { Submission } from '../../domain/submission.ts'
import type { Person } from '../../local/person.ts'
import { gif, png, pngOf } from '../support/image-files.ts'
import {
  newAdmin,
  newUser,
  newVisitor,
  postedTask,
  site,
  statusAndMessage,
} from '../support/shared-fixture.ts'

type Someone = Awaited<ReturnType<typeof newUser>>

let poster: Someone
let taskId: string
beforeAll(async () => {
  const posted = await postedTask({ submissionType: 'file', maxCompletions: 20 })
  poster = posted.poster
  taskId = posted.task.id
})

const look = (by: Person, url: string) =>
  fetch(`${site.origin}${url}`, { headers: { cookie: by.cookie }, redirect: 'manual' })

const exists = async (by: Person, path: string) => (await by.call('GET /api/check-file', { path })).exists

/** The bytes and headers at the address that a caller is redirected to. */
async function shownTo(by: Person, url: string) {
  const redirect = await look(by, url)
  expect(redirect.status).toBe(302)
  const file = await fetch(redirect.headers.get('location') ?? '')
  return { bytes: Buffer.from(await file.arrayBuffer()), headers: Object.fromEntries(file.headers) }
}

/** A picture that its owner has PUT and not used yet. */
async function uploaded(by: Someone, bytes: Buffer) {
  const sent = { contentType: 'image/png', size: bytes.length }
  const { fileUrl, headers = {}, uploadUrl = '' } = await by.call('POST /api/submissions/upload', sent)
  const put = (other: Buffer) =>
    fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(other) }).then(({ status }) => status)
  expect(await put(bytes)).toBe(200)
  return { fileUrl, put }
}

const submit = (by: Someone, proofFileUrl: string, to = taskId): Promise<Submission> =>
  by.call('POST /api/submissions', { taskId: to, proofFileUrl })

test('a proof is for its submitter, the task’s creator and admins, and does not exist for others', async () => {
  const doer = await newUser()
  const { fileUrl } = await uploaded(doer, png)
  expect(await submit(doer, fileUrl)).toMatchObject({ proofFileUrl: fileUrl, proofText: null })
  for (const viewer of [doer, poster, await newAdmin()]) {
    const { bytes, headers } = await shownTo(viewer, fileUrl)
    expect(bytes.equals(png)).toBe(true)
    expect(headers['content-type']).toBe('image/png')
    expect(await exists(viewer, fileUrl)).toBe(true)
    expect(await exists(viewer, fileUrl.replace('/api/files/', ''))).toBe(true)
  }
  const competitor = await newUser()
  await submit(competitor, (await uploaded(competitor, png)).fileUrl)
  for (const other of [competitor, await newUser()]) {
    expect(await statusAndMessage(look(other, fileUrl))).toEqual([404, 'There is no such file'])
    expect(await exists(other, fileUrl)).toBe(false)
  }
  expect((await look(newVisitor(), fileUrl)).status).toBe(404)
  expect((await newVisitor().request('GET /api/check-file', { path: fileUrl })).status).toBe(401)
})

test('a picture that nobody has submitted yet is for its owner alone', async () => {
  const owner = await newUser()
  const { fileUrl } = await uploaded(owner, png)
  expect((await shownTo(owner, fileUrl)).bytes.equals(png)).toBe(true)
  for (const other of [poster, await newAdmin(), newVisitor()]) {
    expect((await look(other, fileUrl)).status).toBe(404)
  }
})

test('what was submitted stays, whatever is PUT to its old address', async () => {
  const doer = await newUser()
  const first = pngOf(200)
  const { fileUrl, put } = await uploaded(doer, first)
  await submit(doer, fileUrl)
  const second = Buffer.from(first)
  second.fill(7, 100, 110)
  expect(await put(second)).toBe(200)
  expect((await shownTo(poster, fileUrl)).bytes.equals(first)).toBe(true)
})

test('one file is the proof of one submission, and stays with it', async () => {
  const doer = await newUser()
  const { fileUrl, put } = await uploaded(doer, png)
  await submit(doer, fileUrl)
  const changed = Buffer.from(png)
  changed.fill(7, 45, 50)
  await put(changed)
  const other = await postedTask({ submissionType: 'file' })
  const again = doer.request('POST /api/submissions', { taskId: other.task.id, proofFileUrl: fileUrl })
  expect(await statusAndMessage(again)).toEqual([409, 'This file is in use already. Please upload it again.'])
  expect((await look(other.poster, fileUrl)).status).toBe(404)
  expect((await shownTo(poster, fileUrl)).bytes.equals(png)).toBe(true)
})

test('a proof that became a profile picture as well is still no one else’s to see', async () => {
  const doer = await newUser()
  const { fileUrl } = await uploaded(doer, png)
  await submit(doer, fileUrl)
  await doer.request('POST /api/user/update-profile', { profileImage: fileUrl })
  expect((await look(newVisitor(), fileUrl)).status).toBe(404)
})

test('a profile’s picture is for everyone once it is used, and only its owner’s file can be used', async () => {
  const [person, other] = [await newUser(), await newUser()]
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(gif)]), 'me.gif')
  const answer = await fetch(`${site.origin}/api/user/upload-profile-image`, {
    method: 'POST',
    headers: { cookie: person.cookie, origin: site.origin },
    body,
  })
  const { imageUrl } = (await answer.json()) as { imageUrl: string }
  expect((await look(newVisitor(), imageUrl)).status).toBe(404)
  const stolen = other.request('POST /api/user/update-profile', { profileImage: imageUrl })
  expect((await stolen).status).toBe(400)

  await person.call('POST /api/user/update-profile', { profileImage: imageUrl })
  const { bytes, headers } = await shownTo(newVisitor(), imageUrl)
  expect(bytes.equals(gif)).toBe(true)
  expect(headers['content-type']).toBe('image/gif')
  const seen = await newVisitor().call('GET /api/users/{userId}', { userId: person.id })
  expect(seen.profileImage).toBe(imageUrl)
  for (const profileImage of ['https://evil.example/x.gif', 'javascript:alert(1)']) {
    expect((await person.request('POST /api/user/update-profile', { profileImage })).status).toBe(400)
  }
  expect((await person.call('GET /api/user', {})).profileImage).toBe(imageUrl)
  expect(await person.call('POST /api/user/update-profile', { profileImage: null })).toMatchObject({
    profileImage: null,
  })
})

test('no odd key is a file', async () => {
  for (const key of ['', 'x', '..', 'kept', '%2e%2e%2fkept', 'a/b/c.png', `${'A'.repeat(26)}/x.png`]) {
    expect((await look(poster, `/api/files/${key}`)).status, key).toBe(404)
    expect(await exists(poster, key), key).toBe(false)
  }
})
