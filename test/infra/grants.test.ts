import { brand } from '../../domain/brand.ts'
import { groups } from '../../domain/route.ts'
import type { Need } from '../../functions/needs.ts'
import { backgroundFunctions, type FunctionName, needsOf } from '../../infra/function-settings.ts'
import {
  account,
  propertiesOf,
  resolveIntrinsics,
  resourcesOf,
  templateOf,
} from '../support/synthesized-stack.ts'

const template = templateOf('prod')
const names: FunctionName[] = [...groups, ...backgroundFunctions]

interface Statement {
  Action: string | string[]
  Resource: unknown
  Condition?: unknown
}
const list = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one])

/** All statements of the policies attached to a function's role. */
function statementsOf(name: FunctionName): Statement[] {
  const [[id, role] = [], ...others] = resourcesOf(template, 'AWS::IAM::Role', `Function${name}Role`)
  expect(others).toEqual([])
  expect(role?.Properties.ManagedPolicyArns).toBeUndefined()
  expect(role?.Properties.Policies).toBeUndefined()
  return propertiesOf(template, 'AWS::IAM::Policy')
    .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === id))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
}

/** A KMS key of a stack, and the statements of its key policy. */
function keyOf(prefix: string, of = template) {
  const [[, key] = []] = resourcesOf(of, 'AWS::KMS::Key', prefix)
  const statements: (Statement & { Principal: { AWS: unknown } })[] = key?.Properties.KeyPolicy.Statement
  return { key, statements }
}

/** Each granted action with its resource and, for the table, the partition keys that its condition permits. */
const granted = (name: FunctionName) =>
  statementsOf(name)
    .flatMap(({ Action, Condition, Resource }) =>
      list(Action).flatMap((action) =>
        list(Resource).flatMap((one) => {
          // The stream has no partition keys to restrict; every other DynamoDB action needs the condition.
          if (JSON.stringify(one).includes('"StreamArn"')) return [`${action} on the stream`]
          const grant = `${action} on ${resolveIntrinsics(one)}`
          if (!action.startsWith('dynamodb:')) return [grant]
          return leadingKeys(Condition).map((key) => `${grant} keys ${key}`)
        }),
      ),
    )
    .sort()

type Conditions = Record<string, Record<string, string[]>> | undefined

