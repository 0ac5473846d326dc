import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { StoredPassword } from '../table/passwords.ts'

/** scrypt (RFC 7914) at 128 MiB a hash; the parameters are kept beside each, so that they can be raised. */
const parameters = { N: 2 ** 17, r: 8, p: 1 } as const
const length = 32

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

const stretch = (password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }) =>
  derive(password.normalize('NFKC'), salt, length, { N, r, p, maxmem: 256 * N * r })

export async function hash(password: string): Promise<StoredPassword> {
  const salt = randomBytes(16)
  const bytes = await stretch(password, salt, parameters)
  return { hash: bytes.toString('base64'), salt: salt.toString('base64'), ...parameters }
}

/** Whether it is this password. Without a stored one it takes as long and is false. */
export async function matches(password: string, stored: StoredPassword | undefined): Promise<boolean> {
  const salt = stored ? Buffer.from(stored.salt, 'base64') : randomBytes(16)
  const bytes = await stretch(password, salt, stored ?? parameters)
  return stored !== undefined && timingSafeEqual(bytes, Buffer.from(stored.hash, 'base64'))
}

/** How many hash at once in one process, whose memory must hold them all. */
const turns = 2
let taken = 0
const waiting: (() => void)[] = []

/** Does this as soon as it is its turn to hash, first come, first served. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (taken < turns) taken++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else taken--
  }
}
