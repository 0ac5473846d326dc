import { randomBytes } from 'node:crypto'
import { brand } from '../../domain/brand.ts'
import { rename } from '../../functions/table/usernames.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { uniqueName } from '../support/password-account.ts'
import {
  newAdmin,
  newUser,
  newVisitor,
  openOwnServices,
  statusAndMessage,
} from '../support/shared-fixture.ts'

test('A new username is trimmed, saved and shown in the public profile', async () => {
  const person = await newUser()
  const name = uniqueName()
  const answer = await person.call('POST /api/user/update-username', { username: `  ${name} ` })
  expect(answer).toMatchObject({ id: person.id, username: name })
  expect(await person.call('GET /api/user', {})).toMatchObject({ username: name })
  const seen = await newVisitor().call('GET /api/users/{userId}', { userId: person.id })
  expect(seen).toEqual({
    id: person.id,
    username: name,
    walletAddress: person.wallet.address,
    bio: null,
    profileImage: null,
    scorecard: expect.any(Object),
  })
})

describe('names that would deceive others', () => {
  const claim = (by: ApiUser, username: string) =>
    statusAndMessage(by.request('POST /api/user/update-username', { username }))

  test.each([
    'Adm1n',
    `${brand}_help`,
    'payouts',
  ])('The reserved username %s is refused, also at registration', async (username) => {
    const refused = 'This username is reserved. Please choose another.'
    expect(await claim(await newUser(), username)).toEqual([400, refused])
    const account = { username, password: 'correct horse battery' }
    expect((await newVisitor().request('POST /api/register', account)).status).toBe(400)
  })

  test.each([
    ['somebody else', newUser],
    ['an admin', newAdmin],
  ])('A username that looks like that of %s is refused, until that person has another', async (_, create) => {
    const [admin, other] = [await create(), await newUser()]
    const name = `ada_lore_${randomBytes(3).toString('hex')}`
    await admin.call('POST /api/user/update-username', { username: name })
    const same = [409, 'This username is taken. Please choose another.']
    expect(await claim(other, name.toUpperCase())).toEqual(same)
    const similar = [name.replaceAll('_', ''), name.replace('l', '1').toUpperCase(), name.replace('o', '0')]
    for (const username of similar) {
      const refused = [409, 'This username looks like that of somebody else. Please choose another.']
      expect(await claim(other, username)).toEqual(refused)
      const account = { username, password: 'correct horse battery' }
      expect((await newVisitor().request('POST /api/register', account)).status).toBe(409)
    }
    await admin.call('POST /api/user/update-username', { username: similar[0] ?? '' })
    await admin.call('POST /api/user/update-username', { username: uniqueName() })
    expect((await claim(other, similar[1] ?? ''))[0]).toBe(200)
  })

  test('A username that was given up is free for its former user at once, and for others after 90 days', async () => {
    const [first, second] = [await newUser(), await newUser()]
    const [name, next] = [uniqueName(), uniqueName()]
    for (const username of [name, next]) await first.call('POST /api/user/update-username', { username })
    expect((await claim(second, name.toUpperCase()))[0]).toBe(409)
    expect((await newVisitor().request('GET /api/profiles/{username}', { username: name })).status).toBe(404)
    for (const username of [name, next]) await first.call('POST /api/user/update-username', { username })

    const { table } = openOwnServices()
    const stored = await second.call('GET /api/user', {})
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    expect(await rename(table, stored, name, inDays(89))).toBe('taken')
    expect(await rename(table, stored, name, inDays(91))).toBe('done')
    expect(await newVisitor().call('GET /api/profiles/{username}', { username: name })).toMatchObject({
      id: second.id,
    })
  })
})
