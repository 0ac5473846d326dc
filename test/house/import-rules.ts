import { onlyPackages, outside, packages, rooms } from './rooms.ts'

/** `to` is a file of ours (path from the root) or a package's name. */
export type Import = { from: string; to: string; kind: 'file' | 'package'; typesOnly: boolean }
export type Graph = { files: string[]; imports: Import[] }

const roomOf = (file: string) => rooms.find((room) => room.files.test(file))

/** Every breach of the import rules in a graph of imports, each as one sentence. */
export function check(graph: Graph): string[] {
  return [
    ...graph.files.flatMap(placed),
    ...graph.imports.flatMap((one) => (one.kind === 'file' ? checkFile(one) : checkPackage(one))),
    ...cycles(graph).map((cycle) => `These files import each other in a circle: ${cycle.join(' → ')}.`),
  ]
}

function placed(file: string): string[] {
  if (outside.test(file) || roomOf(file)) return []
  return [`${file} stands in no room: give it one in test/house/rooms.ts.`]
}

function checkFile({ from, to, typesOnly }: Import): string[] {
  if (outside.test(from)) return []
  const [own, other] = [roomOf(from), roomOf(to)]
  if (!own || own === other) return []
  if (!other) return [`${from} imports ${to}, but only tests may import that.`]
  if (own.mayImport.includes(other.name)) return []
  const types = own.mayImportTypes?.includes(other.name)
  if (types && typesOnly) return []
  const allowed = own.mayImport.length > 0 ? `only ${own.mayImport.join(', ')}` : 'no other room'
  return [
    types
      ? `${from} imports ${to}, but ${own.name} may import only types from ${other.name}.`
      : `${from} imports ${to}, but ${own.name} may import ${allowed}.`,
  ]
}

function checkPackage({ from, to }: Import): string[] {
  const own = roomOf(from)
  if (outside.test(from) || !own) return []
  const only = onlyPackages[own.name]
  if (only && !only.allowed.test(to))
    return [`${from} imports ${to}, but ${own.name} may import only ${only.says}.`]
  const owned = packages.find(({ named }) => named.test(to))
  if (owned && !owned.rooms.includes(own.name))
    return [`${from} imports ${to}, but only ${owned.rooms.join(', ')} may name that package.`]
  return []
}

/** One circle for every group of files that reach each other (Tarjan's strongly connected components), imports of types included. */
function cycles({ files, imports }: Graph): string[][] {
  const next = new Map<string, string[]>(files.map((file) => [file, []]))
  for (const { from, to, kind } of imports) if (kind === 'file' && next.has(to)) next.get(from)?.push(to)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []
  const low = (file: string) => lowest.get(file) ?? Number.POSITIVE_INFINITY

  function visit(file: string): void {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    stack.push(file)
    for (const target of next.get(file) ?? []) {
      if (!order.has(target)) {
        visit(target)
        lowest.set(file, Math.min(low(file), low(target)))
      } else if (stack.includes(target)) lowest.set(file, Math.min(low(file), order.get(target) ?? 0))
    }
    if (low(file) === order.get(file)) groups.push(stack.splice(stack.indexOf(file)))
  }

  for (const file of files) if (!order.has(file)) visit(file)
  return groups.flatMap((group) => circle(group, next))
}

/** A shortest way from a file of the group back to itself. */
function circle(group: string[], next: Map<string, string[]>): string[][] {
  const start = group[0] ?? ''
  const ways = [[start]]
  const seen = new Set<string>()
  for (const way of ways)
    for (const target of next.get(way.at(-1) ?? '') ?? []) {
      if (target === start) return [[...way, start]]
      if (!group.includes(target) || seen.has(target)) continue
      seen.add(target)
      ways.push([...way, target])
    }
  return []
}
