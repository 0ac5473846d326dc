import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

const names = ['RPC_URL', 'DEPLOYER_KEY', 'PAYER_KEY'] as const

export type Secrets = Partial<Record<(typeof names)[number], string>>

/**
 * Reads a file of secrets once. The opened file is checked, so that no other file can take its place between check and read.
 *
 * @throws RangeError with one sentence, which contains no secret
 */
function readSecretsFile(path: string): NodeJS.Dict<string> {
  let file: number
  try {
    // A named pipe without a writer would block.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new RangeError(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${code}.`)
  }
  try {
    const { mode, uid } = fstatSync(file)
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw new RangeError(`${path} is no regular file.`)
    // Windows has neither owners nor modes of this kind.
    if (process.getuid && uid !== process.getuid())
      throw new RangeError(`${path} belongs to another user: use a file of your own.`)
    if (process.getuid && mode & 0o077)
      throw new RangeError(`Others may read or write ${path}: run "chmod 600 ${path}".`)
    return parseEnv(readFileSync(file, 'utf8'))
  } finally {
    closeSync(file)
  }
}

/**
 * Takes the secrets of a launch from a file, else from environment variables. It removes the variables, so that no child
 * process inherits them.
 *
 * @throws RangeError with one sentence, which contains no secret
 */
export function takeSecrets(path: string | undefined, environment: NodeJS.ProcessEnv): Secrets {
  const given = path === undefined ? {} : readSecretsFile(path)
  const unknown = Object.keys(given).find((name) => !names.some((known) => known === name))
  if (unknown !== undefined) {
    // A line with a wrong syntax may have a secret in the place of the name.
    const what = /^[A-Z_]{1,30}$/.test(unknown)
      ? `the unknown variable ${unknown}`
      : 'a line that is not NAME=value'
    throw new RangeError(`${path} has ${what}: it may set ${names.join(', ')}.`)
  }
  const secrets: Secrets = {}
  for (const name of names) {
    if (given[name] === '') throw new RangeError(`${name} has no value in ${path}.`)
    const value = given[name] ?? environment[name]
    delete environment[name]
    if (value) secrets[name] = value
  }
  return secrets
}
