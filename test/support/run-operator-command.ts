import { execFile } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Runs an operator command with only `PATH`, Node’s cache and these environment variables; `output` is stdout followed by stderr. */
export function runOperatorCommand(file: string, args: string[], env: Record<string, string>) {
  const { NODE_COMPILE_CACHE = '', PATH = '' } = process.env
  return new Promise<{ code: number; output: string }>((resolve) => {
    const settings = {
      cwd: root,
      env: { NODE_COMPILE_CACHE, PATH, AWS_EC2_METADATA_DISABLED: 'true', ...env },
    }
    const child = execFile(process.execPath, [path.join(root, file), ...args], settings, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, output: (out + error).trim() }),
    )
  })
}
