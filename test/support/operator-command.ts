import { execFile } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** What an operator's command does with these words, in an environment that knows no more than this. */
export function operatorCommand(file: string, words: string[], env: Record<string, string>) {
  const { PATH = '' } = process.env
  return new Promise<{ code: number; said: string }>((resolve) => {
    const settings = { cwd: root, env: { PATH, AWS_EC2_METADATA_DISABLED: 'true', ...env } }
    const child = execFile(process.execPath, [path.join(root, file), ...words], settings, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, said: (out + error).trim() }),
    )
  })
}
