import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** What .gitignore leaves out, by its plain patterns (`name/`, `*.ending`, `name`); enough for ours, and needs no git. */
const ignored = fs
  .readFileSync(path.join(root, '.gitignore'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => new RegExp(`^${line.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '.*')}$`))

/** Every file of the repository, as a path from its root with forward slashes. */
export function files(folder = ''): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === '.git' || ignored.some((pattern) => pattern.test(entry.name))) return []
    const file = path.posix.join(folder, entry.name)
    return entry.isDirectory() ? files(file) : [file]
  })
}
