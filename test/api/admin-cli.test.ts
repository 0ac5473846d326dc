import { expect, inject, test } from 'vitest'
import { runOperatorCommand } from '../support/run-operator-command.ts'
import { newUser, newVisitor } from '../support/shared-fixture.ts'

const { TABLE_NAME = '', DYNAMODB_ENDPOINT = '' } = inject('stack').env
const here = { TABLE_NAME, DYNAMODB_ENDPOINT }

const admin = (args: string[], env: Record<string, string> = here) =>
  runOperatorCommand('ops/admin-cli.ts', args, env)

test('an operator makes a wallet’s user an admin, however it is written, and takes it back', async () => {
  const person = await newUser()
  const { username } = await person.call('GET /api/user', {})
  const wallet = person.wallet.address.toLowerCase()
  const name = `${username} (${person.wallet.address}, ${person.id})`
  expect(await admin(['grant', wallet])).toEqual({ code: 0, output: `${name} is an admin now.` })
  expect((await person.request('GET /api/admin/dashboard')).status).toBe(200)
  expect(await admin(['grant', wallet])).toEqual({ code: 0, output: `${name} is an admin already.` })

  const revoked = await admin(['revoke', person.wallet.address])
  expect(revoked).toEqual({ code: 0, output: `${name} is no admin any more.` })
  expect((await person.request('GET /api/admin/dashboard')).status).toBe(403)
  expect(await admin(['revoke', wallet])).toEqual({ code: 0, output: `${name} is no admin.` })
})

test('or the user of a name, whatever its case', async () => {
  const person = newVisitor()
  const username = `Op_${Date.now()}`
  const { id } = await person.call('POST /api/register', { username, password: 'correct horse battery' })
  expect(await admin(['grant', username.toUpperCase()])).toEqual({
    code: 0,
    output: `${username} (no wallet, ${id}) is an admin now.`,
  })
  expect((await person.call('GET /api/user', {})).isAdmin).toBe(true)
})

test('a developer’s own keys for AWS don’t lead the command elsewhere', async () => {
  const { AWS_ACCESS_KEY_ID, AWS_PROFILE } = { AWS_ACCESS_KEY_ID: 'AKIAOFSOMEBODYELSE', AWS_PROFILE: 'work' }
  const { code, output } = await admin(['grant', 'nobody_at_all'], {
    ...here,
    AWS_ACCESS_KEY_ID,
    AWS_PROFILE,
  })
  expect([code, output]).toEqual([1, expect.stringMatching(/^Nobody in /)])
})

test.each([
  ['nobody of this name', ['grant', 'nobody_at_all'], here, /^Nobody in .* nobody_at_all\.$/],
  ['no table', ['grant', 'ada'], { DYNAMODB_ENDPOINT }, /^Set TABLE_NAME to the table of the marketplace\.$/],
  ['another table', ['grant', 'ada'], { ...here, TABLE_NAME: 'not-there' }, /^There is no such table: .*\.$/],
  [
    'nothing there',
    ['grant', 'ada'],
    { TABLE_NAME, DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' },
    /^Nothing answers/,
  ],
  [
    'AWS, and no credentials',
    ['grant', 'ada'],
    { TABLE_NAME, AWS_REGION: 'eu-west-1' },
    /^Set the credentials/,
  ],
  ['AWS, and no region', ['grant', 'ada'], { TABLE_NAME }, /^Set AWS_REGION/],
  ['no such verb', ['crown', 'ada'], here, /^npm run admin -- grant/],
  ['nobody named', ['grant'], here, /^npm run admin -- grant/],
])('%s is one sentence, and an error', async (_, args, env, says) => {
  const { code, output } = await admin(args, env as Record<string, string>)
  expect(output).toMatch(says)
  expect(output).not.toMatch(/^ {4}at /m)
  expect(code).toBe(1)
})

test('without a word it says how it is used', async () => {
  expect(await admin([])).toEqual({ code: 0, output: expect.stringContaining('TABLE_NAME') })
})
