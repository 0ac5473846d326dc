// The `app` of cdk.json: sets the project up, then runs app.ts with the project's own Node. So a globally installed CDK works
// too. Plain JavaScript for Node 18 and newer, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const pathOf = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url))
const run = (node, script) => spawnSync(node, [pathOf(script)], { stdio: 'inherit' }).status ?? 1
const ownNode = pathOf(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`)

process.exitCode = run(process.execPath, 'local/setup.js') || run(ownNode, 'infra/app.ts')
