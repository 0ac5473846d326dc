import type { FunctionName } from '../../infra/function-settings.ts'
import { resolveIntrinsics, templateOf } from './synthesized-stack.ts'

type Condition = Record<string, Record<string, string | string[]>>
interface Statement {
  Action: string | string[]
  Effect: string
  Resource: unknown
  Condition?: Condition
}

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

/** Whether the synthesized policy of a function's role allows this request. */
export function isAllowed(name: FunctionName, action: string, resource: string, facts: Facts): boolean {
  const all = statementsOf(name)
  expect(all.filter(({ Effect }) => Effect !== 'Allow')).toEqual([])
  return all.some(
    ({ Action, Condition: condition = {}, Resource }) =>
      list(Action).some((one) => isLike(one, action)) &&
      list(Resource).some((one) => isLike(resolveIntrinsics(one), resource)) &&
      holds(condition, facts),
  )
}
