import type { RequestListener } from 'node:http'
import { listen } from '../../local/engines/listen.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { gif, invalidImages, jpeg, png, pngChunk, pngOf } from '../support/image-files.ts'
import { expectRefusal } from '../support/responses.ts'
import { errorResponse, newUser, postedTask, site, statusAndMessage } from '../support/shared-fixture.ts'
import { requestFile } from '../support/upload-picture.ts'

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

/** Sends a multipart upload as an HTML form does; `type` is the content type that the client claims. */
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

const requestUpload = (
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

describe('multipart uploads', () => {
  test.each([
    ['PNG', png, 'png'],
    ['GIF', gif, 'gif'],
    ['JPEG', jpeg, 'jpg'],
  ])('A multipart upload of a %s gets its extension from its bytes, not from the claimed type', async (_, bytes, extension) => {
    const answer = await sendFile(person, bytes, { type: 'text/html' })
    expect(answer.status).toBe(200)
    const urlPattern = new RegExp(`^/api/files/${person.id}/\\w{26}\\.${extension}$`)
    expect(await answer.json()).toEqual({ fileUrl: expect.stringMatching(urlPattern) })
  })

  test('A multipart upload may have 2 MiB and answers 413 with one byte more', async () => {
    expect((await sendFile(person, pngOf(2 * mebibyte))).status).toBe(200)
    expect(await statusAndMessage(sendFile(person, pngOf(2 * mebibyte + 1)))).toEqual([413, tooLarge])
    expect(await statusAndMessage(sendFile(person, pngOf(3 * mebibyte)))).toEqual([413, tooLarge])
  })

  test('A multipart upload needs the field `file` for a proof and `image` for a profile picture', async () => {
    const message = 'Send the file in the field "file"'
    const refused = await errorResponse(sendFile(person, png, { field: 'image' }))
    expect(refused).toEqual({ status: 400, message, errors: [{ path: 'file', message }] })
    const path = '/api/user/upload-profile-image'
    expect((await sendFile(person, png, { path })).status).toBe(400)
    const taken = await sendFile(person, png, { path, field: 'image' })
    expect(await taken.json()).toEqual({ imageUrl: expect.stringMatching(/^\/api\/files\/.*\.png$/) })
  })

  test('A picture of more than 40 megapixels answers 413, as a body and after a presigned upload', async () => {
    const header = Buffer.from('00007530 00007530 08 02 00 00 00'.replaceAll(' ', ''), 'hex') // 30,000 × 30,000
    const bomb = Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)])
    const refused = 'Picture too large: Please shrink it to at most 40 megapixels and upload it again.'
    expect(await statusAndMessage(sendFile(person, bomb))).toEqual([413, refused])
    const { uploadUrl, fileUrl } = await presigned(person, bomb.length)
    await putTo(uploadUrl, bomb)
    const used = person.request('POST /api/user/update-profile', { profileImage: fileUrl })
    expect(await statusAndMessage(used)).toEqual([413, refused])
    expect(await statusAndMessage(requestFile(person, fileUrl))).toEqual([413, refused])
  })

  test.each(invalidImages)('A multipart upload of %s answers 415', async (_, bytes) => {
    expect(await statusAndMessage(sendFile(person, bytes))).toEqual([415, wrongType])
  })
})

describe('presigned uploads', () => {
  test('A file sent to a presigned URL exists for its owner afterwards', async () => {
    const { uploadUrl, headers, fileUrl } = await presigned(person, png.length)
    expect(headers).toEqual({ 'content-type': 'image/png' })
    expect(await person.call('GET /api/check-file', { path: fileUrl })).toEqual({ exists: false })
    expect((await putTo(uploadUrl, png)).status).toBe(200)
    expect(await person.call('GET /api/check-file', { path: fileUrl })).toEqual({ exists: true })
  })

  test('S3 refuses a presigned upload with another length or content type', async () => {
    const { uploadUrl, fileUrl } = await presigned(person, png.length)
    expect((await putTo(uploadUrl, pngOf(png.length + 20))).status).toBe(403)
    expect((await putTo(uploadUrl, png.subarray(1))).status).toBe(403)
    expect((await putTo(uploadUrl, png, 'text/html')).status).toBe(403)
    expect(await person.call('GET /api/check-file', { path: fileUrl })).toEqual({ exists: false })
  })

  test('A presigned URL is issued only for picture types and positive sizes of at most 2 MiB', async () => {
    for (const route of ['POST /api/submissions/upload', 'POST /api/user/upload-profile-image'] as const) {
      expect((await requestUpload(2 * mebibyte, 'image/png', route)).status).toBe(200)
      await expectRefusal(requestUpload(2 * mebibyte + 1, 'image/png', route), 413, tooLarge)
      for (const type of ['image/svg+xml', 'text/html', 'image/PNG', 'toString', '__proto__', '']) {
        expect(await statusAndMessage(requestUpload(1, type, route)), type).toEqual([415, wrongType])
      }
      for (const size of [0, -1, 1.5])
        expect((await requestUpload(size, 'image/png', route)).status).toBe(400)
    }
  })
})

describe('invalid proof files', () => {
  let taskId: string
  beforeAll(async () => {
    taskId = (await postedTask({ submissionType: 'file', maxCompletions: 20 })).task.id
  })

  async function refusedAs(doer: Someone, proofFileUrl: string) {
    const refused = await statusAndMessage(doer.request('POST /api/submissions', { taskId, proofFileUrl }))
    expect((await doer.call('GET /api/dashboard', {})).submissions).toEqual([])
    return refused
  }

  test('A submission with the file of another user answers 400 and saves nothing', async () => {
    const { fileUrl } = (await (await sendFile(await newUser(), png)).json()) as { fileUrl: string }
    expect(await refusedAs(person, fileUrl)).toEqual([400, noSuchFile])
  })

  test('A submission with a file that was never uploaded answers 400 and saves nothing', async () => {
    expect(await refusedAs(person, (await presigned(person, png.length)).fileUrl)).toEqual([400, noSuchFile])
  })

  test.each([
    ['of another site', 'https://evil.example/proof.png'],
    ['of another folder of the store', '/api/files/kept/secret.png'],
    ['with a path traversal', '/api/files/{me}/../01ARZ3NDEKTSV4RRFFQ69G5FAV.png'],
    ['with a query string', '/api/files/{me}/01ARZ3NDEKTSV4RRFFQ69G5FAV.png?x=.png'],
    ['with the scheme javascript:', 'javascript:alert(1)'],
  ])('A submission with a file URL %s answers 400 and saves nothing', async (_, url) => {
    expect(await refusedAs(person, url.replace('{me}', person.id))).toEqual([400, noSuchFile])
  })

  test('No function requests the URL of a file', async () => {
    const asked = vi.fn<RequestListener>((_, answer) => void answer.end(png))
    const { close, origin } = await listen(asked)
    onTestFinished(close)
    expect(await refusedAs(person, `${origin}/proof.png`)).toEqual([400, noSuchFile])
    expect(asked).not.toHaveBeenCalled()
  })

  test.each(
    invalidImages,
  )('A submission with a file uploaded as PNG that is %s answers 415 and saves nothing', async (_, bytes) => {
    const { uploadUrl, fileUrl } = await presigned(person, bytes.length)
    expect((await putTo(uploadUrl, bytes)).status).toBe(200)
    expect(await refusedAs(person, fileUrl)).toEqual([415, wrongType])
  })
})
