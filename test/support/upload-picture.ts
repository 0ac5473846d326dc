import type { ApiUser } from '../../ops/api-user.ts'
import { site } from './shared-fixture.ts'

/** Uploads a picture for a proof by a presigned URL. `put` sends other bytes of the same length to that URL. */
export async function uploadPicture(by: ApiUser, bytes: Buffer) {
  const sent = { contentType: 'image/png', size: bytes.length }
  const { fileUrl, headers = {}, uploadUrl = '' } = await by.call('POST /api/submissions/upload', sent)
  const put = async (body: Buffer) => {
    const { status } = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(body) })
    if (status !== 200) throw new Error(`The upload answered ${status}`)
  }
  await put(bytes)
  return { fileUrl, put, uploadUrl }
}

/** Requests a file of the shared stack, and does not follow the redirect to its presigned URL. */
export const requestFile = (by: ApiUser, url: string) =>
  fetch(`${site.origin}${url}`, { headers: { cookie: by.cookie }, redirect: 'manual' })

/** The bytes and headers of a file that this user may read. */
export async function download(by: ApiUser, url: string) {
  const file = await fetch((await requestFile(by, url)).headers.get('location') ?? '')
  return { bytes: Buffer.from(await file.arrayBuffer()), headers: Object.fromEntries(file.headers) }
}
