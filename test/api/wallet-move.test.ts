import { setTimeout as wait } from 'node:timers/promises'
import { freshSignInNeeded } from '../../domain/errors.ts'
import { toBaseUnits } from '../../domain/escrow.ts'
import { throttles, walletMoveWait } from '../../domain/limits.ts'
import { applyMoves } from '../../functions/accounts/due-wallet-moves.ts'
import { keys } from '../../functions/table/keys.ts'
import * as securityEvents from '../../functions/table/security.ts'
import { update } from '../../functions/table/table.ts'
import * as users from '../../functions/table/users.ts'
import * as wallets from '../../functions/table/wallets.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { ageSession } from '../support/age-session.ts'
import { firstWalletProof, password, passwordAccount } from '../support/password-account.ts'
import { expectRefusal } from '../support/responses.ts'
import {
  approvedProof,
  concurrently,
  countStatuses,
  errorResponse,
  newAdmin,
  newUser,
  newVisitor,
  openOwnServices,
  paidRelease,
  postedTask,
  site,
  statusAndMessage,
  storedUser,
} from '../support/shared-fixture.ts'
import { form } from '../support/task-form.ts'
import { waitForOneWindow } from '../support/throttle-window.ts'
import {
  moveProof,
  oldWalletProof,
  signedChallenge,
  signInProof,
  walletProof,
  walletProofOf,
} from '../support/wallet-proof.ts'

const link = (by: ApiUser, sent: Record<string, unknown>) => by.request('POST /api/wallet', sent)
const walletOf = async (by: ApiUser) => (await by.call('GET /api/user', {})).walletAddress

/** Does what the schedule does with announced moves, some seconds from now. */
const applyAfter = (seconds: number) =>
  applyMoves(openOwnServices({ now: () => Date.now() + seconds * 1000 }))

/** A user with a wallet and a password. */
async function walletAndPassword() {
  const person = await passwordAccount()
  await person.call('POST /api/wallet', await firstWalletProof(person))
  // As if it had been linked long ago.
  await openOwnServices().table.write([update(keys.user(person.id), { remove: ['walletLinkedAt'] })])
  return person
}

test('A stolen session cannot move the account to the thief’s wallet, even with a signature that the owner gave to sign in', async () => {
  const [owner, thief] = [await newUser(), newVisitor()]
  const signedIn = await signInProof(owner)
  const attempts = [
    [{}, 400],
    [await oldWalletProof(owner, thief, thief), 403],
    [await oldWalletProof(thief, thief, thief, owner), 403],
    [await oldWalletProof(owner, newVisitor()), 403],
    [{ oldMessage: signedIn.message, oldSignature: signedIn.signature }, 403],
    [{ password }, 403],
  ] as const
  for (const [more, status] of attempts) {
    const answer = await link(owner, { ...(await walletProofOf(thief, owner)), ...more })
    expect(answer.status, JSON.stringify(more)).toBe(status)
  }
  expect(await walletOf(owner)).toBe(owner.wallet.address)
})

test('A move that the old wallet signs happens at once and ends all other sessions', async () => {
  const [owner, next] = [await newUser(), newVisitor()]
  const stolen = Object.assign(newVisitor(), { wallet: owner.wallet })
  await stolen.signIn()
  const both = await moveProof(owner, next)
  expect(await owner.call('POST /api/wallet', both)).toMatchObject({ walletAddress: next.wallet.address })
  expect((await stolen.request('GET /api/user')).status).toBe(401)
  expect(await walletOf(owner)).toBe(next.wallet.address)
  expect((await stolen.signIn()).isFirstLogin).toBe(true)
})

