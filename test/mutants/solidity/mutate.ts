import { type Change, type Mutant, toMutants } from '../mutant.ts'
import { child, children, type Node, span, typeOf, walk } from './syntax.ts'

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

type Replacement = { at: Node; from?: number; to?: number; text: string }

/** Generates all mutants of a source file, in source order. */
export function mutantsOf(file: string, text: string, tree: Node): Mutant[] {
  const bytes = Buffer.from(text)
  const slice = (start: number, end?: number) => bytes.subarray(start, end).toString()
  const textOf = (node: Node) => slice(span(node).start, span(node).end)
  const changes: Change[] = []
  walk(tree, (node, path) => {
    for (const { at, from, to, text: instead } of replacementsOf(node, textOf)) {
      const { start, end } = span(at)
      // The body of an `if` or a loop must be a statement, so a removed statement becomes an empty block.
      const isStatement = to === undefined && statements.includes(at.nodeType) && slice(end, end + 1) === ';'
      changes.push({
        start: from ?? start,
        end: to ?? (isStatement ? end + 1 : end),
        text: isStatement ? '{}' : instead,
        shownStart: start,
        shownEnd: end,
        place: placeOf(path),
      })
    }
  })
  return toMutants(file, slice, changes)
}

function* replacementsOf(node: Node, textOf: (node: Node) => string): Generator<Replacement> {
  if (node.nodeType === 'BinaryOperation') {
    const [from, to] = [span(child(node, 'leftExpression')).end, span(child(node, 'rightExpression')).start]
    const sameForUnsigned = /^(address\()?0\)?$/.test(textOf(child(node, 'rightExpression')))
      ? ['==<=', '!=>']
      : []
    for (const other of operators[node.operator ?? ''] ?? [])
      if (!sameForUnsigned.includes(`${node.operator}${other}`))
        yield { at: node, from, to, text: ` ${other} ` }
  }
  if (node.nodeType === 'UnaryOperation') {
    const operand = textOf(child(node, 'subExpression'))
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
    for (const text of otherLiterals(node, textOf(node))) yield { at: node, text }
  if (node.nodeType === 'YulFunctionCall') {
    const called = child(node, 'functionName')
    const other = assembly[called.name ?? '']
    if (other) yield { at: node, from: span(called).start, to: span(called).end, text: other }
  }
  if (node.condition) for (const text of ['true', 'false']) yield { at: child(node, 'condition'), text }
  if (statements.includes(node.nodeType)) yield { at: node, text: '' }
  if (node.nodeType === 'ModifierInvocation' && node.kind === 'modifierInvocation')
    yield { at: node, text: '' }
  if (node.nodeType === 'FunctionCall') yield* swaps(node, textOf)
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
function* swaps(node: Node, textOf: (node: Node) => string): Generator<Replacement> {
  const given = children(node, 'arguments')
  for (const [index, one] of given.entries()) {
    const other = given[index + 1]
    if (!other || typeOf(one) !== typeOf(other)) continue
    const list = given.map(textOf)
    ;[list[index], list[index + 1]] = [textOf(other), textOf(one)]
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
