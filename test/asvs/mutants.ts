import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../repository/repository-files.ts'

export const resultsFile = path.join(root, 'test/asvs/mutant-results.txt')

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))

/**
 * The lines of mutants.txt: `requirement … | file | from | to | change`. Each is one change of the product that breaks the rule of
 * some requirements: `from`, which `file` has once, becomes `to`. `change` says so in a few words.
 */
export const mutants = linesOf(path.join(root, 'test/asvs/mutants.txt')).map((line) => {
  const [ids = '', file = '', from = '', to = '', change = ''] = line.split(' | ').map((part) => part.trim())
  return { ids: ids.split(' '), file, from, to, change }
})

export type Mutant = (typeof mutants)[number]

export const mutantOf = (id: string) => mutants.find(({ ids }) => ids.includes(id))

/** By requirement: the hash of its mutant and its tests, and the result. Written by `npm run asvs -- mutants`. */
export const results = new Map(linesOf(resultsFile).map((line) => line.split(' | ') as [string, string]))

/** A result as it is stored, with a hash, because it counts only for the same change and the same tests. */
export function resultOf({ file, from, to }: Mutant, tests: string[], result: string): string {
  const hash = createHash('sha256').update(JSON.stringify([file, from, to, tests]))
  return `${hash.digest('hex').slice(0, 12)} ${result}`
}

/** The changed content of the mutant's file. @throws RangeError unless `from` occurs once */
export function mutated({ file, from, to }: Mutant): string {
  const parts = readFileSync(path.join(root, file), 'utf8').split(from)
  if (parts.length !== 2) throw new RangeError(`${file} must contain this text of mutants.txt once: ${from}`)
  return parts.join(to)
}
