import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AccountRootPrincipal,
  ArnPrincipal,
  type IPrincipal,
  type IRole,
  PolicyDocument,
  PolicyStatement,
} from 'aws-cdk-lib/aws-iam'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'

interface Props {
  /** Names of the keys that exist; the first one signs. */
  names: string[]
  /** Who runs `npm run signer`, beside the functions; null when nobody does. */
  operatorRole: string | null
  keep: boolean
}

/** Everything that administering a key takes, and nothing that uses it. */
const administration = [
  'kms:CancelKeyDeletion',
  'kms:CreateAlias',
  'kms:DeleteAlias',
  'kms:DescribeKey',
  'kms:DisableKey',
  'kms:EnableKey',
  'kms:GetKeyPolicy',
  'kms:GetKeyRotationStatus',
  'kms:GetPublicKey',
  'kms:ListGrants',
  'kms:ListKeyPolicies',
  'kms:ListResourceTags',
  'kms:PutKeyPolicy',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:UpdateAlias',
  'kms:UpdateKeyDescription',
]

/** How the functions sign, and how nobody may sign otherwise. */
export const signing = {
  StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' },
}

/**
 * The operator's keys (secp256k1), which sign and never leave. The account may administer them but not sign: that may only
 * who is named here, whatever its IAM policies say.
 */
export class SignerKeys extends Construct {
  /** The one that the functions sign with. */
  readonly current: Key

  constructor(scope: Construct, id: string, { names, operatorRole, keep }: Props) {
    super(scope, id)
    const keys = names.map((name) => {
      const key = new Key(this, name, {
        description: `${Stack.of(this).stackName}: releases rewards (${name})`,
        keySpec: KeySpec.ECC_SECG_P256K1,
        keyUsage: KeyUsage.SIGN_VERIFY,
        removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
        policy: new PolicyDocument({
          statements: [
            new PolicyStatement({
              sid: 'Administer',
              principals: [new AccountRootPrincipal()],
              actions: administration,
              resources: ['*'],
            }),
          ],
        }),
      })
      if (operatorRole) this.allow(key, 'Operate', new ArnPrincipal(operatorRole))
      new CfnOutput(this, `Output${name}`, { key: `SignerKey${name}`, value: key.keyId })
      return key
    })
    const [current] = keys
    if (!current) throw new RangeError('There must be a key that signs.')
    this.current = current
  }

  /** Lets these functions sign with the current key. */
  grantSign(...roles: IRole[]) {
    for (const role of roles)
      this.allow(this.current, `Sign${role.node.scope?.node.id.replace(/\W/g, '')}`, role.grantPrincipal)
  }

  private allow(key: Key, sid: string, principal: IPrincipal) {
    key.addToResourcePolicy(
      new PolicyStatement({
        sid,
        principals: [principal],
        actions: ['kms:Sign'],
        resources: ['*'],
        conditions: signing,
      }),
    )
  }
}
