import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { bugs } from './bugs.ts'

const run = promisify(execFile)

/** The simulation plants bugs while modules are loaded, which is Node's to do: so it has a process of its own. */
async function simulate(...parameters: string[]): Promise<string> {
  const script = path.join(import.meta.dirname, 'run.ts')
  const ended = run(process.execPath, [script, ...parameters]).catch((failed: { stdout: string }) => failed)
  return (await ended).stdout
}

test('in three hundred histories of crashes, lies and load everybody approved is paid once', async () => {
  expect(await simulate('--seeds', '300')).toContain('\n0 of them broke a promise')
}, 60_000)

test('a history told again from its seed is the same, step by step', async () => {
  const [first, again] = await Promise.all([simulate('--seed', '17'), simulate('--seed', '17')])
  expect(first).toContain('all promises kept')
  expect(again).toBe(first)
}, 60_000)

describe('the simulation finds out a product that', () => {
  let said = ''
  beforeAll(async () => {
    said = await simulate('--bugs')
  }, 120_000)

  test.each(Object.entries(bugs).map(([name, { says }]) => [says, name] as const))('%s', (_, name) => {
    expect(said).toMatch(new RegExp(`^seed \\d+ +${name} `, 'm'))
  })
})
