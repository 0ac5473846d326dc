import type { Submission } from '../../domain/submission.ts'
import { sha256 } from '../../functions/runtime/crypto.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { gif, isSamePicture, png, pngOf } from '../support/image-files.ts'
import {
  newAdmin,
  newUser,
  newVisitor,
  postedTask,
  site,
  statusAndMessage,
} from '../support/shared-fixture.ts'
import { download, requestFile, uploadPicture } from '../support/upload-picture.ts'

type Someone = Awaited<ReturnType<typeof newUser>>

let poster: Someone
let taskId: string
beforeAll(async () => {
  const posted = await postedTask({ submissionType: 'file', maxCompletions: 20 })
  poster = posted.poster
  taskId = posted.task.id
})

const exists = async (by: ApiUser, path: string) => (await by.call('GET /api/check-file', { path })).exists

const submit = (by: Someone, proofFileUrl: string, to = taskId): Promise<Submission> =>
  by.call('POST /api/submissions', { taskId: to, proofFileUrl })

test('A proof file is readable by its submitter, the task’s creator and admins, and answers 404 to others', async () => {
  const doer = await newUser()
  const { fileUrl } = await uploadPicture(doer, png)
  expect(await submit(doer, fileUrl)).toMatchObject({ proofFileUrl: fileUrl, proofText: null })
  for (const viewer of [doer, poster, await newAdmin()]) {
    const { bytes, headers } = await download(viewer, fileUrl)
    expect(await isSamePicture(bytes, png)).toBe(true)
    expect(headers['content-type']).toBe('image/png')
    expect(await exists(viewer, fileUrl)).toBe(true)
    expect(await exists(viewer, fileUrl.replace('/api/files/', ''))).toBe(true)
  }
  const competitor = await newUser()
  await submit(competitor, (await uploadPicture(competitor, png)).fileUrl)
  for (const other of [competitor, await newUser()]) {
    expect(await statusAndMessage(requestFile(other, fileUrl))).toEqual([404, 'There is no such file'])
    expect(await exists(other, fileUrl)).toBe(false)
  }
  expect((await requestFile(newVisitor(), fileUrl)).status).toBe(404)
  expect((await newVisitor().request('GET /api/check-file', { path: fileUrl })).status).toBe(401)
})

test('An uploaded picture that is not yet submitted is readable only by its owner', async () => {
  const owner = await newUser()
  const { fileUrl } = await uploadPicture(owner, png)
  expect(await isSamePicture((await download(owner, fileUrl)).bytes, png)).toBe(true)
  for (const other of [poster, await newAdmin(), newVisitor()]) {
    expect((await requestFile(other, fileUrl)).status).toBe(404)
  }
})

test('A file that is the proof of one submission cannot be used for another', async () => {
  const doer = await newUser()
  const [green, red] = [pngOf(300), pngOf(300, true)]
  const { fileUrl, put } = await uploadPicture(doer, green)
  await submit(doer, fileUrl)
  await put(red)
  const other = await postedTask({ submissionType: 'file' })
  const again = doer.request('POST /api/submissions', { taskId: other.task.id, proofFileUrl: fileUrl })
  expect(await statusAndMessage(again)).toEqual([409, 'This file is in use already. Please upload it again.'])
  expect((await requestFile(other.poster, fileUrl)).status).toBe(404)
  expect(await isSamePicture((await download(poster, fileUrl)).bytes, green)).toBe(true)
})

test('A profile picture becomes public when its owner sets it, and only files of the owner are accepted', async () => {
  const [person, other] = [await newUser(), await newUser()]
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(gif)]), 'me.gif')
  const answer = await fetch(`${site.origin}/api/user/upload-profile-image`, {
    method: 'POST',
    headers: { cookie: person.cookie, origin: site.origin },
    body,
  })
  const { imageUrl } = (await answer.json()) as { imageUrl: string }
  expect((await requestFile(newVisitor(), imageUrl)).status).toBe(404)
  const byAnotherUser = other.request('POST /api/user/update-profile', { profileImage: imageUrl })
  expect((await byAnotherUser).status).toBe(400)

  await person.call('POST /api/user/update-profile', { profileImage: imageUrl })
  const { bytes, headers } = await download(newVisitor(), imageUrl)
  expect(await isSamePicture(bytes, gif)).toBe(true)
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

test('Malformed file keys answer 404', async () => {
  await download(poster, (await uploadPicture(poster, png)).fileUrl)
  const encodedCopy = `${poster.id}/${sha256(png)}.encoded`
  const others = ['', 'x', '..', 'kept', '%2e%2e%2fkept', 'a/b/c.png', `${'A'.repeat(26)}/x.png`]
  for (const key of [encodedCopy, ...others]) {
    expect((await requestFile(poster, `/api/files/${key}`)).status, key).toBe(404)
    expect(await exists(poster, key), key).toBe(false)
  }
})