/** The patterns of a condition on the partition keys; an action without such a condition would reach every item. */
function leadingKeys(condition: unknown): string[] {
  const { 'ForAllValues:StringEquals': attributes, ...operators } = { ...(condition as Conditions) }
  // The only further condition: a function may say that a session is in use, and change nothing else of it.
  if (attributes) {
    expect(attributes).toEqual({ 'dynamodb:Attributes': ['pk', 'sk', 'usedAt'] })
    return (operators['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []).map(
      (key) => `${key} usedAt`,
    )
  }
  const { 'ForAllValues:StringNotEquals': refused, ...rest } = operators
  expect(Object.keys(rest)).toEqual(['ForAllValues:StringLike'])
  if (refused) expect(Object.keys(refused)).toEqual(['dynamodb:Attributes'])
  const [keys, ...others] = Object.entries(rest['ForAllValues:StringLike'] ?? {})
  expect(others).toEqual([])
  expect(keys?.[0]).toBe('dynamodb:LeadingKeys')
  return (keys?.[1] ?? []).map((key) =>
    refused ? `${key} without ${list(refused['dynamodb:Attributes']).join(', ')}` : key,
  )
}

/** The pattern of each key family, written out independently of functions/table/keys.ts. */
const keysOf = (family: string) => (['SIGNER', 'RECONCILED'].includes(family) ? family : `${family}#*`)

/** The attributes on which payments depend, written out independently of functions/table/keys.ts. */
const guarded: Record<string, string[]> = {
  USER: ['isAdmin', 'walletAddress'],
  TASK: ['creatorId', 'escrowId'],
  PROOFS: ['reviewBy', 'slot', 'status', 'userId', 'wallet'],
  PAYOUT: ['amount', 'mac', 'recipient', 'slot'],
  ESCROW: ['taskId'],
}

/** A grant to write items of a family without the guarded attributes that the function does not need. */
const onNamed = (action: string) => (family: string, name: string) => {
  const refused = (guarded[family] ?? []).filter(
    (attribute) => !needsOf(name as FunctionName).has(`name ${family} ${attribute}` as Need),
  )
  return onTable(action)(family).map((one) =>
    refused.length > 0 ? `${one} without ${refused.join(', ')}` : one,
  )
}

const onTable = (action: string) => (of: string) => [`dynamodb:${action} on <Table> keys ${keysOf(of)}`]

const parameter = (name: string) =>
  `ssm:GetParameter on arn:<AWS::Partition>:ssm:us-east-1:${account}:parameter/${name}`

/** The permissions of each need, written out independently of infra/grants.ts. */
const expectedGrants: [need: RegExp, grants: (...names: string[]) => string[]][] = [
  [/^get ([A-Z]+)$/, onTable('GetItem')],
  [/^get many ([A-Z]+)$/, onTable('BatchGetItem')],
  [/^put ([A-Z]+)$/, onNamed('PutItem')],
  [/^update ([A-Z]+)$/, onNamed('UpdateItem')],
  [/^name /, () => []],
  [/^touch (SESSIONS)$/, () => ['dynamodb:UpdateItem on <Table> keys SESSIONS#* usedAt']],
  [/^delete ([A-Z]+)$/, onTable('DeleteItem')],
  [/^check ([A-Z]+)$/, onTable('ConditionCheckItem')],
  [/^list table ([A-Z]+)$/, onTable('Query')],
  [
    /^list (?!table)(\w+) ([A-Z]+)$/,
    (index, family = '') => [`dynamodb:Query on <Table>/index/${index} keys ${keysOf(family)}`],
  ],
  [
    /^read (\w+)$/,
    (folder) => [`s3:GetObject on <UploadsBucket>/${folder}/*`, 's3:ListBucket on <UploadsBucket>'],
  ],
  [/^write (\w+)$/, (folder) => [`s3:PutObject on <UploadsBucket>/${folder}/*`]],
  [/^remove (\w+)$/, (folder) => [`s3:DeleteObject on <UploadsBucket>/${folder}/*`]],
  [/^chain$/, () => [parameter('prod/rpc-url'), parameter(`${brand.toLowerCase()}/prod/contracts`)]],
  [/^contracts$/, () => [parameter(`${brand.toLowerCase()}/prod/contracts`)]],
  [
    /^mail$/,
    () =>
      ['site.test', 'no-reply@site.test'].map(
        (identity) => `ses:SendEmail on arn:<AWS::Partition>:ses:us-east-1:${account}:identity/${identity}`,
      ),
  ],
  [/^public key$/, () => ['kms:GetPublicKey on <SignerA>']],
  [/^sign$/, () => ['kms:Sign on <SignerA>']],
  [/^make MAC$/, () => ['kms:GenerateMac on <ApprovalKey>']],
  [/^verify MAC$/, () => ['kms:VerifyMac on <ApprovalKey>']],
]

/** The connections of pages, which have no ARN until they exist. */
const connections = (method: string) =>
  `arn:<AWS::Partition>:execute-api:us-east-1:${account}:<LiveApi>/live/${method}/@connections/*`

const expectedOf = (name: FunctionName) => {
  const own = [...needsOf(name)].flatMap((need) => {
    const [pattern, grants] = expectedGrants.find(([one]) => one.test(need)) ?? []
    expect(pattern, need).toBeDefined()
    return grants?.(...(pattern?.exec(need)?.slice(1) ?? []), name) ?? []
  })
  const logs = ['logs:CreateLogStream', 'logs:PutLogEvents'].map((one) => `${one} on <Function${name}Log>`)
  const reactions =
    name === 'events'
      ? [
          ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
            (action) => `dynamodb:${action} on the stream`,
          ),
          'lambda:InvokeFunction on <FunctionsettleFunction>',
          'sqs:SendMessage on <EventSourceDeadLetters>',
          ...['POST', 'DELETE'].map((method) => `execute-api:ManageConnections on ${connections(method)}`),
          'sqs:SendMessage on <MailQueue>',
        ]
      : name === 'mail'
        ? ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
            (action) => `sqs:${action} on <MailQueue>`,
          )
        : []
  return [...new Set([...own, ...logs, ...reactions])].sort()
}

describe.each(names)('The function %s', (name) => {
  test('The role of the function has exactly the permissions that its routes need', () => {
    expect(granted(name)).toEqual(expectedOf(name))
  })
})

