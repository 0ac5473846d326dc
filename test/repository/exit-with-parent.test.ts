import { spawn } from 'node:child_process'
import { once } from 'node:events'

const endlessScript = `console.log(process.pid); setInterval(() => {}, 1000)`
const parentScript = `
  const args = ['local/exit-with-parent.ts', process.execPath, '-e', ${JSON.stringify(endlessScript)}]
  require('node:child_process').spawn(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'] })
  setInterval(() => {}, 1000)
`

test('A command that is started with exit-with-parent.ts ends when its parent is killed', async () => {
  const parent = spawn(process.execPath, ['-e', parentScript], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = await once(parent.stdout, 'data')
  const child = Number(String(output))
  expect(isRunning(child)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isRunning(child), { timeout: 4000 }).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