test('A move by password happens after 72 hours and ends all sessions, unless a new session cancels it', async () => {
  const [owner, next] = [await walletAndPassword(), newVisitor()]
  const elsewhere = newVisitor()
  await elsewhere.call('POST /api/login', { username: owner.username, password })
  const announce = async () =>
    elsewhere.call('POST /api/wallet', { ...(await walletProofOf(next, elsewhere)), password })
  const move = { wallet: next.wallet.address, appliesAt: expect.any(String) }
  expect(await announce()).toMatchObject({ walletAddress: owner.wallet.address, walletMove: move })
  expect(await owner.call('GET /api/user', {})).toMatchObject({ walletMove: move })
  expect(await owner.call('GET /api/user/security', {})).toMatchObject({ walletMove: move })

  expect(await owner.call('DELETE /api/wallet/move', {})).not.toHaveProperty('walletMove')
  expect((await owner.request('DELETE /api/wallet/move')).status).toBe(409)
  await applyAfter(walletMoveWait + 60)
  expect(await walletOf(owner)).toBe(owner.wallet.address)

  await announce()
  await applyAfter(walletMoveWait - 60)
  expect(await walletOf(owner)).toBe(owner.wallet.address)
  await applyAfter(walletMoveWait + 60)
  for (const session of [owner, elsewhere]) expect((await session.request('GET /api/user')).status).toBe(401)
  expect((await next.signIn()).id).toBe(owner.id)
  expect(await moveEvents(next)).toEqual([
    ...['wallet-move-done', 'wallet-move-announced', 'wallet-move-cancelled', 'wallet-move-announced'],
    'wallet-move-done',
  ])
})

test('A copied session whose sign-in is old cannot cancel the move of the owner', async () => {
  const owner = await walletAndPassword()
  await owner.call('POST /api/wallet', { ...(await walletProofOf(newVisitor(), owner)), password })
  await ageSession(owner)
  const refused = await owner.request('DELETE /api/wallet/move')
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ message: freshSignInNeeded })
  expect(await owner.call('GET /api/user', {})).toHaveProperty('walletMove')
})

const next = 'a tram and a blackbird'
const setBySignature = async (owner: ApiUser) =>
  owner.call('POST /api/user/password', {
    password: next,
    ...(await signedChallenge(owner, { purpose: 'password' })),
  })

/** The kinds of the newest security events of an account that are about a move, newest first. */
async function moveEvents(by: ApiUser) {
  const { events } = await by.call('GET /api/user/security', {})
  return events.map(({ kind }) => kind).filter((kind) => kind.startsWith('wallet-move'))
}

test.each<[when: string, act: (owner: ApiUser) => Promise<unknown>]>([
  [
    'a new password with the present one',
    (owner) => owner.call('POST /api/user/password', { password: next, current: password }),
  ],
  ['a new password with a signature of the wallet', setBySignature],
  ['signing out everywhere', (owner) => owner.call('POST /api/user/sessions/end', {})],
  ['a sign-in with the present wallet', (owner) => owner.signIn()],
])('The move that a thief with the password announces is cancelled by %s of the owner', async (_, act) => {
  const [owner, thief] = [await walletAndPassword(), newVisitor()]
  await thief.call('POST /api/login', { username: owner.username, password })
  await thief.call('POST /api/wallet', { ...(await walletProof(thief)), password })
  await act(owner)
  expect(await owner.call('GET /api/user', {})).not.toHaveProperty('walletMove')
  await applyAfter(walletMoveWait + 60)
  expect(await walletOf(owner)).toBe(owner.wallet.address)
  expect(await moveEvents(owner)).toEqual([
    'wallet-move-cancelled',
    'wallet-move-announced',
    'wallet-move-done',
  ])
  expect(await owner.signIn()).toMatchObject({ id: owner.id, isFirstLogin: false })
})

test('A sign-in with the password does not end an announced move, because a thief may know the password', async () => {
  const [owner, thief] = [await walletAndPassword(), newVisitor()]
  await owner.call('POST /api/wallet', { ...(await walletProofOf(newVisitor(), owner)), password })
  await thief.call('POST /api/login', { username: owner.username, password })
  expect(await owner.call('GET /api/user', {})).toHaveProperty('walletMove')
})

test('Within 72 hours of a new password, the first wallet of an account is linked after 72 hours and can be cancelled', async () => {
  const [owner, thief] = [await passwordAccount(), newVisitor()]
  await owner.call('POST /api/user/password', { password: next, current: password })
  const sent = { ...(await walletProofOf(thief, owner)), password: next }
  const announced = await owner.call('POST /api/wallet', sent)
  expect(announced).toMatchObject({ walletAddress: null, walletMove: { wallet: thief.wallet.address } })
  await owner.call('DELETE /api/wallet/move', {})
  await owner.call('POST /api/wallet', { ...(await walletProof(owner)), password: next })
  await applyAfter(walletMoveWait - 60)
  expect(await walletOf(owner)).toBe(null)
  await applyAfter(walletMoveWait + 60)
  expect(await owner.signIn()).toMatchObject({ id: owner.id, walletAddress: owner.wallet.address })
})

