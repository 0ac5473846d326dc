// Every npm script and the `app` of cdk.json start with this: it sets the project up, then runs the file that its first argument
// names with the project's own Node, whatever Node the host has. Plain JavaScript for Node 18 and newer, because it runs before
// anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const pathOf = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url))
const ownNode = pathOf(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`)
const [file, ...args] = process.argv.slice(2)

const { status } = spawnSync(process.execPath, [pathOf('local/setup.js')], { stdio: 'inherit' })
process.exitCode = status ?? 1
if (status === 0) {
  const child = spawn(ownNode, [pathOf(file), ...args], { stdio: 'inherit' })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
  // A terminal sends Ctrl-C to the child too, so this process only has to wait for the child's end.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
}
