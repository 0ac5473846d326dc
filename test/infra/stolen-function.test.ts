import { readFileSync } from 'node:fs'
import path from 'node:path'
import { groups } from '../../domain/route.ts'
import { backgroundFunctions, type FunctionName } from '../../infra/function-settings.ts'
import { root } from '../repository/repository-files.ts'
import { resolveIntrinsics, templateOf } from '../support/synthesized-stack.ts'

// What a thief with the code of one function could write, by IAM. The rows of docs/trust.md say what follows from it.

type Condition = Record<string, Record<string, string | string[]>>
interface Statement {
  Action: string | string[]
  Effect: string
  Resource: unknown
  Condition?: Condition
}

const names: FunctionName[] = [...groups, ...backgroundFunctions]
const list = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one])
const policies = Object.values(templateOf('prod').findResources('AWS::IAM::Policy'))
const statementsOf = (name: FunctionName): Statement[] =>
  policies
    .filter(({ Properties }) => resolveIntrinsics(Properties.Roles[0]) === `<Function${name}Role>`)
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)

/** The facts of a request, by IAM's condition keys. */
type Facts = Record<string, string[]>

const isLike = (pattern: string, value: string) =>
  new RegExp(`^${pattern.replace(/[^\w*]/g, '\\$&').replaceAll('*', '.*')}$`).test(value)

/** IAM's operators. Each holds if it holds for all values of the fact, as `ForAllValues:` says, or the fact has one value. */
const operators: Record<string, (given: string[], value: string) => boolean> = {
  StringLike: (given, value) => given.some((pattern) => isLike(pattern, value)),
  StringEquals: (given, value) => given.includes(value),
  StringNotEquals: (given, value) => !given.includes(value),
}

const holds = (condition: Condition, facts: Facts) =>
  Object.entries(condition).every(([operator, keys]) => {
    const compare = operators[operator.replace('ForAllValues:', '')]
    if (!compare) throw new Error(`The test does not know the operator ${operator}`)
    return Object.entries(keys).every(([key, given]) =>
      (facts[key] ?? []).every((value) => compare(list(given), value)),
    )
  })

/** Whether the role of a function may make this request. */
function isAllowed(name: FunctionName, action: string, resource: string, facts: Facts): boolean {
  const all = statementsOf(name)
  expect(all.filter(({ Effect }) => Effect !== 'Allow')).toEqual([])
  return all.some(
    ({ Action, Condition: condition = {}, Resource }) =>
      list(Action).some((one) => isLike(one, action)) &&
      list(Resource).some((one) => isLike(resolveIntrinsics(one), resource)) &&
      holds(condition, facts),
  )
}

/** Whether a function may set these attributes of an item, by a put or an update. */
const maySet = (name: FunctionName, pk: string, ...attributes: string[]) =>
  ['dynamodb:PutItem', 'dynamodb:UpdateItem'].some((action) =>
    isAllowed(name, action, '<Table>', {
      'dynamodb:LeadingKeys': [pk],
      'dynamodb:Attributes': ['pk', 'sk', ...attributes],
    }),
  )

/** The four attacks on a payment: which functions may do all that one needs. */
const attacks: Record<string, (name: FunctionName) => boolean> = {
  'admin flag': (name) => maySet(name, 'USER#a', 'isAdmin'),
  // The schedule approves what the queue has, if the submission agrees.
  'backdated review': (name) =>
    maySet(name, 'PROOFS#a', 'reviewBy') && maySet(name, 'SUBMISSION#a', 'gsi1pk', 'gsi1sk'),
  'forged queue entry': (name) =>
    maySet(name, 'PAYOUT#a', 'gsi1pk', 'gsi1sk', 'recipient', 'amount', 'slot', 'mac'),
  'forged approval': (name) =>
    maySet(name, 'PAYOUT#a', 'recipient', 'mac') &&
    maySet(name, 'PROOFS#a', 'status', 'slot', 'wallet') &&
    isAllowed(name, 'kms:GenerateMac', '<ApprovalKey>', { 'kms:MacAlgorithm': ['HMAC_SHA_256'] }),
}

/** The rows of the table in docs/trust.md: for each function, the cells after its name. */
const rows = new Map(
  readFileSync(path.join(root, 'docs', 'trust.md'), 'utf8')
    .split('## A stolen function')[1]
    ?.split('\n')
    .flatMap((line) => {
      const [, name, ...cells] = line.split(' | ').flatMap((cell, at) => (at === 0 ? ['', cell] : [cell]))
      const found = /^\| `(\w+)`$/.exec(name ?? '')?.[1]
      return found ? [[found, cells] as const] : []
    }),
)

test('docs/trust.md says of every function what a thief with its code could do at most', () => {
  expect([...rows.keys()].sort()).toEqual([...names].sort())
  for (const [name, cells] of rows) expect(cells.at(-1)?.length, name).toBeGreaterThan(10)
})

test.each(
  names.flatMap((name) => Object.keys(attacks).map((attack, at) => [name, attack, at] as const)),
)('Of a thief with the code of %s, docs/trust.md says about the attack “%s” what IAM says', (name, attack, at) => {
  expect(rows.get(name)?.[at]).toBe(attacks[attack]?.(name) ? 'yes' : 'no')
})

test('Only verdicts and schedule can forge an approval, only settle can sign, and nobody can do both', () => {
  const facts = { 'kms:SigningAlgorithm': ['ECDSA_SHA_256'], 'kms:MessageType': ['DIGEST'] }
  const signing = names.filter((name) => isAllowed(name, 'kms:Sign', '<SignerA>', facts))
  expect(signing).toEqual(['settle'])
  expect(names.filter((name) => attacks['forged approval']?.(name)).sort()).toEqual(['schedule', 'verdicts'])
  expect(names.filter((name) => attacks['admin flag']?.(name))).toEqual([])
})
