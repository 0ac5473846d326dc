import type { RemovalPolicy } from 'aws-cdk-lib'
import { Stack } from 'aws-cdk-lib'
import { AccountRootPrincipal, type IRole, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'
import { administrationActions } from './signer-keys.ts'

/** The only algorithm of a MAC. */
export const macConditions = { StringEquals: { 'kms:MacAlgorithm': 'HMAC_SHA_256' } }

/** The HMAC key that proves approvals. The account administers it but cannot use it. */
export function approvalKey(scope: Construct, removalPolicy: RemovalPolicy): Key {
  const administer = new PolicyStatement({
    sid: 'Administer',
    principals: [new AccountRootPrincipal()],
    actions: administrationActions,
    resources: ['*'],
  })
  return new Key(scope, 'ApprovalKey', {
    description: `${Stack.of(scope).stackName}: proves approvals`,
    keySpec: KeySpec.HMAC_256,
    keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
    removalPolicy,
    policy: new PolicyDocument({ statements: [administer] }),
  })
}

/** Allows these roles one use of the key. */
export function allowMacs(key: Key, action: 'kms:GenerateMac' | 'kms:VerifyMac', roles: IRole[]) {
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: roles.map((role) => role.grantPrincipal),
      actions: [action],
      resources: ['*'],
      conditions: macConditions,
    }),
  )
}
