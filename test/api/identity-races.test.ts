import { leave } from '../../functions/accounts/leaving.ts'
import { setPassword } from '../../functions/accounts/own-password.ts'
import { login } from '../../functions/accounts/passwords.ts'
import { linkWallet } from '../../functions/accounts/wallets.ts'
import { startSession } from '../../functions/http/cookies.ts'
import { sha256 } from '../../functions/runtime/crypto.ts'
import * as devices from '../../functions/table/devices.ts'
import * as passwords from '../../functions/table/passwords.ts'
import { failedWrites } from '../../functions/table/table.ts'
import * as users from '../../functions/table/users.ts'
import * as wallets from '../../functions/table/wallets.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { png } from '../support/image-files.ts'
import { firstWalletProof, password, passwordAccount } from '../support/password-account.ts'
import {
  concurrently,
  contextOf,
  newAdmin,
  newUser,
  newVisitor,
  openOwnServices,
  storedUser,
} from '../support/shared-fixture.ts'
import { uploadPicture } from '../support/upload-picture.ts'
import { moveProof, walletProofOf } from '../support/wallet-proof.ts'

/** Two requests about one account at once, in the order that helps an attacker most. */
const { table } = openOwnServices()
const next = 'a tram and a blackbird'

const session = { id: 'x', createdAt: new Date().toISOString() }
const move = async (owner: ApiUser, to: ApiUser) => owner.call('POST /api/wallet', await moveProof(owner, to))

test.each<[when: string, act: (owner: ApiUser) => Promise<unknown>]>([
  [
    'the password changes',
    (owner) => owner.call('POST /api/user/password', { password: next, current: password }),
  ],
  ['all other sessions end', (owner) => owner.call('POST /api/user/sessions/end', {})],
  ['a wallet is linked', async (owner) => owner.call('POST /api/wallet', await firstWalletProof(owner))],
])('A sign-in of a thief that began before %s starts no session, and the thief’s device is no longer known', async (_, act) => {
  const owner = await passwordAccount()
  const context = { ...contextOf(await storedUser(owner.id)), user: null }
  const cookieOf = (cookies: string[]) => ({ cookie: cookies.map((one) => one.split(';')[0]).join('; ') })
  const statusWith = async (cookies: string[]) =>
    (await newVisitor().request('GET /api/user', {}, cookieOf(cookies))).status
  const stolen = await startSession(context, await storedUser(owner.id))
  expect(await statusWith(stolen)).toBe(200)
  const underWay = await login(context, { username: owner.username, password })
  await act(owner)
  expect(await statusWith(stolen)).toBe(401)
  expect(await statusWith(await startSession(context, underWay))).toBe(401)
  expect((await owner.call('GET /api/user/security', {})).sessions).toMatchObject([{ current: true }])
  const isKnown = async (cookies: string) => {
    const token = /device=([\w-]+)/.exec(cookies)?.[1] ?? ''
    return devices.isKnown(table, await storedUser(owner.id), sha256(token), Date.now())
  }
  expect(await isKnown(owner.cookie)).toBe(true)
  expect(await isKnown(cookieOf(stolen).cookie)).toBe(false)
})

test('A sign-in with the former wallet does not open the account that moves between its two reads', async () => {
  const owner = await newUser()
  const moving = {
    ...table,
    get: async (key: Parameters<typeof table.get>[0]) => {
      if (key.sk === 'USER') await move(owner, newVisitor())
      return table.get(key)
    },
  }
  expect(await users.byWallet(moving, owner.wallet.address)).toBeUndefined()
})

test('A move to another wallet that began before a suspension is not done', async () => {
  const [owner, admin] = [await newUser(), await newAdmin()]
  const before = await storedUser(owner.id)
  await admin.suspend(owner)
  const writes = wallets.link(before, newVisitor().wallet.address, users.newSignOut(), '')
  expect(wallets.outcomeOf(await failedWrites(table, writes))).toBe('changed')
})

test('A move that a thief announces does not survive a new password that is set before the announcement is stored', async () => {
  const [owner, thief] = [await passwordAccount(), newVisitor()]
  await owner.call('POST /api/wallet', await firstWalletProof(owner))
  const context = { ...contextOf(await storedUser(owner.id)), session }
  const write: typeof table.write = async (writes) => {
    if (writes.some((one) => 'update' in one && one.update.sk === 'USER'))
      await owner.call('POST /api/user/password', { password: next, current: password })
    return table.write(writes)
  }
  const sent = { ...(await walletProofOf(thief, owner)), password }
  const announced = linkWallet({ ...context, table: { ...table, write } }, sent)
  await expect(announced).rejects.toMatchObject({ code: 'conflict' })
  expect(await storedUser(owner.id)).not.toHaveProperty('walletMove.wallet')
})

test('A picture that is set while the account is deleted does not stay public', async () => {
  const person = await newUser()
  const context = { ...contextOf(await storedUser(person.id)), session }
  const { fileUrl } = await uploadPicture(person, png)
  await person.call('POST /api/user/update-profile', { profileImage: fileUrl })
  await expect(leave(context)).rejects.toMatchObject({ code: 'conflict' })
  await person.call('DELETE /api/user', {})
  expect((await newVisitor().request('GET /api/files/{key+}', { key: fileUrl.slice(11) })).status).toBe(404)
})

test('A password that is set while the account is deleted is not stored', async () => {
  const person = await passwordAccount()
  const context = { ...contextOf(await storedUser(person.id)), session }
  const write: typeof table.write = async (writes) => {
    if (writes.some((one) => 'put' in one && one.put.pk.startsWith('PASSWORD#')))
      await person.call('DELETE /api/user', {})
    return table.write(writes)
  }
  const set = setPassword({ ...context, table: { ...table, write } }, { current: password, password: next })
  await expect(set).rejects.toMatchObject({ code: 'conflict' })
  expect(await passwords.get(table, person.id)).toBeUndefined()
})

test('An account that moves to another wallet while it is deleted keeps neither wallet', async () => {
  await Promise.all(
    concurrently(6, async () => {
      const [person, other] = [await newUser(), newVisitor()]
      const [left] = await Promise.all([
        person.request('DELETE /api/user'),
        move(person, other).catch(() => {}),
      ])
      expect([200, 409]).toContain(left.status)
      if (left.status === 409) await person.call('DELETE /api/user', {})
      for (const one of [person, other])
        expect(await users.byWallet(table, one.wallet.address)).toBeUndefined()
    }),
  )
})