/** A new user whose account moves to this wallet when moves are applied next. */
async function announcedMove() {
  const owner = await newUser()
  const wallet = newVisitor().wallet.address
  const at = new Date().toISOString()
  const announcement = wallets.announce(await storedUser(owner.id), { wallet, appliesAt: at }, at)
  await openOwnServices().table.write([announcement])
  return { owner, wallet }
}

const succeeds = (call: Promise<unknown>) => call.then(() => true).catch(() => false)

const recoveries: [what: string, act: (owner: ApiUser & { id: string }) => Promise<boolean>][] = [
  ['a new password', (owner) => succeeds(setBySignature(owner))],
  ['signing out everywhere', (owner) => succeeds(owner.call('POST /api/user/sessions/end', {}))],
  [
    'a sign-in with the present wallet',
    (owner) => {
      const signedIn = Object.assign(newVisitor(), { wallet: owner.wallet }).signIn()
      return signedIn.then(({ id }) => id === owner.id).catch(() => false)
    },
  ],
]

test.each(
  recoveries,
)('If %s of the owner succeeds while a move is applied, the account keeps its wallet', async (_, act) => {
  const { table } = openOwnServices()
  await Promise.all(
    concurrently(8, async (turn) => {
      const { owner, wallet } = await announcedMove()
      const [isDone] = await Promise.all([act(owner), wait(turn * 5).then(() => applyAfter(1))])
      await applyAfter(1)
      const after = await users.get(table, owner.id)
      expect(after).not.toHaveProperty('walletMove.wallet')
      expect(after?.walletAddress).toBe(isDone ? owner.wallet.address : wallet)
      const events = await securityEvents.list(table, owner.id)
      const ends = events.map(({ kind }) => kind).filter((kind) => kind.startsWith('wallet-move'))
      expect(ends).toEqual([isDone ? 'wallet-move-cancelled' : 'wallet-move-done'])
    }),
  )
})

test.each(
  recoveries.slice(0, 2),
)('No move that a thief announces at the same time survives %s of the owner', async (_, act) => {
  const { table } = openOwnServices()
  await Promise.all(
    concurrently(6, async (turn) => {
      const [owner, thief] = [await walletAndPassword(), newVisitor()]
      await thief.call('POST /api/login', { username: owner.username, password })
      const sent = { ...(await walletProof(thief)), password }
      const [announced, isDone] = await Promise.all([
        link(thief, sent),
        wait(turn * 30).then(() => act(owner)),
      ])
      expect(isDone).toBe(true)
      expect(await users.get(table, owner.id)).not.toHaveProperty('walletMove.wallet')
      const kinds = await moveEvents(owner)
      expect(kinds).toEqual([
        ...(announced.ok ? ['wallet-move-cancelled', 'wallet-move-announced'] : []),
        'wallet-move-done',
      ])
    }),
  )
})

test('Of concurrent announcements of moves to different wallets, one stands', async () => {
  const owner = await walletAndPassword()
  const announcements = await Promise.all(concurrently(4, () => walletProofOf(newVisitor(), owner)))
  expect(await countStatuses(announcements.map((sent) => link(owner, { ...sent, password })))).toEqual({
    200: 1,
    409: 3,
  })
})

test('A move that is cancelled while it is applied is either cancelled or done, never both', async () => {
  const { table } = openOwnServices()
  await Promise.all(
    concurrently(10, async (turn) => {
      const { owner, wallet } = await announcedMove()
      const [cancelled] = await Promise.all([
        wait(turn * 2).then(() => owner.request('DELETE /api/wallet/move')),
        applyAfter(1),
      ])
      await applyAfter(1)
      const after = await users.get(table, owner.id)
      expect(after).not.toHaveProperty('walletMove.wallet')
      expect(after?.walletAddress).toBe(cancelled.ok ? owner.wallet.address : wallet)
      const holder = await users.byWallet(table, cancelled.ok ? wallet : owner.wallet.address)
      expect(holder).toBeUndefined()
    }),
  )
})

