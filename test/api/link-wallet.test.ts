import { expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { passwordAccount } from '../support/password-account.ts'
import {
  errorResponse,
  newUser,
  newVisitor,
  paidRelease,
  postedTask,
  site,
  statusAndMessage,
} from '../support/shared-fixture.ts'
import { form } from '../support/task-form.ts'
import { oldWalletProof, walletProof } from '../support/wallet-proof.ts'

const link = (by: ApiUser, sent: Record<string, unknown>) => by.request('POST /api/wallet', sent)

test('A submission of an account without a wallet can be approved and paid only after it has linked a wallet', async () => {
  const { poster, task } = await postedTask({ reward: 50 })
  const doer = await passwordAccount()
  const sent = { taskId: task.id, proofText: 'A tram and a blackbird.' }
  const submission = await doer.call('POST /api/submissions', sent)
  const approve = () =>
    poster.request('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  expect(await statusAndMessage(approve())).toEqual([
    409,
    `Invalid wallet address for user ${doer.id}. Contact an administrator.`,
  ])
  const ask = { id: submission.id }
  expect(await doer.call('GET /api/submissions/{id}', ask)).toMatchObject({ status: 'pending' })

  const linked = await doer.call('POST /api/wallet', await walletProof(doer))
  expect(linked).toMatchObject({ id: doer.id, walletAddress: doer.wallet.address })
  expect((await approve()).status).toBe(200)
  const paid = await paidRelease(poster, { taskId: task.id, recipientId: doer.id })
  expect(paid).toMatchObject({ recipient: doer.wallet.address })
  expect(await doer.balance()).toBe(toBaseUnits(50))
})

test('An account without a wallet cannot create tasks', async () => {
  const person = await passwordAccount()
  const escrow = { salt: `0x${'ab'.repeat(32)}`, refundableAt: Math.floor(Date.now() / 1000) + 60 * 86_400 }
  const sent = { ...form, contractAddress: site.siteConfig.escrowAddress, escrow }
  expect(await statusAndMessage(person.request('POST /api/tasks', sent))).toEqual([
    409,
    'Connect your wallet before you create a task',
  ])
})

test('Signing in with a linked wallet opens the account that linked it', async () => {
  const person = await passwordAccount()
  await person.call('POST /api/wallet', await walletProof(person))
  const later = Object.assign(newVisitor(), { wallet: person.wallet })
  expect(await later.signIn()).toMatchObject({ id: person.id, isFirstLogin: false })
})

test('A wallet that belongs to another account cannot be linked', async () => {
  const owner = await newUser()
  const person = await passwordAccount()
  expect(await statusAndMessage(link(person, await walletProof(owner)))).toEqual([
    409,
    'This wallet belongs to another account',
  ])
  expect(await person.call('GET /api/user', {})).toMatchObject({ walletAddress: null })
  expect((await owner.signIn()).id).toBe(owner.id)
})

test('Linking another wallet needs a challenge signed by that wallet', async () => {
  const [person, other] = [await newUser(), newVisitor()]
  const { walletAddress, message, signature } = await walletProof(other)
  for (const [sent, path] of [
    [{ walletAddress }, 'signature'],
    [{ walletAddress, message }, 'signature'],
    [{ walletAddress, signature }, 'message'],
  ] as const) {
    const refused = await errorResponse(link(person, sent))
    expect(refused).toMatchObject({ status: 400, errors: [{ path }] })
  }
  const forged = { ...(await walletProof(other, person)), ...(await oldWalletProof(person, other)) }
  expect((await link(person, forged)).status).toBe(401)
  expect((await link(newVisitor(), { walletAddress, message, signature })).status).toBe(401)
  expect(await person.call('GET /api/user', {})).toMatchObject({ walletAddress: person.wallet.address })
})

test('Linking the account’s own wallet again changes nothing and needs no signature', async () => {
  const person = await newUser()
  const before = await person.call('GET /api/user', {})
  for (const walletAddress of [person.wallet.address, person.wallet.address.toLowerCase()]) {
    expect(await person.call('POST /api/wallet', { walletAddress })).toEqual(before)
  }
  expect(await person.call('GET /api/user', {})).toEqual(before)
})
