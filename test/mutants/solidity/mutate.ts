import { child, children, type Node, span, typeOf, walk } from './syntax.ts'

/** One small change of a source file, which at least one test should notice. */
export interface Mutant {
  file: string
  /** Function and change: `TaskEscrow._open: terms.slots > MAX_SLOTS → terms.slots >= MAX_SLOTS`. */
  name: string
  line: number
  /** The complete changed source. */
  source: string
}

const operators: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!=', '<=', '>='],
  '!=': ['==', '<', '>'],
  '+': ['-', '*'],
  '-': ['+', '*'],
  '*': ['/', '+'],
  '/': ['*', '%'],
  '%': ['/', '*'],
  '&': ['|', '^'],
  '|': ['&', '^'],
  '^': ['&', '|'],
  '<<': ['>>'],
  '>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
}

const assembly: Record<string, string> = { add: 'sub', sub: 'add', mul: 'add', shl: 'shr', shr: 'shl' }
const statements = [
  'ExpressionStatement',
  'EmitStatement',
  'RevertStatement',
  'Return',
  'TryStatement',
  'PlaceholderStatement',
]

type Change = { at: Node; from?: number; to?: number; text: string }

/** Generates all mutants of a source file, in source order. */
export function mutantsOf(file: string, text: string, tree: Node): Mutant[] {
  const bytes = Buffer.from(text)
  const cut = (start: number, end: number) => bytes.subarray(start, end).toString()
  const said = (node: Node) => cut(span(node).start, span(node).end)
  const mutants = new Map<string, Mutant>()
  walk(tree, (node, path) => {
    for (const { at, from, to, text: instead } of changesOf(node, said)) {
      const whole = span(at)
      const ends =
        to === undefined &&
        statements.includes(at.nodeType) &&
        bytes.toString('utf8', whole.end, whole.end + 1) === ';'
      const [start, end] = [from ?? whole.start, to ?? (ends ? whole.end + 1 : whole.end)]
      // The body of an `if` or a loop must be a statement, so a removed statement becomes an empty block.
      const source = cut(0, start) + (ends ? '{}' : instead) + cut(end, bytes.length)
      if (source === text || mutants.has(source)) continue
      const changed = cut(whole.start, start) + instead + cut(end, whole.end)
      const label = `${placeOf(path)}: ${flat(said(at))} → ${flat(changed) || 'nothing'}`
      const before = [...mutants.values()].filter(({ name }) => name.split(' #')[0] === label).length
      const name = before === 0 ? label : `${label} #${before + 1}`
      mutants.set(source, { file, name, line: cut(0, start).split('\n').length, source })
    }
  })
  return [...mutants.values()]
}

function* changesOf(node: Node, said: (node: Node) => string): Generator<Change> {
  if (node.nodeType === 'BinaryOperation') {
    const [from, to] = [span(child(node, 'leftExpression')).end, span(child(node, 'rightExpression')).start]
    const sameForUnsigned = /^(address\()?0\)?$/.test(said(child(node, 'rightExpression')))
      ? ['==<=', '!=>']
      : []
    for (const other of operators[node.operator ?? ''] ?? [])
      if (!sameForUnsigned.includes(`${node.operator}${other}`))
        yield { at: node, from, to, text: ` ${other} ` }
  }
  if (node.nodeType === 'UnaryOperation') {
    const operand = said(child(node, 'subExpression'))
    if (node.operator === '++') yield { at: node, text: `${operand}--` }
    else if (node.operator === '--') yield { at: node, text: `${operand}++` }
    else yield { at: node, text: operand }
  }
  if (node.nodeType === 'Assignment' && node.operator !== '=') {
    const [from, to] = [span(child(node, 'leftHandSide')).end, span(child(node, 'rightHandSide')).start]
    for (const other of ['', ...(operators[node.operator?.slice(0, -1) ?? ''] ?? [])])
      yield { at: node, from, to, text: ` ${other}= ` }
  }
  if (node.nodeType === 'Literal')
    for (const text of otherLiterals(node, said(node))) yield { at: node, text }
  if (node.nodeType === 'YulFunctionCall') {
    const called = child(node, 'functionName')
    const other = assembly[called.name ?? '']
    if (other) yield { at: node, from: span(called).start, to: span(called).end, text: other }
  }
  if (node.condition) for (const text of ['true', 'false']) yield { at: child(node, 'condition'), text }
  if (statements.includes(node.nodeType)) yield { at: node, text: '' }
  if (node.nodeType === 'ModifierInvocation' && node.kind === 'modifierInvocation')
    yield { at: node, text: '' }
  if (node.nodeType === 'FunctionCall') yield* swaps(node, said)
}

function otherLiterals(node: Node, text: string): string[] {
  if (node.kind === 'bool') return [text === 'true' ? 'false' : 'true']
  if (node.kind === 'string') return ['""']
  if (node.kind !== 'number') return []
  const [digits = '', unit] = text.split(' ')
  const value = BigInt(Number(digits))
  const other = [value + 1n, value - 1n, 0n].filter((one) => one >= 0n && one !== value)
  return [...new Set(other)].map((one) => (unit ? `${one} ${unit}` : `${one}`))
}

/** Swaps adjacent arguments of the same type. */
function* swaps(node: Node, said: (node: Node) => string): Generator<Change> {
  const given = children(node, 'arguments')
  for (const [index, one] of given.entries()) {
    const other = given[index + 1]
    if (!other || typeOf(one) !== typeOf(other)) continue
    const list = given.map(said)
    ;[list[index], list[index + 1]] = [said(other), said(one)]
    yield {
      at: node,
      from: span(given[0] ?? one).start,
      to: span(given.at(-1) ?? one).end,
      text: list.join(', '),
    }
  }
}

function placeOf(path: readonly Node[]): string {
  const named = path.filter(({ nodeType }) => /^(Contract|Function|Modifier)Definition$/.test(nodeType))
  return named.map(({ name, kind }) => name || kind).join('.')
}

const flat = (text: string) => text.replace(/\s+/g, ' ')
