import { randomBytes } from 'node:crypto'
import { newcomer } from './world.ts'

export const freshName = () => `name_${randomBytes(6).toString('hex')}`
export const password = 'correct horse battery'

/** Somebody with a password and no linked wallet, signed in. */
export async function passwordAccount(username = freshName()) {
  const person = newcomer()
  const { id } = await person.call('POST /api/register', { username, password })
  return Object.assign(person, { id, username })
}
