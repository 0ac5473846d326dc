// Makes scrypt a thousand times cheaper in this process. Hundreds of requests of the API tests hash a password, and each
// hash takes half a second of a processor. test/domain/password-hash.test.ts checks the real hash.
import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

declare global {
  var realScrypt: typeof crypto.scrypt | undefined
}

globalThis.realScrypt ??= crypto.scrypt
const real = globalThis.realScrypt
crypto.scrypt = ((
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => real(password, salt, length, { ...options, N: (options.N ?? 0) / 1024 }, done)) as typeof crypto.scrypt
syncBuiltinESMExports()
