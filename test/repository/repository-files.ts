import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** The plain patterns of .gitignore (`name/`, `folder/name`, `*.ending`) as expressions, so that the tests need no git. */
const ignored = fs
  .readFileSync(path.join(root, '.gitignore'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*'))
  .map((line) => new RegExp(line.includes('/') ? `^${line.replace(/^\//, '')}$` : `(^|/)${line}$`))

/** Every file of the repository that is not ignored, as a path from its root with forward slashes. */
export function files(folder = ''): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (entry.name === '.git' || ignored.some((pattern) => pattern.test(file))) return []
    return entry.isDirectory() ? files(file) : [file]
  })
}
