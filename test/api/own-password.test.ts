import { brand } from '../../domain/brand.ts'
import { keys } from '../../functions/table/keys.ts'
import { update } from '../../functions/table/table.ts'
import { firstWalletProof, password, passwordAccount, uniqueName } from '../support/password-account.ts'
import { expectRefusal } from '../support/responses.ts'
import {
  countStatuses,
  errorResponse,
  newUser,
  newVisitor,
  openOwnServices,
} from '../support/shared-fixture.ts'
import { signedChallenge } from '../support/wallet-proof.ts'

const guessable = 'This password is easy to guess. Please choose a longer or less common one.'
const logIn = (username: string, tried: string) =>
  newVisitor().request('POST /api/login', { username, password: tried })

test.each([
  ['is a common one', 'password', guessable],
  ['is a common one with other characters', 'P4ssw0rd!', guessable],
  ['is a keyboard row', 'qwertyuiop', guessable],
  ['is one letter again and again', 'aaaaaaaaaaaaaaaa', guessable],
  ['is the brand and a year', `${brand}2026`, guessable],
  ['is the username', 'marie_curie', guessable],
  ['is the username with other characters', 'Mar1e_Cur1e', guessable],
  ['is the username and a year', 'MarieCurie1903', guessable],
  ['has 7 characters', 'x9$Qz!w', 'Password must be at least 8 characters long'],
  ['has 257 characters', 'x9$Qz!w '.repeat(33).slice(0, 257), 'Maximum 256 characters'],
])('A new password that %s is refused', async (_, refused, message) => {
  const username = 'marie_curie'
  const errors = [{ path: 'password', message }]
  const register = newVisitor().request('POST /api/register', { username, password: refused })
  expect(await errorResponse(register)).toMatchObject({ status: 400, errors })
})

test('A wallet account sets a password only with a signature of its wallet for that, so a stolen session cannot', async () => {
  const [person, thief] = [await newUser(), newVisitor()]
  const username = uniqueName()
  await person.call('POST /api/user/update-username', { username })
  const proofs = [
    [{}, 400],
    [{ current: password }, 403],
    [await signedChallenge(person, {}), 403],
    [await signedChallenge(person, { purpose: 'link' }), 403],
    [await signedChallenge(person, { purpose: 'password' }, thief), 403],
    [await signedChallenge(thief, { purpose: 'password' }, thief, person), 403],
  ] as const
  const set = (proof: object) => person.request('POST /api/user/password', { password, ...proof })
  for (const [proof, status] of proofs) expect((await set(proof)).status, JSON.stringify(proof)).toBe(status)
  expect((await logIn(username, password)).status).toBe(401)
  const proof = await signedChallenge(person, { purpose: 'password' })
  expect((await set(proof)).status).toBe(200)
  await expectRefusal(
    set(proof),
    403,
    'This message has expired or was used. Please try again and sign the new message.',
  )
  expect((await logIn(username, password)).status).toBe(200)
})

test('The wallet replaces a forgotten password 72 hours after it was linked, and ends the sessions that used it', async () => {
  const person = await passwordAccount()
  await person.call('POST /api/wallet', await firstWalletProof(person))
  const stolen = {
    password: 'chosen by a thief',
    ...(await signedChallenge(person, { purpose: 'password' })),
  }
  await expectRefusal(
    person.request('POST /api/user/password', stolen),
    403,
    'Your wallet was linked less than 72 hours ago, so it cannot set a password yet. Use your present password.',
  )
  const walletLinkedAt = new Date(Date.now() - 72 * 3_600_000).toISOString()
  await openOwnServices().table.write([update(keys.user(person.id), { set: { walletLinkedAt } })])
  const thief = newVisitor()
  await thief.call('POST /api/login', { username: person.username, password })
  const next = {
    password: 'a tram and a blackbird',
    ...(await signedChallenge(person, { purpose: 'password' })),
  }
  await person.call('POST /api/user/password', next)
  expect((await thief.request('GET /api/user')).status).toBe(401)
  expect((await logIn(person.username, password)).status).toBe(401)
  expect((await logIn(person.username, next.password)).status).toBe(200)
})

test('A new password needs the present one, ends all other sessions and replaces the present one', async () => {
  const person = await passwordAccount()
  const other = newVisitor()
  await other.call('POST /api/login', { username: person.username, password })
  const next = 'a tram and a blackbird'
  for (const [sent, status] of [
    [{ password: next }, 400],
    [{ password: next, current: 'a wrong one' }, 403],
    [{ password: person.username, current: password }, 400],
  ] as const)
    expect((await other.request('POST /api/user/password', sent)).status).toBe(status)
  await other.call('POST /api/user/password', { password: next, current: password })
  expect((await person.request('GET /api/user')).status).toBe(401)
  expect((await other.request('GET /api/user')).status).toBe(200)
  expect((await logIn(person.username, password)).status).toBe(401)
  expect((await logIn(person.username, next)).status).toBe(200)
})

test('Of concurrent changes of a password, one stands', async () => {
  const person = await passwordAccount()
  const nextOnes = ['a tram and a blackbird', 'a bakery before dawn']
  const answers = await Promise.all(
    nextOnes.map((next) => person.request('POST /api/user/password', { password: next, current: password })),
  )
  const set = nextOnes.filter((_, at) => answers[at]?.ok)
  expect(set).toHaveLength(1)
  expect(await countStatuses(nextOnes.map((next) => logIn(person.username, next)))).toEqual({
    200: 1,
    401: 1,
  })
})
