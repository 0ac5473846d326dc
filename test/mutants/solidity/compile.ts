import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Node } from './syntax.ts'

const require = createRequire(import.meta.url)
const solc: { compile(input: string, callbacks: { import(path: string): { contents: string } }): string } =
  require('solc')
const root = join(import.meta.dirname, '../../..')

interface Output {
  errors?: { severity: string; formattedMessage: string }[]
  sources: Record<string, { ast: Node }>
  contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}

export const contracts = ['TaskEscrow', 'TaxToken', 'TaxVotes'] as const
export const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Parses a source file. The path is relative to the repository's root. */
export function parse(path: string): Node {
  const ast = run(path, new Map(), { '': ['ast'] }, {}).sources[path]?.ast
  if (!ast) throw new Error(`${path} does not parse`)
  return ast
}

/**
 * Compiles a contract with some source files replaced. Returns its creation code as 0x hex, or null if it does not compile.
 *
 * @param asDeployed with the optimizer, as on a real network. This is ten times slower. If two sources give the same
 * optimized code, they behave the same.
 */
export function compile(
  contract: (typeof contracts)[number],
  replaced: ReadonlyMap<string, string>,
  asDeployed = false,
): string | null {
  const path = `contracts/${contract}.sol`
  const settings = asDeployed ? { viaIR: true, optimizer: { enabled: true, runs: 1_000_000 } } : {}
  const output = run(
    path,
    replaced,
    { [contract]: ['evm.bytecode.object'] },
    { ...settings, metadata: { bytecodeHash: 'none' } },
  )
  const code = output.contracts?.[path]?.[contract]?.evm.bytecode.object
  return code ? `0x${code}` : null
}

function run(
  path: string,
  replaced: ReadonlyMap<string, string>,
  selection: object,
  settings: object,
): Output {
  const source = (file: string) =>
    replaced.get(file) ?? read(file.startsWith('@') ? `node_modules/${file}` : file)
  const input = {
    language: 'Solidity',
    sources: { [path]: { content: source(path) } },
    settings: { evmVersion: 'cancun', ...settings, outputSelection: { [path]: selection } },
  }
  return JSON.parse(solc.compile(JSON.stringify(input), { import: (file) => ({ contents: source(file) }) }))
}
