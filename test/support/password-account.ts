import { randomBytes } from 'node:crypto'
import type { ApiUser } from '../../ops/api-user.ts'
import { newVisitor } from './shared-fixture.ts'
import { walletProof } from './wallet-proof.ts'

export const uniqueName = () => `name_${randomBytes(6).toString('hex')}`
export const password = 'correct horse battery'

/** A signed-in user with a password and no linked wallet. */
export async function passwordAccount(username = uniqueName()) {
  const person = newVisitor()
  const { id } = await person.call('POST /api/register', { username, password })
  return Object.assign(person, { id, username })
}

/** The body of POST /api/wallet that links the first wallet of such an account, which needs its password. */
export const firstWalletProof = async (of: ApiUser) => ({ ...(await walletProof(of)), password })
