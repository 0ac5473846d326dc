import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Tools, their output and their caches. Deleting the folder installs everything again. */
const folder = join(root, '.cache/verify')

const requirements = join(import.meta.dirname, 'requirements.txt')
const forge = '@foundry-rs/forge@1.7.1'
const bins = [join(folder, 'venv/bin'), join(folder, 'node_modules/.bin'), dirname(process.execPath)]

process.env.PATH = [...bins, process.env.PATH].join(delimiter)

/** Runs a program, an installed one first, in the root of the project. Returns true if it exits with 0. */
export const run = (program: string, ...words: string[]): boolean =>
  spawnSync(program, words, { cwd: root, stdio: 'inherit' }).status === 0

function must(program: string, ...words: string[]): void {
  if (!run(program, ...words)) throw new Error(`This command failed: ${program} ${words.join(' ')}`)
}

/** Installs the pinned tools in `.cache/verify`, unless they are there. Needs Python 3.10 or newer and the package registries. */
export function install(): void {
  const wanted = `${readFileSync(requirements, 'utf8')}${forge}\n`
  const stamp = join(folder, 'installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  mkdirSync(folder, { recursive: true })
  must('python3', '-m', 'venv', join(folder, 'venv'))
  must('pip', 'install', '--quiet', '--requirement', requirements)
  must('npm', 'install', '--ignore-scripts', '--prefix', folder, '--no-save', '--no-package-lock', forge)
  writeFileSync(stamp, wanted)
}

/** A path in `.cache/verify`. */
export const cached = (name: string): string => join(folder, name)
