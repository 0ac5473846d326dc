import { Arn, type ArnComponents, type Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Need } from '../functions/needs.ts'
import { signingConditions } from './signer-keys.ts'
import type { TableInUse } from './table.ts'

/** The resources to which permissions are granted. */
export interface Engines {
  table: TableInUse
  uploads: IBucket
  signerKey: IKey
  /** Name of the SSM parameter that holds the node's URL. */
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

/** Exactly the permissions that these needs require. No action is a pattern; of the resources, only the keys of a folder are. */
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
  // Without permission to list, S3 answers 403 for a missing file, like for a missing permission.
  if (named(/^read (\w+)$/).length > 0) allow(['s3:ListBucket'], [uploads.bucketArn])
  if (needs.has('chain')) allow(['ssm:GetParameter'], [parameterArn(rpcUrlParameter, stack)])
  if (needs.has('public key')) allow(['kms:GetPublicKey'], [signerKey.keyArn])
  if (needs.has('sign')) allow(['kms:Sign'], [signerKey.keyArn], signingConditions)
  return statements
}

function parameterArn(name: string, stack: Stack): string {
  const parts: ArnComponents = { service: 'ssm', resource: 'parameter', resourceName: name.slice(1) }
  return Arn.format(parts, stack)
}
