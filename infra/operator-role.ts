import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib'
import { AccountRootPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam'
import { indexes } from '../functions/table/keys.ts'
import { itemActions } from './grants.ts'
import type { TableInUse } from './table.ts'

/**
 * Creates the role for `npm run signer -- rotate`, which replaces a stolen key. Whoever has a permission in this account to
 * assume it may assume it for an hour.
 */
export function operatorRole(stack: Stack, { tableArn }: TableInUse): Role {
  const role = new Role(stack, 'OperatorRole', {
    description: `${stack.stackName}: replaces the signing key`,
    assumedBy: new AccountRootPrincipal(),
    maxSessionDuration: Duration.hours(1),
  })
  const resources = [tableArn, ...Object.keys(indexes).map((name) => `${tableArn}/index/${name}`)]
  role.addToPolicy(new PolicyStatement({ actions: Object.values(itemActions), resources }))
  new CfnOutput(stack, 'OperatorRoleOutput', { key: 'OperatorRole', value: role.roleArn })
  return role
}
