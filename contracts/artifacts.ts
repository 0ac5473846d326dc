import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'artifacts', 'sources.sha256')

export type ContractName = 'TaxToken' | 'TaxVotes' | 'TaskEscrow'

export interface Artifact {
  abi: { type: string; name?: string }[]
  bytecode: string
  /** The code after deployment, with zeros where the constructor writes immutable variables. */
  deployedBytecode: string
  /** Where the immutable variables are in the deployed code, in bytes. */
  immutableReferences: Record<string, { start: number; length: number }[]>
  /** Name of the source file in the compiler's input. */
  inputSourceName: string
  buildInfoId: string
}

/**
 * Returns a compiled contract. Compiles first if the sources, the settings or the compiler version have changed.
 *
 * @throws Error with the compiler's output if the contracts do not compile
 */
export function readArtifact(name: ContractName): Artifact {
  build()
  return readJson(join('contracts', `${name}.sol`, `${name}.json`))
}

/** The compiler's version and input (standard JSON) that made an artifact. */
export const readBuildInfo = ({ buildInfoId }: Artifact): { solcLongVersion: string; input: object } =>
  readJson(join('build-info', `${buildInfoId}.json`))

const readJson = (file: string) => JSON.parse(readFileSync(join(root, 'artifacts', file), 'utf8'))

/** Compiles the contracts if anything has changed since the last time. Returns true if it compiled. */
export function build(): boolean {
  const sources = fingerprint()
  if (readStamp() === sources) return false
  const hardhat = join(root, 'node_modules', 'hardhat', 'dist', 'src', 'cli.js')
  const config = join(import.meta.dirname, 'hardhat.config.ts')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [hardhat, '--config', config, 'build', '--no-tests', '--quiet'],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The contracts do not compile:\n${stdout}${stderr}`)
  writeFileSync(stamp, sources)
  return true
}

/** Hash of everything that the compiled code depends on: sources, settings and pinned versions of dependencies. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(import.meta.dirname).sort()) {
    if (file.endsWith('.sol') || file === 'hardhat.config.ts')
      hash.update(file).update(readFileSync(join(import.meta.dirname, file)))
  }
  const { devDependencies: pins } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of ['@openzeppelin/contracts', 'hardhat', 'solc']) hash.update(`${name}@${pins[name]}\n`)
  return hash.digest('hex')
}

function readStamp(): string | null {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return null // never compiled
  }
}

if (import.meta.main) console.log(build() ? 'Compiled the contracts.' : 'The contracts are up to date.')
