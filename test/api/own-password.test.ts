import { brand } from '../../domain/brand.ts'
import { ageSession } from '../support/age-session.ts'
import { password, passwordAccount, uniqueName } from '../support/password-account.ts'
import {
  countStatuses,
  errorResponse,
  newUser,
  newVisitor,
  statusAndMessage,
} from '../support/shared-fixture.ts'

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

test('A wallet account sets a password only in a recent session, so a stolen old session cannot', async () => {
  const person = await newUser()
  const username = uniqueName()
  await person.call('POST /api/user/update-username', { username })
  await ageSession(person)
  const set = () => person.request('POST /api/user/password', { password })
  expect(await statusAndMessage(set())).toEqual([401, 'Please sign in again to do this.'])
  expect((await logIn(username, password)).status).toBe(401)
  await person.signIn()
  expect((await set()).status).toBe(200)
  expect((await logIn(username, password)).status).toBe(200)
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
