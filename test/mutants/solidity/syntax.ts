/** A node of the compiler's syntax tree. `src` is `start:length:file`, in bytes. */
export interface Node {
  nodeType: string
  src: string
  name?: string
  kind?: string
  operator?: string
  value?: string
  [member: string]: unknown
}

export type Visit = (node: Node, path: readonly Node[]) => void

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'nodeType' in value && 'src' in value

/** Calls `visit` for `node` and all its descendants, with the path of ancestors, outermost first. */
export function walk(node: Node, visit: Visit, path: readonly Node[] = []): void {
  visit(node, path)
  const below = [...path, node]
  for (const member of Object.values(node))
    for (const child of Array.isArray(member) ? member : [member])
      if (isNode(child)) walk(child, visit, below)
}

/** Byte range of a node in its file. */
export function span(node: Node): { start: number; end: number } {
  const [start = 0, length = 0] = node.src.split(':').map(Number)
  return { start, end: start + length }
}

/** Returns the node that the member `member` contains. @throws TypeError if it contains no node */
export function child(node: Node, member: string): Node {
  const found = node[member]
  if (!isNode(found)) throw new TypeError(`${node.nodeType} has no ${member}`)
  return found
}

export function children(node: Node, member: string): Node[] {
  const found = node[member]
  return Array.isArray(found) ? found.filter(isNode) : []
}

/** The type identifier of an expression. Number literals count as `uint256`. */
export function typeOf(node: Node): string {
  const { typeIdentifier = '' } = (node.typeDescriptions ?? {}) as { typeIdentifier?: string }
  return typeIdentifier.replace(/^t_rational_.*/, 't_uint256')
}
