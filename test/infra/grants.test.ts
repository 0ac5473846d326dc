import { describe, expect, test } from 'vitest'
import { groups } from '../../domain/route.ts'
import { type FunctionName, needsOf } from '../../infra/function-settings.ts'
import { contracts, resolveIntrinsics, templateOf } from '../support/synthesized-stack.ts'

const template = templateOf('prod', { contracts })
const names: FunctionName[] = [...groups, 'settle']

interface Statement {
  Action: string | string[]
  Resource: unknown
  Condition?: unknown
}
const list = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one])

const all = (type: string) => Object.entries(template.findResources(type))
/** The logical id of the only resource of this type whose id has this prefix. */
function idOf(type: string, prefix: string): string {
  const [found, ...others] = all(type).filter(([id]) => id.startsWith(prefix))
  expect(others).toEqual([])
  return found?.[0] ?? 'none'
}
const roleOf = (name: FunctionName) => idOf('AWS::IAM::Role', `Function${name}Role`)
/** All statements of the policies attached to a function's role. */
function statementsOf(name: FunctionName): Statement[] {
  const Ref = roleOf(name)
  const [, role] = all('AWS::IAM::Role').find(([id]) => id === Ref) ?? []
  expect(role?.Properties.ManagedPolicyArns).toBeUndefined()
  expect(role?.Properties.Policies).toBeUndefined()
  return all('AWS::IAM::Policy')
    .filter(([, { Properties }]) => Properties.Roles.some((one: { Ref: string }) => one.Ref === Ref))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
}

const granted = (name: FunctionName) =>
  statementsOf(name)
    .flatMap(({ Action, Resource }) =>
      list(Action).flatMap((action) => list(Resource).map((one) => `${action} on ${resolveIntrinsics(one)}`)),
    )
    .sort()

/** The permissions of each need, written out independently of infra/grants.ts. */
const expectedGrants: [need: RegExp, grants: (name: string) => string[]][] = [
  [/^get$/, () => ['dynamodb:GetItem on <Table>']],
  [/^get many$/, () => ['dynamodb:BatchGetItem on <Table>']],
  [/^put$/, () => ['dynamodb:PutItem on <Table>']],
  [/^update$/, () => ['dynamodb:UpdateItem on <Table>']],
  [/^delete$/, () => ['dynamodb:DeleteItem on <Table>']],
  [/^check$/, () => ['dynamodb:ConditionCheckItem on <Table>']],
  [/^list table$/, () => ['dynamodb:Query on <Table>']],
  [/^list (?!table)(\w+)$/, (index) => [`dynamodb:Query on <Table>/index/${index}`]],
  [
    /^read (\w+)$/,
    (folder) => [`s3:GetObject on <UploadsBucket>/${folder}/*`, 's3:ListBucket on <UploadsBucket>'],
  ],
  [/^write (\w+)$/, (folder) => [`s3:PutObject on <UploadsBucket>/${folder}/*`]],
  [/^remove (\w+)$/, (folder) => [`s3:DeleteObject on <UploadsBucket>/${folder}/*`]],
  [
    /^chain$/,
    () => ['ssm:GetParameter on arn:<AWS::Partition>:ssm:us-east-1:<AWS::AccountId>:parameter/prod/rpc-url'],
  ],
  [/^public key$/, () => ['kms:GetPublicKey on <SignerA>']],
  [/^sign$/, () => ['kms:Sign on <SignerA>']],
]

const expectedOf = (name: FunctionName) => {
  const own = [...needsOf(name)].flatMap((need) => {
    const [pattern, grants] = expectedGrants.find(([one]) => one.test(need)) ?? []
    expect(pattern, need).toBeDefined()
    return grants?.(pattern?.exec(need)?.[1] ?? '') ?? []
  })
  const logs = ['logs:CreateLogStream', 'logs:PutLogEvents'].map((one) => `${one} on <Function${name}Log>`)
  const deadLetters = name === 'settle' ? ['sqs:SendMessage on <SettleScheduleDeadLetters>'] : []
  return [...new Set([...own, ...logs, ...deadLetters])].sort()
}

describe.each(names)('The function %s', (name) => {
  test('The role of the function has exactly the permissions that its routes need', () => {
    expect(granted(name)).toEqual(expectedOf(name))
  })

  test('The role of the function has no wildcard except for the keys of a folder', () => {
    for (const grant of granted(name)) {
      const [action, resource] = grant.split(' on ')
      expect(action).not.toContain('*')
      expect(resource?.replace(/^<UploadsBucket>\/(incoming|kept)\/\*$/, '')).not.toContain('*')
    }
  })
})

test('Only settle and payouts may sign, and only digests, by their IAM policies and by the key policy', () => {
  expect(names.filter((name) => granted(name).some((one) => one.startsWith('kms:Sign')))).toEqual([
    'payouts',
    'settle',
  ])
  const digests = {
    StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' },
  }
  const [[, key] = []] = all('AWS::KMS::Key')
  const statements: (Statement & { Principal: { AWS: unknown } })[] = key?.Properties.KeyPolicy.Statement
  const signing = statements.filter(({ Action }) => list(Action).some((one) => /^kms:(\*|Sign)/.test(one)))
  expect(signing.map(({ Principal }) => resolveIntrinsics(Principal.AWS))).toEqual([
    '<FunctionpayoutsRole>',
    '<FunctionsettleRole>',
  ])
  for (const { Action, Condition } of signing) {
    expect(Action).toBe('kms:Sign')
    expect(Condition).toEqual(digests)
  }
  for (const name of ['payouts', 'settle'] as const) {
    const own = statementsOf(name).find(({ Action }) => Action === 'kms:Sign')
    expect(own?.Condition).toEqual(digests)
  }
})

test('The signing key of prod is a secp256k1 key that is retained when the stack is deleted', () => {
  const [[, key] = []] = all('AWS::KMS::Key')
  expect(key?.Properties).toMatchObject({ KeySpec: 'ECC_SECG_P256K1', KeyUsage: 'SIGN_VERIFY' })
  expect(key?.DeletionPolicy).toBe('Retain')
})

test('With two keys and an operatorRole, that role may sign with both keys and the functions only with the first', () => {
  const operatorRole = 'arn:aws:iam::123456789012:role/operators'
  const keys = Object.entries(
    templateOf('prod', { signerKeys: ['B', 'A'], operatorRole }).findResources('AWS::KMS::Key'),
  )
  const signers = (name: string) =>
    keys
      .find(([id]) => id.startsWith(`Signer${name}`))?.[1]
      .Properties.KeyPolicy.Statement.filter(({ Action }: Statement) => Action === 'kms:Sign')
      .map(({ Principal }: { Principal: { AWS: unknown } }) => resolveIntrinsics(Principal.AWS))
  expect(signers('B')).toEqual([operatorRole, '<FunctionpayoutsRole>', '<FunctionsettleRole>'])
  expect(signers('A')).toEqual([operatorRole])
})
