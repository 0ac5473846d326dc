import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { AppError } from '../../domain/errors.ts'
import { uploadTexts } from '../../domain/upload-texts.ts'

/** A lifecycle rule of the bucket (infra/uploads.ts) empties `incoming/` after a day. */
export type Folder = 'incoming' | 'kept'

interface Options {
  bucket: string
  /** Origin at which CloudFront serves the bucket, with headers that S3 cannot send (infra/site.ts). */
  siteOrigin: string
  /** A bucket without CloudFront: its files are downloaded from here. */
  endpoint?: string | undefined
}

/** Seconds for which a presigned URL is valid. */
const expiresIn = 300

/** The operations of S3 that the product uses. A file is in `incoming` until it is used; `kept` has a checked copy. */
export function openFiles({ bucket: Bucket, siteOrigin, endpoint }: Options) {
  const client = new S3Client({
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Otherwise the SDK signs a checksum into the URL that the browser, which makes the PUT, cannot compute.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const objectOf = (folder: Folder, key: string) => ({ Bucket, Key: `${folder}/${key}` })

  return {
    /** A PUT into `incoming` whose length and type are signed. */
    async presignPut(key: string, contentType: string, size: number) {
      const command = new PutObjectCommand({
        ...objectOf('incoming', key),
        ContentType: contentType,
        ContentLength: size,
      })
      const uploadUrl = await getSignedUrl(client, command, {
        expiresIn,
        signableHeaders: new Set(['content-type', 'content-length']),
      })
      return { uploadUrl, headers: { 'content-type': contentType } }
    },
    async put(folder: Folder, key: string, bytes: Uint8Array, contentType: string) {
      await client.send(
        new PutObjectCommand({ ...objectOf(folder, key), Body: bytes, ContentType: contentType }),
      )
    },
    /** The bytes, or null when there is no such object. @throws tooLarge beyond `maxBytes` */
    async read(folder: Folder, key: string, maxBytes = Number.POSITIVE_INFINITY) {
      try {
        const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(objectOf(folder, key)))
        if (ContentLength > maxBytes) throw new AppError('tooLarge', uploadTexts.tooLarge)
        return (await Body?.transformToByteArray()) ?? null
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async exists(folder: Folder, key: string) {
      try {
        await client.send(new HeadObjectCommand(objectOf(folder, key)))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async remove(folder: Folder, key: string) {
      await client.send(new DeleteObjectCommand(objectOf(folder, key)))
    },
    /** A short-lived URL that answers the object as this content type, to be displayed and never executed. */
    async presignGet(folder: Folder, key: string, contentType: string) {
      const command = new GetObjectCommand({
        ...objectOf(folder, key),
        ResponseContentType: contentType,
        ResponseContentDisposition: 'inline',
        ResponseCacheControl: 'private, max-age=300',
      })
      const url = await getSignedUrl(client, command, { expiresIn })
      return endpoint ? url : url.replace(new URL(url).origin, siteOrigin)
    },
  }
}

export type Files = ReturnType<typeof openFiles>

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException &&
  (error.$metadata.httpStatusCode === 404 || error.name === 'NoSuchKey')
