import { inject } from 'vitest'
import { runOperatorCommand } from '../support/run-operator-command.ts'
import { newUser, newVisitor } from '../support/shared-fixture.ts'

const { TABLE_NAME = '', DYNAMODB_ENDPOINT = '' } = inject('stack').env
const testStackEnv = { TABLE_NAME, DYNAMODB_ENDPOINT }

const admin = (args: string[], env: Record<string, string> = testStackEnv) =>
  runOperatorCommand('ops/admin.ts', args, env)

test('`admin grant` and `admin revoke` find a user by wallet address in any letter case, and `audit` prints both once', async () => {
  const person = await newUser()
  const { username } = await person.call('GET /api/user', {})
  const wallet = person.wallet.address.toLowerCase()
  const name = `${username} (${person.wallet.address}, ${person.id})`
  expect(await admin(['grant', wallet])).toEqual({ code: 0, output: `${name} is now an admin.` })
  expect((await person.request('GET /api/admin/dashboard')).status).toBe(200)
  expect(await admin(['grant', wallet])).toEqual({ code: 0, output: `${name} is already an admin.` })

  const revoked = await admin(['revoke', person.wallet.address])
  expect(revoked).toEqual({ code: 0, output: `${name} is no longer an admin.` })
  expect((await person.request('GET /api/admin/dashboard')).status).toBe(403)
  expect(await admin(['revoke', wallet])).toEqual({ code: 0, output: `${name} is not an admin.` })
  const { events } = await person.call('GET /api/user/security', {})
  expect(events.map(({ kind }) => kind)).toEqual(['admin-revoked', 'admin-granted', 'new-device'])

  const { output } = await runOperatorCommand('ops/audit.ts', ['500'], testStackEnv)
  const own = output.split('\n').filter((line) => line.includes(person.id))
  expect(own.map((line) => line.slice(26))).toEqual(
    ['revoke', 'grant'].map((action) => `npm run admin  ${action}  user ${person.id} "${username}"`),
  )
})

test('Who loses admin rights loses a reserved username', async () => {
  const person = await newUser()
  await admin(['grant', person.wallet.address])
  await person.call('POST /api/user/update-username', { username: 'official_helper' })
  await admin(['revoke', person.wallet.address])
  expect((await person.call('GET /api/user', {})).username).toMatch(/^user_[0-9a-z]{12}$/)
})

test('`admin grant` finds a user by username in any letter case', async () => {
  const person = newVisitor()
  const username = `Op_${Date.now()}`
  const { id } = await person.call('POST /api/register', { username, password: 'correct horse battery' })
  expect(await admin(['grant', username.toUpperCase()])).toEqual({
    code: 0,
    output: `${username} (no wallet, ${id}) is now an admin.`,
  })
  expect((await person.call('GET /api/user', {})).isAdmin).toBe(true)
})

test('`admin sign-out` ends every session of a user whose account was taken over', async () => {
  const person = await newUser()
  const { username } = await person.call('GET /api/user', {})
  const { code, output } = await admin(['sign-out', username])
  expect([code, output]).toEqual([0, expect.stringMatching(/ is signed out everywhere\.$/)])
  expect((await person.request('GET /api/user')).status).toBe(401)
})

test('The admin command uses DYNAMODB_ENDPOINT even when the environment has an AWS profile and access key', async () => {
  const { AWS_ACCESS_KEY_ID, AWS_PROFILE } = { AWS_ACCESS_KEY_ID: 'AKIAOFSOMEBODYELSE', AWS_PROFILE: 'work' }
  const { code, output } = await admin(['grant', 'nobody_at_all'], {
    ...testStackEnv,
    AWS_ACCESS_KEY_ID,
    AWS_PROFILE,
  })
  expect([code, output]).toEqual([1, expect.stringMatching(/^No user in /)])
})

test.each([
  ['an unknown username', ['grant', 'nobody_at_all'], testStackEnv, /^No user in .* nobody_at_all\.$/],
  [
    'no TABLE_NAME',
    ['grant', 'ada'],
    { DYNAMODB_ENDPOINT },
    /^Set TABLE_NAME to the table of the marketplace\.$/,
  ],
  [
    'a table that does not exist',
    ['grant', 'ada'],
    { ...testStackEnv, TABLE_NAME: 'not-there' },
    /^There is no such table: .*\.$/,
  ],
  [
    'an endpoint where nothing listens',
    ['grant', 'ada'],
    { TABLE_NAME, DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' },
    /^Nothing answers/,
  ],
  [
    'an AWS region without credentials',
    ['grant', 'ada'],
    { TABLE_NAME, AWS_REGION: 'eu-west-1' },
    /^Set AWS credentials/,
  ],
  ['neither an endpoint nor an AWS region', ['grant', 'ada'], { TABLE_NAME }, /^Set AWS_REGION/],
  ['an unknown subcommand', ['crown', 'ada'], testStackEnv, /^npm run admin -- grant/],
  ['no user argument', ['grant'], testStackEnv, /^npm run admin -- grant/],
])('With %s the admin command prints a message without a stack trace and exits with 1', async (_, args, env, message) => {
  const { code, output } = await admin(args, env as Record<string, string>)
  expect(output).toMatch(message)
  expect(output).not.toMatch(/^ {4}at /m)
  expect(code).toBe(1)
})

test('Without arguments the admin command prints its usage and exits with 0', async () => {
  expect(await admin([])).toEqual({ code: 0, output: expect.stringContaining('TABLE_NAME') })
})
