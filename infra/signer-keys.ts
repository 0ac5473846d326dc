import { CfnOutput, type RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AccountRootPrincipal,
  type IPrincipal,
  type IRole,
  PolicyDocument,
  PolicyStatement,
} from 'aws-cdk-lib/aws-iam'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'

interface Props {
  /** Names of all keys; the functions sign with the first. */
  names: string[]
  /** The role that may sign with every key (infra/operator-role.ts). */
  operator: IRole
  removalPolicy: RemovalPolicy
}

/** Every action that administers a key, and none that uses it. */
export const administrationActions = [
  ...['CancelKeyDeletion', 'CreateAlias', 'DeleteAlias', 'DescribeKey', 'DisableKey', 'EnableKey'],
  ...['GetKeyPolicy', 'GetKeyRotationStatus', 'GetPublicKey', 'ListGrants', 'ListKeyPolicies'],
  ...['ListResourceTags', 'PutKeyPolicy', 'ScheduleKeyDeletion', 'TagResource', 'UntagResource'],
  ...['UpdateAlias', 'UpdateKeyDescription'],
].map((action) => `kms:${action}`)

/** The only algorithm and message type that may be signed. */
export const signingConditions = {
  StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' },
}

/**
 * The escrow operator's secp256k1 keys in KMS. The account administers them but cannot sign: only the roles in the key policy
 * can sign. Whoever may assume the operator role, or change the key policy, can sign too.
 */
export class SignerKeys extends Construct {
  /** The key that the functions sign with, the first of all. */
  readonly current: Key
  readonly all: Key[]

  constructor(scope: Construct, id: string, { names, operator, removalPolicy }: Props) {
    super(scope, id)
    this.all = names.map((name) => {
      const key = new Key(this, name, {
        description: `${Stack.of(this).stackName}: signs payouts (${name})`,
        keySpec: KeySpec.ECC_SECG_P256K1,
        keyUsage: KeyUsage.SIGN_VERIFY,
        removalPolicy,
        policy: new PolicyDocument({
          statements: [
            new PolicyStatement({
              sid: 'Administer',
              principals: [new AccountRootPrincipal()],
              actions: administrationActions,
              resources: ['*'],
            }),
          ],
        }),
      })
      this.allowSigning(key, 'Operate', operator.grantPrincipal)
      operator.addToPrincipalPolicy(
        new PolicyStatement({ actions: ['kms:GetPublicKey'], resources: [key.keyArn] }),
      )
      new CfnOutput(this, `Output${name}`, { key: `SignerKey${name}`, value: key.keyId })
      return key
    })
    const [current] = this.all
    if (!current) throw new RangeError('At least one signing key is required.')
    this.current = current
  }

  /** Allows this role to sign with the current key. */
  grantSign(role: IRole) {
    const sid = `Sign${role.node.scope?.node.id.replace(/\W/g, '')}`
    this.allowSigning(this.current, sid, role.grantPrincipal)
  }

  private allowSigning(key: Key, sid: string, principal: IPrincipal) {
    key.addToResourcePolicy(
      new PolicyStatement({
        sid,
        principals: [principal],
        actions: ['kms:Sign'],
        resources: ['*'],
        conditions: signingConditions,
      }),
    )
  }
}
