import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sources } from '../../local/web-app.ts'
import { root } from './repository-files.ts'

const build = `const { buildWebApp } = await import('./local/web-app.ts'); await buildWebApp(console.log)`

test('The web app is built from the files that its stamp covers, once, and again after one of them has changed', async () => {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'web-app-'))
  onTestFinished(() => fs.rmSync(copy, { recursive: true }))
  for (const file of [...sources, 'package.json'])
    fs.cpSync(path.join(root, file), path.join(copy, file), {
      recursive: true,
      filter: (from) => !path.basename(from).startsWith('dist'),
    })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
  const start = async () =>
    (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', build], { cwd: copy })).stdout
  expect(await start()).toContain('Building the web app')
  expect(await start()).toBe('')
  const built = fs.globSync('*.html', { cwd: path.join(copy, 'frontend/dist-local') }).sort()
  // The files to which infra/spa-fallback.js rewrites paths.
  expect(built).toEqual([
    ...['about.html', 'admin.html', 'app.html', 'approvals.html', 'dashboard.html', 'index.html'],
    ...['leaderboard.html', 'profile.html', 'tasks.html'],
  ])
  const page = path.join(copy, 'frontend/index.html')
  fs.writeFileSync(page, fs.readFileSync(page, 'utf8').replace('</head>', '<meta name="changed"></head>'))
  expect(await start()).toContain('Building the web app')
  expect(fs.readFileSync(path.join(copy, 'frontend/dist-local/index.html'), 'utf8')).toContain('"changed"')
})
