import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import type { Graph, Import } from './import-rules.ts'

/** The imports of every TypeScript and JavaScript file among `files` (paths from `root`), types and `import()` included. */
export function readGraph(root: string, files: string[]): Graph {
  const sources = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !file.endsWith('.d.ts'))
  const known = new Set(files)
  return {
    files: sources,
    imports: sources.flatMap((file) =>
      importsOf(file, fs.readFileSync(path.join(root, file), 'utf8'), known),
    ),
  }
}

/** The imports one file's text holds; `known` are the files a relative import can mean. */
export function importsOf(file: string, text: string, known: Set<string> = new Set()): Import[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: Import[] = []
  walk(program, (node) => {
    const specifier = specifierOf(node)
    if (specifier !== undefined)
      found.push({ from: file, ...target(file, specifier, known), typesOnly: isTypesOnly(node) })
  })
  return found
}

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit)
  if (!isNode(value)) return
  visit(value)
  for (const child of Object.values(value)) walk(child, visit)
}

const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

function specifierOf(node: Node): string | undefined {
  if (!importing.has(node.type) || !isNode(node.source)) return undefined
  return typeof node.source.value === 'string' ? node.source.value : undefined
}

function isTypesOnly(node: Node): boolean {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true
  const names = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : []
  return names.length > 0 && names.every((name) => name.importKind === 'type' || name.exportKind === 'type')
}

function target(file: string, specifier: string, known: Set<string>): Pick<Import, 'to' | 'kind'> {
  if (!specifier.startsWith('.'))
    return { to: /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier, kind: 'package' }
  const plain = path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''))
  const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
  return { to: endings.map((ending) => plain + ending).find((one) => known.has(one)) ?? plain, kind: 'file' }
}
