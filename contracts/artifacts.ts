import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'artifacts', 'sources.sha256')
const prebuiltFile = join(import.meta.dirname, 'prebuilt.json')

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
}

/** The contracts as compiled from the sources with the hash `sources`. Committed, because compiling takes half a minute. */
interface Prebuilt {
  sources: string
  contracts: Record<ContractName, Artifact>
}

/**
 * Returns a compiled contract. Compiles first if the sources, the settings or the compiler version have changed.
 *
 * @throws Error with the compiler's output if the contracts do not compile
 */
export function readArtifact(name: ContractName): Artifact {
  if (!isPrebuilt()) build()
  return readPrebuilt().contracts[name]
}

/** Whether prebuilt.json was compiled from these sources. */
export const isPrebuilt = () => readPrebuilt().sources === fingerprint()

/** The compiler's version and input (standard JSON) that made a contract. */
export function readBuildInfo(name: ContractName): { solcLongVersion: string; input: object } {
  build()
  return readJson(join('build-info', `${readJson(artifactFile(name)).buildInfoId}.json`))
}

const artifactFile = (name: ContractName) => join('contracts', `${name}.sol`, `${name}.json`)

const readJson = (file: string) => JSON.parse(readFileSync(join(root, 'artifacts', file), 'utf8'))
const readPrebuilt = (): Prebuilt => JSON.parse(readFileSync(prebuiltFile, 'utf8'))

/**
 * Compiles the contracts if anything has changed since the last time, and updates prebuilt.json.
 * Returns true if it compiled.
 *
 * @throws Error if prebuilt.json names these sources but contains other code
 */
export function build(): boolean {
  const sources = fingerprint()
  const stale = readStamp() !== sources
  if (stale) compile(sources)
  const [TaxToken, TaxVotes, TaskEscrow] = [pick('TaxToken'), pick('TaxVotes'), pick('TaskEscrow')]
  const prebuilt: Prebuilt = { sources, contracts: { TaxToken, TaxVotes, TaskEscrow } }
  if (!isPrebuilt()) writeFileSync(prebuiltFile, `${JSON.stringify(prebuilt)}\n`)
  if (!isDeepStrictEqual(readPrebuilt(), prebuilt))
    throw new Error(
      'contracts/prebuilt.json is not what the compiler makes: restore it, then run this again.',
    )
  return stale
}

/** The fields of Hardhat's artifact that are read here. */
function pick(name: ContractName): Artifact {
  const { abi, bytecode, deployedBytecode, immutableReferences, inputSourceName } = readJson(
    artifactFile(name),
  )
  return { abi, bytecode, deployedBytecode, immutableReferences, inputSourceName }
}

function compile(sources: string): void {
  const hardhat = join(root, 'node_modules', 'hardhat', 'dist', 'src', 'cli.js')
  const config = join(import.meta.dirname, 'hardhat.config.ts')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [hardhat, '--config', config, 'build', '--no-tests', '--quiet'],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The contracts do not compile:\n${stdout}${stderr}`)
  writeFileSync(stamp, sources)
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

if (import.meta.main) {
  if (process.env.CI && !isPrebuilt())
    throw new Error('contracts/prebuilt.json is stale: run "npm run contracts:build", then commit it.')
  console.log(build() ? 'Compiled the contracts.' : 'The contracts are up to date.')
}