test('Of the functions only settle may sign, and besides it the operator role, and only digests, by its IAM policy and by the key policy', () => {
  expect(names.filter((name) => granted(name).some((one) => one.startsWith('kms:Sign')))).toEqual(['settle'])
  const digests = { StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' } }
  const { statements } = keyOf('Signer')
  const signing = statements.filter(({ Action }) => list(Action).some((one) => /^kms:(\*|Sign)/.test(one)))
  const signers = signing.map(({ Principal }) => resolveIntrinsics(Principal.AWS))
  expect(signers).toEqual(['<OperatorRole>', '<FunctionsettleRole>'])
  for (const { Action, Condition } of signing) {
    expect(Action).toBe('kms:Sign')
    expect(Condition).toEqual(digests)
  }
  const own = statementsOf('settle').find(({ Action }) => Action === 'kms:Sign')
  expect(own?.Condition).toEqual(digests)
})

test('Only verdicts and schedule may prove an approval and only settle may verify it, by IAM and by the key policy', () => {
  const { key, statements } = keyOf('ApprovalKey')
  expect(key?.Properties).toMatchObject({ KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' })
  const using = (action: string) =>
    names.filter((name) => granted(name).some((one) => one.startsWith(action)))
  for (const [action, functions] of [
    ['kms:GenerateMac', ['schedule', 'verdicts']],
    ['kms:VerifyMac', ['settle']],
  ] as const) {
    expect(using(action).sort()).toEqual(functions)
    const [allowed, ...others] = statements.filter(({ Action }) => list(Action).includes(action))
    expect(others).toEqual([])
    expect(allowed?.Action).toBe(action)
    expect(allowed?.Condition).toEqual({ StringEquals: { 'kms:MacAlgorithm': 'HMAC_SHA_256' } })
    const principals = list(allowed?.Principal.AWS).map(resolveIntrinsics)
    expect(principals.sort()).toEqual(functions.map((name) => `<Function${name}Role>`))
  }
  expect(statements.flatMap(({ Action }) => list(Action)).filter((one) => one.includes('*'))).toEqual([])
})

/** The functions that may use this action on these partition keys. */
const mayUse = (action: string, keys: string) =>
  names.filter((name) =>
    granted(name).some((one) => one.split(' without ')[0] === `dynamodb:${action} on <Table> keys ${keys}`),
  )

test('Only the functions that need them may write payouts, sessions, passwords and the lease', () => {
  expect(mayUse('PutItem', 'PAYOUT#*')).toEqual(['verdicts', 'schedule'])
  expect(mayUse('UpdateItem', 'PAYOUT#*')).toEqual(['payouts', 'settle'])
  for (const family of ['SESSIONS', 'DEVICES']) expect(mayUse('PutItem', `${family}#*`)).toEqual(['auth'])
  expect(mayUse('PutItem', 'SECURITY#*')).toEqual(['auth', 'users', 'schedule'])
  expect(mayUse('UpdateItem', 'SESSIONS#*')).toEqual([])
  expect(mayUse('DeleteItem', 'SESSIONS#*')).toEqual(['auth'])
  expect(mayUse('PutItem', 'PASSWORD#*')).toEqual(['auth'])
  expect(mayUse('GetItem', 'PASSWORD#*')).toEqual(['auth'])
  expect(mayUse('UpdateItem', 'PASSWORD#*')).toEqual([])
  for (const action of ['PutItem', 'UpdateItem', 'DeleteItem'])
    expect(mayUse(action, 'SIGNER')).toEqual(['settle'])
})

test('No function may make an admin, and only those that take or decide a proof may name its status', () => {
  const naming = (pattern: string, attribute: string) =>
    names.filter((name) =>
      granted(name).some((one) => {
        const [grant = '', refused = ''] = one.split(' without ')
        const isWrite = /^dynamodb:(Put|Update)Item/.test(grant) && grant.endsWith(` keys ${pattern}`)
        return isWrite && !refused.split(', ').includes(attribute)
      }),
    )
  expect(naming('USER#*', 'isAdmin')).toEqual([])
  for (const attribute of ['reviewBy', 'status'])
    expect(naming('PROOFS#*', attribute)).toEqual(['submissions', 'verdicts', 'schedule'])
  for (const attribute of ['slot', 'wallet'])
    expect(naming('PROOFS#*', attribute)).toEqual(['verdicts', 'schedule'])
  for (const attribute of ['creatorId', 'escrowId']) expect(naming('TASK#*', attribute)).toEqual(['tasks'])
  expect(naming('PAYOUT#*', 'recipient')).toEqual(['verdicts', 'schedule'])
  expect(naming('ESCROW#*', 'taskId')).toEqual(['tasks'])
})

test('No function may update or delete an audit entry', () => {
  for (const action of ['UpdateItem', 'DeleteItem']) expect(mayUse(action, 'AUDIT#*')).toEqual([])
})

test('The signing key of prod is a secp256k1 key that is retained when the stack is deleted', () => {
  const { key } = keyOf('Signer')
  expect(key?.Properties).toMatchObject({ KeySpec: 'ECC_SECG_P256K1', KeyUsage: 'SIGN_VERIFY' })
  expect(key?.DeletionPolicy).toBe('RetainExceptOnCreate')
})

test('With two keys, the operator role, assumed for an hour, may sign with both; settle only with the first', () => {
  const two = templateOf('prod', { signerKeys: ['B', 'A'] })
  const signers = (name: string) =>
    keyOf(`Signer${name}`, two)
      .statements.filter(({ Action }) => Action === 'kms:Sign')
      .map(({ Principal }) => resolveIntrinsics(Principal.AWS))
  expect(signers('B')).toEqual(['<OperatorRole>', '<FunctionsettleRole>'])
  expect(signers('A')).toEqual(['<OperatorRole>'])
  const [operator] = propertiesOf(two, 'AWS::IAM::Role', 'OperatorRole')
  expect(operator.MaxSessionDuration).toBe(3600)
  const [policy] = propertiesOf(two, 'AWS::IAM::Policy', 'OperatorRole')
  const allowed = policy.PolicyDocument.Statement.flatMap(({ Action, Resource }: Statement) =>
    list(Resource).map((one) => [list(Action).length, resolveIntrinsics(one)]),
  )
  expect(allowed.slice(0, 2)).toEqual([
    [7, '<Table>'],
    [7, expect.stringMatching(/^<Table>\/index\/\w+$/)],
  ])
  expect(allowed.slice(-2)).toEqual([
    [1, '<SignerB>'],
    [1, '<SignerA>'],
  ])
})
