import { createHash, randomBytes } from 'node:crypto'

/** Only the hash of a token is stored, so the table's content is not enough to use a session. */
export const sha256 = (value: string | Uint8Array): string => createHash('sha256').update(value).digest('hex')

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')
