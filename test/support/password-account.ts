import { randomBytes } from 'node:crypto'
import { newVisitor } from './shared-fixture.ts'

export const uniqueName = () => `name_${randomBytes(6).toString('hex')}`
export const password = 'correct horse battery'

/** A signed-in user with a password and no linked wallet. */
export async function passwordAccount(username = uniqueName()) {
  const person = newVisitor()
  const { id } = await person.call('POST /api/register', { username, password })
  return Object.assign(person, { id, username })
}
