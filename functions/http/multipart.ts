import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import busboy from 'busboy'
import { AppError } from '../../domain/errors.ts'
import { upload } from '../../domain/limits.ts'
import { uploadTexts } from '../../domain/upload-texts.ts'

/** Reads the file in `field` of a multipart body (RFC 7578). @throws invalid, tooLarge */
export function readFile(event: APIGatewayProxyEventV2, field: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const refuse = (message: string) => reject(new AppError('invalid', message, [{ path: field, message }]))
    const chunks: Buffer[] = []
    let found = false
    let truncated = false
    try {
      const form = busboy({
        headers: event.headers as { 'content-type': string },
        // busboy truncates a file that reaches its limit, but a file of exactly `maxBytes` is allowed.
        limits: { files: 1, fields: 10, fieldSize: 1024, fileSize: upload.maxBytes + 1 },
      })
      form.on('file', (name, stream) => {
        stream.on('error', () => {}) // if the body ends inside the file, the form reports the error
        if (name !== field) return void stream.resume()
        found = true
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('limit', () => {
          truncated = true
        })
      })
      form.on('error', () => refuse('The multipart body is not valid'))
      form.on('close', () => {
        if (truncated) reject(new AppError('tooLarge', uploadTexts.tooLarge))
        else if (found) resolve(Buffer.concat(chunks))
        else refuse(`Send the file in the field "${field}"`)
      })
      form.end(Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'))
    } catch {
      refuse('The multipart body is not valid')
    }
  })
}
