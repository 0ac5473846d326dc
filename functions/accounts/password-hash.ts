import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { StoredPassword } from '../table/passwords.ts'

/** scrypt (RFC 7914) with 128 MiB for each hash. They are stored beside each hash, so that they can be raised. */
const parameters = { N: 2 ** 17, r: 8, p: 1 } as const
const length = 32

const scryptAsync = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt)

const derive = (password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }) =>
  scryptAsync(password.normalize('NFKC'), salt, length, { N, r, p, maxmem: 256 * N * r })

export async function hash(password: string): Promise<StoredPassword> {
  const salt = randomBytes(16)
  const bytes = await derive(password, salt, parameters)
  return { hash: bytes.toString('base64'), salt: salt.toString('base64'), ...parameters }
}

/** Whether the password is the stored one. Without a stored one the answer is false, and takes the same time. */
export async function matches(password: string, stored: StoredPassword | undefined): Promise<boolean> {
  const salt = stored ? Buffer.from(stored.salt, 'base64') : randomBytes(16)
  const bytes = await derive(password, salt, stored ?? parameters)
  return stored !== undefined && timingSafeEqual(bytes, Buffer.from(stored.hash, 'base64'))
}

/** Hashes that one process computes at the same time: each takes 128 MiB of its memory. */
const concurrencyLimit = 2
let running = 0
const queue: (() => void)[] = []

/** Runs the work once fewer than `concurrencyLimit` others run, in the order of the calls. */
export async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
  if (running < concurrencyLimit) running++
  else await new Promise<void>((resolve) => queue.push(resolve))
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running--
  }
}
