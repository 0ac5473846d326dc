import { Stack } from 'aws-cdk-lib'
import { CfnRule, EventField, type EventPattern, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import type { MarketFunction } from './functions.ts'

interface Props {
  topic: ITopic
  /** Name of the SSM parameter that holds the addresses of the contracts. */
  contractsParameter: string
  signerKeys: IKey[]
  /** The HMAC key that proves approvals. */
  approvalKey: IKey
  /** The only function that signs in normal operation. */
  settle: MarketFunction
  /** The functions that can approve. */
  deciding: MarketFunction[]
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
    const { approvalKey, contractsParameter: parameter, deciding, settle, signerKeys, topic } = props
    const { account, partition, stackName } = Stack.of(this)
    // Lambda names its session after the function. A person who assumes the role has another name.
    const settleSession = `arn:${partition}:sts::${account}:assumed-role/${settle.role.roleName}/${settle.lambda.functionName}`
    const paying = [settle, ...deciding]
    const keyCall = (keys: IKey[], eventName: string[], conditions: object = {}): EventPattern => ({
      source: ['aws.kms'],
      detailType: ['AWS API Call via CloudTrail'],
      detail: { eventName, resources: { ARN: keys.map(({ keyArn }) => keyArn) }, ...conditions },
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
      keyCall(
        [...signerKeys, approvalKey],
        ['PutKeyPolicy', 'ScheduleKeyDeletion', 'DisableKey', 'CreateGrant'],
      ),
      `${caller} called ${call} on a signing key or the key of approvals of ${stackName}. Only a deployment and the replacement of a key do this.`,
      'stolen-operator-key',
    )
    const used = report(
      'KeyUsed',
      // A caller of another account has no ARN in this account's trail.
      keyCall(signerKeys, ['Sign'], {
        userIdentity: { arn: [{ 'anything-but': [settleSession] }, { exists: false }] },
      }),
      `${caller} called Sign on a signing key of ${stackName} and is not settle. Only npm run signer -- rotate does this, as the role OperatorRole.`,
      'stolen-operator-key',
    )
    const calls = (source: string, eventName: string[], requestParameters?: object): EventPattern => ({
      source: [source],
      detailType: ['AWS API Call via CloudTrail'],
      detail: { eventName, ...(requestParameters && { requestParameters }) },
    })
    const changed = `${caller} called ${call} on a function that pays or approves, or on its role, in ${stackName}. Only a deployment does this.`
    report(
      'PayingCodeChanged',
      // The calls name a function by its name or its ARN.
      calls('aws.lambda', ['UpdateFunctionCode20150331v2', 'UpdateFunctionConfiguration20150331v2'], {
        functionName: paying.map(({ lambda }) => ({ wildcard: `*${lambda.functionName}*` })),
      }),
      changed,
      'stolen-operator-key',
    )
    report(
      'PayingRoleChanged',
      calls('aws.iam', ['AttachRolePolicy', 'PutRolePolicy', 'UpdateAssumeRolePolicy'], {
        roleName: paying.map(({ role }) => role.roleName),
      }),
      changed,
      'stolen-operator-key',
    )
    report(
      'TrailChanged',
      calls('aws.cloudtrail', ['DeleteTrail', 'PutEventSelectors', 'StopLogging', 'UpdateTrail']),
      `${caller} called ${call}: calls of AWS in this account may not be recorded, and the messages about them not sent.`,
      'stolen-operator-key',
    )
    // Sign is a read-only call for CloudTrail, which a rule does not get by default.
    if (used.node.defaultChild instanceof CfnRule)
      used.node.defaultChild.state = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS'
  }
}
