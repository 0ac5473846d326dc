import { Stack } from 'aws-cdk-lib'
import { CfnRule, EventField, type EventPattern, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets'
import type { IRole } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'

interface Props {
  topic: ITopic
  /** Name of the SSM parameter that holds the addresses of the contracts. */
  contractsParameter: string
  signerKeys: IKey[]
  /** The only role that signs in normal operation. */
  settleRole: IRole
}

const arn = EventField.fromPath('$.detail.userIdentity.arn')
const foreign = EventField.fromPath('$.detail.userIdentity.accountId')
const caller = `${arn} (account ${foreign})`
const call = EventField.fromPath('$.detail.eventName')

/**
 * Sends a message to the topic when somebody changes what controls the money. EventBridge gets KMS calls from CloudTrail, and
 * only if the account has a trail (the stage's setting `trail`).
 */
export class ChangeAlerts extends Construct {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { contractsParameter: parameter, settleRole, signerKeys, topic } = props
    const { account, partition, stackName } = Stack.of(this)
    const settleSession = `arn:${partition}:sts::${account}:assumed-role/${settleRole.roleName}/`
    const keyCall = (eventName: string[], conditions: object = {}): EventPattern => ({
      source: ['aws.kms'],
      detailType: ['AWS API Call via CloudTrail'],
      detail: { eventName, resources: { ARN: signerKeys.map(({ keyArn }) => keyArn) }, ...conditions },
    })
    const report = (name: string, eventPattern: EventPattern, problem: string, runbook: string) => {
      const message = RuleTargetInput.fromText(`${problem} What to do: docs/runbooks/${runbook}.md`)
      return new Rule(this, name, { eventPattern, targets: [new SnsTopic(topic, { message })] })
    }
    report(
      'ContractsChanged',
      {
        source: ['aws.ssm'],
        detailType: ['Parameter Store Change'],
        detail: { name: [parameter] },
      },
      `The parameter ${parameter} changed: browsers fund the contracts that it names.`,
      'wrong-escrow-address',
    )
    report(
      'KeyChanged',
      keyCall(['PutKeyPolicy', 'ScheduleKeyDeletion', 'DisableKey', 'CreateGrant']),
      `${caller} called ${call} on a signing key of ${stackName}. Only a deployment and the replacement of a key do this.`,
      'stolen-operator-key',
    )
    const used = report(
      'KeyUsed',
      // A caller of another account has no ARN in this account's trail.
      keyCall(['Sign'], {
        userIdentity: { arn: [{ 'anything-but': { prefix: settleSession } }, { exists: false }] },
      }),
      `${caller} called Sign on a signing key of ${stackName} and is not settle. Only npm run signer -- rotate does this, as the role OperatorRole.`,
      'stolen-operator-key',
    )
    // Sign is a read-only call for CloudTrail, which a rule does not get by default.
    if (used.node.defaultChild instanceof CfnRule)
      used.node.defaultChild.state = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS'
  }
}
