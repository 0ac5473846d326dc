import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { plantedFaults } from './planted-faults.ts'

const run = promisify(execFile)

/** Runs the simulation in a process of its own, because faults are planted by Node's module hooks. */
async function simulate(...parameters: string[]): Promise<string> {
  const script = path.join(import.meta.dirname, 'run.ts')
  const ended = run(process.execPath, [script, ...parameters]).catch((failed: { stdout: string }) => failed)
  return (await ended).stdout
}

test('300 simulated histories with crashes and faults violate no invariant of payouts', async () => {
  expect(await simulate('--seeds', '300')).toContain('\n0 of them violated an invariant')
}, 60_000)

test('Running a seed twice gives the same simulated history, step by step', async () => {
  const [first, again] = await Promise.all([simulate('--seed', '17'), simulate('--seed', '17')])
  expect(first).toContain('no violation')
  expect(again).toBe(first)
}, 60_000)

describe('The simulation finds the planted fault: the product', () => {
  let output = ''
  beforeAll(async () => {
    output = await simulate('--faults')
  }, 240_000)

  test.each(
    Object.entries(plantedFaults).map(([name, { description }]) => [description, name] as const),
  )('%s', (_, name) => {
    expect(output).toMatch(new RegExp(`^seed \\d+ +${name} `, 'm'))
  })
})
