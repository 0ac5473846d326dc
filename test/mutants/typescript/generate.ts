import { parseSync } from 'vite'
import { type Change, type Mutant, toMutants } from '../mutant.ts'

/** A node of oxc's ESTree syntax tree. `start` and `end` are offsets in UTF-16 code units. */
interface Node {
  type: string
  start: number
  end: number
  [member: string]: unknown
}
type Path = readonly Node[]
type Replacement = { at: Node; start?: number; end?: number; text: string }

const comparisons: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}
const arithmetic: Record<string, string[]> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
}
const methods: Record<string, string> = { every: 'some', some: 'every', min: 'max', max: 'min' }
/** Calls of a validation chain that are removed: `z.number().int().max(5)` → `z.number().max(5)`. */
const validations =
  /^(int|positive|min|max|trim|regex|refine|check|nullable|nullish|optional|default|partial|or|transform)$/
/** Members without behaviour: types and decorators. */
const skippedMembers =
  /^(type|typeAnnotation|returnType|typeParameters|typeArguments|superTypeArguments|implements|decorators|source|attributes)$/
const skippedNodes = /^(Import|ExportAll|TS(?!AsExpression|SatisfiesExpression|NonNullExpression))/
const logCall = /(^|[.#])(log|logger|console)\.\w+$/

/** Generates all mutants of a TypeScript file, in source order. Types, imports, log lines and messages stay. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`)
  return toMutants(
    file,
    (start, end) => text.slice(start, end),
    changesOf(file, program as unknown as Node, text),
  )
}

function* changesOf(file: string, program: Node, text: string): Generator<Change> {
  for (const [node, path] of walk(program, text, []))
    for (const { at, start = at.start, end = at.end, text: instead } of replacements(node, path, text))
      yield {
        start,
        end,
        text: instead,
        shownStart: at.start,
        shownEnd: at.end,
        place: [file, ...placeOf(path)].join(' '),
      }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string' && 'start' in value

function* walk(node: Node, text: string, path: Path): Generator<[Node, Path]> {
  if (skippedNodes.test(node.type)) return
  if (isLogCall(node, text) || isLogCall(node.expression, text)) return
  yield [node, path]
  const below = [...path, node]
  for (const [member, value] of Object.entries(node)) {
    if (skippedMembers.test(member)) continue
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* walk(child, text, below)
  }
}

const isLogCall = (node: unknown, text: string) =>
  isNode(node) && node.type === 'CallExpression' && logCall.test(said(node.callee as Node, text))

/** True for `if (…) log.info(…)`: a negated condition changes nothing but the log. */
const onlyLogs = ({ alternate, consequent }: Node, text: string) =>
  !alternate && isLogCall((consequent as Node).expression, text)

const said = (node: Node, text: string) => text.slice(node.start, node.end)

function* replacements(node: Node, path: Path, text: string): Generator<Replacement> {
  const parent = path.at(-1)
  if (node.type === 'BinaryExpression') yield* binary(node)
  if (node.type === 'LogicalExpression') yield* logical(node, text)
  if (node.type === 'UnaryExpression' && node.operator === '!')
    yield { at: node, text: said(node.argument as Node, text) }
  if (
    (node.type === 'IfStatement' && !onlyLogs(node, text)) ||
    node.type === 'ConditionalExpression' ||
    node.type === 'WhileStatement'
  )
    yield* negation(node.test as Node, text)
  if (node.type === 'Literal') yield* literal(node, parent, text)
  if (node.type === 'ArrayExpression' || node.type === 'ObjectExpression') yield* elements(node, path)
  if (node.type === 'CallExpression') yield* call(node, text)
  if (isRemovable(node, path)) yield { at: node, text: parent?.type === 'BlockStatement' ? '' : '{}' }
}

function* binary(node: Node): Generator<Replacement> {
  const [left, right] = [node.left as Node, node.right as Node]
  const operator = node.operator as string
  const isText = [left, right].some(
    (side) => side.type === 'TemplateLiteral' || typeof side.value === 'string',
  )
  for (const other of comparisons[operator] ?? (isText ? [] : (arithmetic[operator] ?? [])))
    yield { at: node, start: left.end, end: right.start, text: ` ${other} ` }
  if (comparisons[operator])
    for (const side of [left, right])
      if (typeof side.value === 'string')
        yield { at: node, start: side.start, end: side.end, text: "'mutant'" }
}

function* logical(node: Node, text: string): Generator<Replacement> {
  const [left, right] = [node.left as Node, node.right as Node]
  if (node.operator === '??') return yield { at: node, text: said(left, text) }
  yield { at: node, start: left.end, end: right.start, text: node.operator === '&&' ? ' || ' : ' && ' }
  for (const side of [left, right]) yield { at: node, text: said(side, text) }
}

/** Comparisons and `!` have mutants of their own. */
function* negation(test: Node, text: string): Generator<Replacement> {
  if (test.type === 'BinaryExpression' || test.type === 'UnaryExpression') return
  yield { at: test, text: `!(${said(test, text)})` }
}

function* literal(node: Node, parent: Node | undefined, text: string): Generator<Replacement> {
  const { value } = node
  if (typeof value === 'boolean') yield { at: node, text: `${!value}` }
  if (typeof value === 'number') {
    yield { at: node, text: `${value + 1}` }
    if (value > 0) yield { at: node, text: `${value - 1}` }
  }
  if (typeof value === 'bigint') yield { at: node, text: `${value + 1n}n` }
  if (typeof value === 'string' && parent?.type === 'SwitchCase') yield { at: node, text: "'mutant'" }
  if ('regex' in node)
    for (const other of [said(node, text).replace('/^', '/'), said(node, text).replace(/\$\/(\w*)$/, '/$1')])
      if (other !== said(node, text)) yield { at: node, text: other }
}

/** Removes array elements, spreads, and the fields of objects that are passed to a call, such as schemas and lists. */
function* elements(node: Node, path: Path): Generator<Replacement> {
  const list = (node.elements ?? node.properties) as (Node | null)[]
  const isArgument = path.at(-1)?.type === 'CallExpression'
  for (const [index, element] of list.entries()) {
    if (!element) continue
    const isMethod = element.type === 'Property' && /Function/.test((element.value as Node).type)
    if (element.type === 'Property' && (!isArgument || isMethod)) continue
    const next = list[index + 1]
    const previous = list[index - 1]
    yield {
      at: element,
      start: next || !previous ? element.start : previous.end,
      end: next ? next.start : element.end,
      text: '',
    }
    if (element.type === 'SpreadElement') yield* always(element.argument as Node)
  }
}

/** `...(condition && fields)` → `...(fields)` */
function* always(argument: Node): Generator<Replacement> {
  const inner = argument.type === 'ParenthesizedExpression' ? (argument.expression as Node) : argument
  if (inner.type === 'LogicalExpression' && inner.operator === '&&')
    yield { at: inner, start: inner.start, end: (inner.right as Node).start, text: '' }
}

function* call(node: Node, text: string): Generator<Replacement> {
  const callee = node.callee as Node
  if (callee.type !== 'MemberExpression' || callee.computed) return
  const property = callee.property as Node
  const [object, name] = [callee.object as Node, said(property, text)]
  const other = methods[name]
  if (other) yield { at: node, start: property.start, end: property.end, text: other }
  if (validations.test(name) && object.type === 'CallExpression')
    yield { at: node, start: object.end, end: node.end, text: '' }
}

/** Calls, assignments, throws, early returns and `continue`. Not the last `return` of a function, which types forbid. */
function isRemovable(node: Node, path: Path): boolean {
  if (node.type === 'ExpressionStatement') return !('directive' in node && node.directive)
  if (node.type === 'ThrowStatement' || node.type === 'ContinueStatement') return true
  if (node.type !== 'ReturnStatement') return false
  const body = path.findLastIndex(({ type }) => /Function/.test(type)) + 1
  const statements = (path[body]?.body ?? []) as Node[]
  return statements.at(-1) !== node
}

function placeOf(path: Path): string[] {
  const names = path.flatMap((node) => {
    const name = (
      node.type === 'VariableDeclarator' || /^(Function|Class)Declaration$/.test(node.type)
        ? node.id
        : /^(MethodDefinition|Property|PropertyDefinition)$/.test(node.type)
          ? node.key
          : null
    ) as Node | null
    return name && !node.computed && typeof (name.name ?? name.value) === 'string'
      ? [`${name.name ?? name.value}`]
      : []
  })
  return names.length > 0 ? [names.join('.')] : []
}
