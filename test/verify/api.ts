// npm run verify:api -- [--examples N] [--seed N]
// Schemathesis makes requests from /api/openapi.json and compares each answer with that document: as a visitor, as a user and as an
// admin, on a stack of its own.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openFixture } from '../support/fixture.ts'
import { startInProcessStack } from '../support/in-process-stack.ts'
import { cached, install, root } from './tools.ts'

const { values: options } = parseArgs({
  options: { examples: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
})

/** Operations that end the session of the caller, after which the others would only answer 401. */
const endings = ['logout', 'deleteAccount', 'endSessions', 'setPassword']

/**
 * Not checked: that another method answers 405, because unknown calls answer 404; and that what the schemas accept is accepted,
 * because they cannot say every rule, such as that a password is hard to guess.
 */
const unchecked = ['unsupported_method', 'positive_data_acceptance']

install()
const { connection, stack } = await startInProcessStack()
const { newAdmin, newUser, postedTask, submittedTo } = openFixture(connection)
await submittedTo((await postedTask()).task)

function test(name: string, cookie = ''): Promise<boolean> {
  console.log(`\n── as ${name}`)
  const session = /session=([^;]+)/.exec(cookie)?.[1]
  const config = cached('schemathesis.toml')
  writeFileSync(config, session ? `[auth.openapi.session]\napi_key = "${session}"\n` : '')
  const words = [
    ...['--config-file', config, 'run', `${stack.origin}/api/openapi.json`],
    ...['--seed', options.seed, '--max-examples', options.examples, '--continue-on-failure', '--no-shrink'],
    ...['--suppress-health-check', 'all', '--exclude-checks', unchecked.join(',')],
    ...['--header', `Origin: ${stack.origin}`, ...endings.flatMap((id) => ['--exclude-operation-id', id])],
  ]
  return new Promise((resolve) =>
    spawn('schemathesis', words, { cwd: root, stdio: 'inherit' }).on('exit', (code) => resolve(code === 0)),
  )
}

const results = [
  await test('a visitor'),
  await test('a user', (await newUser()).cookie),
  await test('an admin', (await newAdmin()).cookie),
]
await stack.close()
process.exitCode = results.every(Boolean) ? 0 : 1
