import { Stack } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'

/** Requests that one address may make in five minutes: far above people and offices, far below a flood. */
const perAddress = 5000

/** AWS's own rules, whose names say what they stop. */
const managed = ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet']

/** A web ACL for CloudFront: known bad addresses and inputs, and floods. What a field may hold is our schemas' to say. */
export class Firewall extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string) {
    super(scope, id)
    const seen = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false, // they would show people's addresses and cookies
      metricName,
    })
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      description: Stack.of(this).stackName,
      defaultAction: { allow: {} },
      visibilityConfig: seen('Firewall'),
      rules: [
        {
          name: 'Floods',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { limit: perAddress, aggregateKeyType: 'IP' } },
          visibilityConfig: seen('Floods'),
        },
        ...managed.map((name, at) => ({
          name,
          priority: at + 1,
          overrideAction: { none: {} },
          statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
          visibilityConfig: seen(name),
        })),
      ],
    })
    this.arn = acl.attrArn
  }
}
