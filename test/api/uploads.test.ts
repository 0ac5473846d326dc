import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiUser } from '../../ops/api-user.ts'
import { gif, invalidImages, jpeg, png, pngOf } from '../support/image-files.ts'
import {
  errorResponse,
  newUser,
  newVisitor,
  postedTask,
  site,
  statusAndMessage,
} from '../support/shared-fixture.ts'

type Someone = Awaited<ReturnType<typeof newUser>>
type UploadRoute = 'POST /api/submissions/upload' | 'POST /api/user/upload-profile-image'

const mebibyte = 1024 * 1024
const tooLarge = 'File too large: File size should be less than 2MB.'
const wrongType = 'Invalid file type: Please upload an image file (JPEG, PNG, GIF).'
const noSuchFile = 'There is no such file of yours. Please upload it again.'

let person: Someone
beforeAll(async () => {
  person = await newUser()
})

/** A multipart upload, as a form of a page sends it: the name and the type are what the sender claims. */
function sendFile(
  by: ApiUser,
  bytes: Buffer,
  { path = '/api/submissions/upload', field = 'file', type = 'image/png' } = {},
) {
  const body = new FormData()
  body.append(field, new Blob([new Uint8Array(bytes)], { type }), 'picture.png')
  const headers = { cookie: by.cookie, origin: site.origin }
  return fetch(`${site.origin}${path}`, { method: 'POST', headers, body })
}

const declare = (
  size: number,
  contentType = 'image/png',
  route: UploadRoute = 'POST /api/submissions/upload',
) => person.request(route, { contentType, size })

const putTo = (url: string, bytes: Buffer, contentType = 'image/png') =>
  fetch(url, { method: 'PUT', headers: { 'content-type': contentType }, body: new Uint8Array(bytes) })

/** A presigned PUT for this many bytes of PNG. */
async function presigned(by: Someone, size: number) {
  const answer = await by.call('POST /api/submissions/upload', { contentType: 'image/png', size })
  return { ...answer, uploadUrl: answer.uploadUrl ?? '' }
}

describe('a file sent in the body', () => {
  test.each([
    ['PNG', png, 'png'],
    ['GIF', gif, 'gif'],
    ['JPEG', jpeg, 'jpg'],
  ])('is taken as what its bytes are, whatever it is called: %s', async (_, bytes, extension) => {
    const answer = await sendFile(person, bytes, { type: 'text/html' })
    expect(answer.status).toBe(200)
    const address = new RegExp(`^/api/files/${person.id}/\\w{26}\\.${extension}$`)
    expect(await answer.json()).toEqual({ fileUrl: expect.stringMatching(address) })
  })

  test('may have 2 MiB and not one byte more', async () => {
    expect((await sendFile(person, pngOf(2 * mebibyte))).status).toBe(200)
    expect(await statusAndMessage(sendFile(person, pngOf(2 * mebibyte + 1)))).toEqual([413, tooLarge])
    expect(await statusAndMessage(sendFile(person, pngOf(3 * mebibyte)))).toEqual([413, tooLarge])
  })

  test('is expected in its field: `file` for a proof, `image` for a profile', async () => {
    const message = 'Send the file in the field "file"'
    const refused = await errorResponse(sendFile(person, png, { field: 'image' }))
    expect(refused).toEqual({ status: 400, message, errors: [{ path: 'file', message }] })
    const path = '/api/user/upload-profile-image'
    expect((await sendFile(person, png, { path })).status).toBe(400)
    const taken = await sendFile(person, png, { path, field: 'image' })
    expect(await taken.json()).toEqual({ imageUrl: expect.stringMatching(/^\/api\/files\/.*\.png$/) })
  })

  test.each(invalidImages)('is refused when it is %s', async (_, bytes) => {
    expect(await statusAndMessage(sendFile(person, bytes))).toEqual([415, wrongType])
  })

  test('is nobody’s without a session', async () => {
    expect((await sendFile(newVisitor(), png)).status).toBe(401)
  })

  test('is refused in a body that is no multipart', async () => {
    const send = (contentType: string) =>
      statusAndMessage(
        fetch(`${site.origin}/api/submissions/upload`, {
          method: 'POST',
          headers: { cookie: person.cookie, 'content-type': contentType },
          body: '--x\r\nnonsense',
        }),
      )
    for (const contentType of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      expect((await send(contentType))[0], contentType).toBe(400)
    }
  })
})

