import { Arn, type ArnComponents, type Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Need } from '../functions/needs.ts'
import { signing } from './signer-keys.ts'
import type { TableInUse } from './table.ts'

/** What the functions' needs are about. */
export interface Engines {
  table: TableInUse
  uploads: IBucket
  signerKey: IKey
  /** Name of the SSM parameter with the node's address. */
  rpcUrlParameter: string
}

const itemActions: Partial<Record<Need, string>> = {
  get: 'dynamodb:GetItem',
  'get many': 'dynamodb:BatchGetItem',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
  'list table': 'dynamodb:Query',
}

const fileActions = { read: 's3:GetObject', write: 's3:PutObject', remove: 's3:DeleteObject' }

/** Exactly the permissions that these needs take: no action is a pattern, and of resources only the keys in a folder. */
export function statementsFor(needs: ReadonlySet<Need>, engines: Engines, stack: Stack): PolicyStatement[] {
  const { table, uploads, signerKey, rpcUrlParameter } = engines
  const statements: PolicyStatement[] = []
  const allow = (actions: string[], resources: string[], conditions?: Record<string, unknown>) => {
    if (actions.length > 0 && resources.length > 0)
      statements.push(new PolicyStatement({ actions, resources, ...(conditions && { conditions }) }))
  }
  const named = (pattern: RegExp) => [...needs].flatMap((need) => pattern.exec(need)?.[1] ?? []).sort()

  allow([...needs].flatMap((need) => itemActions[need] ?? []).sort(), [table.tableArn])
  allow(
    ['dynamodb:Query'],
    named(/^list (?!table$)(.+)$/).map((index) => `${table.tableArn}/index/${index}`),
  )
  for (const [verb, action] of Object.entries(fileActions))
    allow(
      [action],
      named(new RegExp(`^${verb} (\\w+)$`)).map((folder) => uploads.arnForObjects(`${folder}/*`)),
    )
  // To those who may not list, S3 says that a missing file is forbidden, and nobody could tell the two apart.
  if (named(/^read (\w+)$/).length > 0) allow(['s3:ListBucket'], [uploads.bucketArn])
  if (needs.has('chain')) allow(['ssm:GetParameter'], [parameterArn(rpcUrlParameter, stack)])
  if (needs.has('public key')) allow(['kms:GetPublicKey'], [signerKey.keyArn])
  if (needs.has('sign')) allow(['kms:Sign'], [signerKey.keyArn], signing)
  return statements
}

function parameterArn(name: string, stack: Stack): string {
  const parts: ArnComponents = { service: 'ssm', resource: 'parameter', resourceName: name.slice(1) }
  return Arn.format(parts, stack)
}