test('An announced move ends when another account has linked the wallet meanwhile', async () => {
  const [owner, next] = [await walletAndPassword(), newVisitor()]
  await owner.call('POST /api/wallet', { ...(await walletProofOf(next, owner)), password })
  await next.signIn()
  await applyAfter(walletMoveWait + 60)
  const after = await owner.call('GET /api/user', {})
  expect(after.walletAddress).toBe(owner.wallet.address)
  expect(after).not.toHaveProperty('walletMove')
})

test('A reward that was approved before a move is paid to the former wallet', async () => {
  const { doer, poster, task } = await approvedProof()
  const next = newVisitor()
  const both = await moveProof(doer, next)
  await doer.call('POST /api/wallet', both)
  const paid = await paidRelease(poster, { taskId: task.id, recipientId: doer.id })
  expect(paid.recipient).toBe(doer.wallet.address)
  expect(await next.balance()).toBe(0n)
})

test('A suspended account cannot move to another wallet, so that its wallet cannot open a new account', async () => {
  const [owner, next, admin] = [await newUser(), newVisitor(), await newAdmin()]
  await admin.suspend(owner)
  const both = await moveProof(owner, next)
  expect((await link(owner, both)).status).toBe(403)
})

test('A session links the first wallet only with the password, also right after the sign-in, and wrong passwords are limited', async () => {
  const person = await passwordAccount()
  const signed = await walletProof(person)
  expect(await errorResponse(link(person, signed))).toMatchObject({
    status: 400,
    errors: [{ path: 'password', message: 'To link your first wallet, send your password too' }],
  })
  const { limit } = throttles.passwordChecks
  await waitForOneWindow(throttles.passwordChecks)
  const refused = await countStatuses(
    concurrently(limit - 1, () => link(person, { ...signed, password: 'a wrong one' })),
  )
  expect(refused).toEqual({ 403: limit - 1 })
  expect((await link(person, { ...signed, password })).status).toBe(200)
  const other = { ...(await walletProofOf(newVisitor(), person)), password: 'a wrong one' }
  expect((await errorResponse(link(person, other))).status).toBe(403)
  expect((await errorResponse(link(person, other))).status).toBe(429)
})

test('A submission of an account without a wallet can be approved and paid only after it has linked a wallet', async () => {
  const { poster, task } = await postedTask({ reward: 50 })
  const doer = await passwordAccount()
  const submission = await doer.submitTo(task)
  const approve = () =>
    poster.request('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  await expectRefusal(approve(), 409, `Invalid wallet address for user ${doer.id}. Contact an administrator.`)
  const ask = { id: submission.id }
  expect(await doer.call('GET /api/submissions/{id}', ask)).toMatchObject({ status: 'pending' })

  const linked = await doer.call('POST /api/wallet', await firstWalletProof(doer))
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
  await expectRefusal(
    person.request('POST /api/tasks', sent),
    409,
    'Connect your wallet before you create a task',
  )
})

test('A wallet that belongs to another account cannot be linked', async () => {
  const owner = await newUser()
  const person = await passwordAccount()
  expect(await statusAndMessage(link(person, { ...(await walletProofOf(owner, person)), password }))).toEqual(
    [409, 'This wallet belongs to another account'],
  )
  expect(await person.call('GET /api/user', {})).toMatchObject({ walletAddress: null })
  expect((await owner.signIn()).id).toBe(owner.id)
})

test('Linking another wallet needs a challenge for that, signed by that wallet', async () => {
  const [person, other] = [await newUser(), newVisitor()]
  const { walletAddress, message, signature } = await walletProofOf(other, person)
  for (const [sent, path] of [
    [{ walletAddress }, 'signature'],
    [{ walletAddress, message }, 'signature'],
    [{ walletAddress, signature }, 'message'],
  ] as const) {
    const refused = await errorResponse(link(person, sent))
    expect(refused).toMatchObject({ status: 400, errors: [{ path }] })
  }
  const forged = { ...(await walletProof(other, person, person)), ...(await oldWalletProof(person, other)) }
  expect((await link(person, forged)).status).toBe(403)
  await other.signIn()
  const forOther = { ...(await walletProof(other)), ...(await oldWalletProof(person, other)) }
  expect((await link(person, forOther)).status).toBe(403)
  const signedIn = { ...(await signInProof(other)), ...(await oldWalletProof(person, other)) }
  expect((await link(person, signedIn)).status).toBe(403)
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