describe('a file announced and then PUT', () => {
  test('arrives at its address, for its owner to see', async () => {
    const { uploadUrl, headers, fileUrl } = await presigned(person, png.length)
    expect(headers).toEqual({ 'content-type': 'image/png' })
    expect(await person.call('GET /api/check-file', { path: fileUrl })).toEqual({ exists: false })
    expect((await putTo(uploadUrl, png)).status).toBe(200)
    expect(await person.call('GET /api/check-file', { path: fileUrl })).toEqual({ exists: true })
  })

  test('is refused by the store with another length or another type', async () => {
    const { uploadUrl, fileUrl } = await presigned(person, png.length)
    expect((await putTo(uploadUrl, pngOf(png.length + 20))).status).toBe(403)
    expect((await putTo(uploadUrl, png.subarray(1))).status).toBe(403)
    expect((await putTo(uploadUrl, png, 'text/html')).status).toBe(403)
    expect(await person.call('GET /api/check-file', { path: fileUrl })).toEqual({ exists: false })
  })

  test('is announced with a picture’s type and at most 2 MiB', async () => {
    for (const route of ['POST /api/submissions/upload', 'POST /api/user/upload-profile-image'] as const) {
      expect((await declare(2 * mebibyte, 'image/png', route)).status).toBe(200)
      expect(await statusAndMessage(declare(2 * mebibyte + 1, 'image/png', route))).toEqual([413, tooLarge])
      for (const type of ['image/svg+xml', 'text/html', 'image/PNG', 'toString', '__proto__', '']) {
        expect(await statusAndMessage(declare(1, type, route)), type).toEqual([415, wrongType])
      }
      for (const size of [0, -1, 1.5]) expect((await declare(size, 'image/png', route)).status).toBe(400)
    }
  })
})

describe('a proof is refused and nothing saved when its file', () => {
  let taskId: string
  beforeAll(async () => {
    taskId = (await postedTask({ submissionType: 'file', maxCompletions: 20 })).task.id
  })

  async function refusedAs(doer: Someone, proofFileUrl: string) {
    const refused = await statusAndMessage(doer.request('POST /api/submissions', { taskId, proofFileUrl }))
    expect((await doer.call('GET /api/dashboard', {})).submissions).toEqual([])
    return refused
  }

  test('is somebody else’s', async () => {
    const { fileUrl } = (await (await sendFile(await newUser(), png)).json()) as { fileUrl: string }
    expect(await refusedAs(person, fileUrl)).toEqual([400, noSuchFile])
  })

  test('never arrived', async () => {
    expect(await refusedAs(person, (await presigned(person, png.length)).fileUrl)).toEqual([400, noSuchFile])
  })

  test.each([
    ['is on another site', 'https://evil.example/proof.png'],
    ['is elsewhere in the store', '/api/files/kept/secret.png'],
    ['climbs out of its folder', '/api/files/{me}/../01ARZ3NDEKTSV4RRFFQ69G5FAV.png'],
    ['has a query', '/api/files/{me}/01ARZ3NDEKTSV4RRFFQ69G5FAV.png?x=.png'],
    ['is a script', 'javascript:alert(1)'],
  ])('%s', async (_, url) => {
    expect(await refusedAs(person, url.replace('{me}', person.id))).toEqual([400, noSuchFile])
  })

  test.each(invalidImages)('was PUT as a PNG and is %s', async (_, bytes) => {
    const { uploadUrl, fileUrl } = await presigned(person, bytes.length)
    expect((await putTo(uploadUrl, bytes)).status).toBe(200)
    expect(await refusedAs(person, fileUrl)).toEqual([415, wrongType])
  })
})
