import { brand } from '../../domain/brand.ts'
import {
  placeholderUsername,
  profileInput,
  publicUser,
  shortAddress,
  usernameInput,
} from '../../domain/user.ts'
import { isReservedName, nameSkeleton } from '../../domain/username.ts'
import { complaints, idOf } from './samples.ts'

describe('usernameInput', () => {
  test.each([
    ['ada', 'ada'],
    ['  ada_99 ', 'ada_99'],
    ['a'.repeat(20), 'a'.repeat(20)],
    ['___', '___'],
  ])('usernameInput accepts %j', (given, kept) => {
    expect(usernameInput.parse(given)).toBe(kept)
  })

  test.each([
    [undefined, 'Required'],
    [7, 'Expected string, received number'],
    ['', 'Username must be at least 3 characters long'],
    [' ab ', 'Username must be at least 3 characters long'],
    ['a'.repeat(21), 'Username must be 3-20 characters long'],
    ['ada-99', 'Only letters, numbers and underscores'],
    ['ada lovelace', 'Only letters, numbers and underscores'],
    ['naïve', 'Only letters, numbers and underscores'],
    ['ada\0x', 'Only letters, numbers and underscores'],
    ['<b>ada</b>', 'Only letters, numbers and underscores'],
  ])('usernameInput rejects %j: %s', (given, message) => {
    expect(complaints(usernameInput, given)).toEqual({ '': message })
  })

  test('Placeholder usernames are valid, and differ for two ids of the same wallet', () => {
    const wallet = '0xAbCdEf0000000000000000000000000000000001'
    const names = [idOf('A'), idOf('B')].map((id) => placeholderUsername(wallet, id))
    expect(names[0]).toBe('user_abcdef_9g5faa')
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(complaints(usernameInput, name)).toEqual({})
  })
})

test.each([
  ...['anonymous', 'api', 'billing', 'deleted', 'deleted_user', 'escrow', 'everyone', 'help', 'helpdesk'],
  ...['info', 'me', 'mod', 'moderation', 'nobody', 'null', 'operator', 'owner', 'payments', 'payout'],
  ...['payouts', 'postmaster', 'root', 'security', 'settle', 'staff', 'SYSTEM', 'team', 'treasury'],
  ...['undefined', 'user', 'wallet', 'webmaster', 'adm1n', 'the_admin', 'admin_of_the_site'],
  ...['4dministrator', 'Moderator2', 'my_moderator', 'official_site', 'supp0rt_team', brand, `${brand}_help`],
])('The username %s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true)
})

test.each(['ada', 'my_payout', 'users', 'madminton', 'modest'])('The username %s is not reserved', (name) => {
  expect(isReservedName(name)).toBe(false)
})

test('Usernames that look alike have the same skeleton', () => {
  expect(nameSkeleton('Ada_Lo0134578I')).toBe('adalooleastbl')
  expect(nameSkeleton('cornervvay')).toBe('comerway')
})

test('profileInput accepts an e-mail address, an empty one and null, and rejects other texts', () => {
  const longest = `${'a'.repeat(64)}@example.com`
  for (const email of ['ada@example.com', longest, '', null, undefined])
    expect(complaints(profileInput, { email })).toEqual({})
  for (const email of ['ada', 'ada@', 'a b@example.com', `a${longest}`])
    expect(complaints(profileInput, { email })).toHaveProperty('email')
})

test('shortAddress keeps the first 6 and the last 4 characters', () => {
  expect(shortAddress('0x1234567890abcdef1234567890abcdef1234cafe')).toBe('0x1234…cafe')
})

test('publicUser has only the five public fields, without email and role', () => {
  expect(Object.keys(publicUser.shape).sort()).toEqual([
    'bio',
    'id',
    'profileImage',
    'username',
    'walletAddress',
  ])
})
