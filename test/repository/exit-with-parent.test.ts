import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const sleeper = `console.log(process.pid); setInterval(() => {}, 1000)`
const owner = `
  const args = ['test/support/exit-with-parent.ts', process.execPath, '-e', ${JSON.stringify(sleeper)}]
  require('node:child_process').spawn(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'] })
  setInterval(() => {}, 1000)
`

test('a tethered command ends with its owner, even when the owner is killed', async () => {
  const parent = spawn(process.execPath, ['-e', owner], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [written] = await once(parent.stdout, 'data')
  const sleeping = Number(String(written))
  expect(alive(sleeping)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => alive(sleeping), { timeout: 4000 }).toBe(false)
})

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
