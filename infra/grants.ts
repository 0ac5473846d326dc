import { Arn, type ArnComponents, type Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Need } from '../functions/needs.ts'
import { type Family, guardedOf, patternOf } from '../functions/table/keys.ts'
import { macConditions } from './approval-key.ts'
import { signingConditions } from './signer-keys.ts'
import type { TableInUse } from './table.ts'

/** The resources to which permissions are granted. */
export interface Engines {
  table: TableInUse
  uploads: IBucket
  signerKey: IKey
  /** The HMAC key that proves approvals. */
  approvalKey: IKey
  /** Name of the SSM parameter that holds the node's URL. */
  rpcUrlParameter: string
  /** Name of the SSM parameter that holds the addresses of the contracts. */
  contractsParameter: string
  /** E-mail address from which mail is sent; null if none is sent. */
  mailFrom: string | null
}

/** The table's actions by the verb of the need that requires them. */
export const itemActions = {
  get: 'dynamodb:GetItem',
  'get many': 'dynamodb:BatchGetItem',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
  'list table': 'dynamodb:Query',
}

/** The condition that every partition key of a request belongs to one of these families. */
const keysOf = (families: string[]) => ({
  'ForAllValues:StringLike': {
    'dynamodb:LeadingKeys': families.map((one) => patternOf(one as Family)).sort(),
  },
})

const fileActions = { read: 's3:GetObject', write: 's3:PutObject', remove: 's3:DeleteObject' }

/** Exactly the permissions that these needs require. No action is a pattern; of the resources, only the keys of a folder are. */
export function statementsFor(needs: ReadonlySet<Need>, engines: Engines, stack: Stack): PolicyStatement[] {
  const { approvalKey, table, uploads, signerKey, rpcUrlParameter, contractsParameter, mailFrom } = engines
  const statements: PolicyStatement[] = []
  const allow = (actions: string[], resources: string[], conditions?: Record<string, unknown>) => {
    if (actions.length > 0 && resources.length > 0)
      statements.push(new PolicyStatement({ actions, resources, ...(conditions && { conditions }) }))
  }
  const named = (pattern: RegExp) => [...needs].flatMap((need) => pattern.exec(need)?.[1] ?? []).sort()
  const allowKeys = (action: string, resource: string, families: string[]) => {
    if (families.length > 0) allow([action], [resource], keysOf(families))
  }

  if (needs.has('touch SESSIONS'))
    allow(['dynamodb:UpdateItem'], [table.tableArn], {
      ...keysOf(['SESSIONS']),
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'usedAt'] },
    })
  for (const [verb, action] of Object.entries(itemActions)) {
    const families = named(new RegExp(`^${verb} ([A-Z]+)$`))
    const deniedOf = (family: string) =>
      verb === 'put' || verb === 'update'
        ? guardedOf(family).filter((attribute) => !needs.has(`name ${family} ${attribute}` as Need))
        : []
    const free = families.filter((family) => deniedOf(family).length === 0)
    allowKeys(action, table.tableArn, free)
    for (const family of families.filter((one) => !free.includes(one)))
      allow([action], [table.tableArn], {
        ...keysOf([family]),
        'ForAllValues:StringNotEquals': { 'dynamodb:Attributes': deniedOf(family) },
      })
  }
  for (const index of new Set(named(/^list (?!table )(\w+) /)))
    allowKeys(
      'dynamodb:Query',
      `${table.tableArn}/index/${index}`,
      named(new RegExp(`^list ${index} ([A-Z]+)$`)),
    )
  for (const [verb, action] of Object.entries(fileActions))
    allow(
      [action],
      named(new RegExp(`^${verb} (\\w+)$`)).map((folder) => uploads.arnForObjects(`${folder}/*`)),
    )
  // Without permission to list, S3 answers 403 for a missing file, like for a missing permission.
  if (named(/^read (\w+)$/).length > 0) allow(['s3:ListBucket'], [uploads.bucketArn])
  if (needs.has('mail') && mailFrom)
    allow(['ses:SendEmail'], identityArns(mailFrom, stack), { StringEquals: { 'ses:FromAddress': mailFrom } })
  const parameters = needs.has('chain')
    ? [rpcUrlParameter, contractsParameter]
    : needs.has('contracts')
      ? [contractsParameter]
      : []
  allow(
    ['ssm:GetParameter'],
    parameters.map((name) => parameterArn(name, stack)),
  )
  if (needs.has('public key')) allow(['kms:GetPublicKey'], [signerKey.keyArn])
  if (needs.has('sign')) allow(['kms:Sign'], [signerKey.keyArn], signingConditions)
  if (needs.has('make MAC')) allow(['kms:GenerateMac'], [approvalKey.keyArn], macConditions)
  if (needs.has('verify MAC')) allow(['kms:VerifyMac'], [approvalKey.keyArn], macConditions)
  return statements
}

function parameterArn(name: string, stack: Stack): string {
  const parts: ArnComponents = { service: 'ssm', resource: 'parameter', resourceName: name.slice(1) }
  return Arn.format(parts, stack)
}

/** What SES may have verified: the domain, or this e-mail address alone. */
const identityArns = (mailFrom: string, stack: Stack): string[] =>
  [mailFrom.slice(mailFrom.indexOf('@') + 1), mailFrom].map((resourceName) =>
    Arn.format({ service: 'ses', resource: 'identity', resourceName }, stack),
  )
