import { Stack } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'

/** Requests of one IP address in five minutes: far above a whole office, far below a flood. */
const requestsPerIpAddress = 5000

const managedRules = ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet']

/** A web ACL for CloudFront against floods, known bad IP addresses and known bad inputs. The API's schemas check the fields. */
export class Firewall extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string) {
    super(scope, id)
    const visibility = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false, // no samples of requests, because they contain IP addresses and cookies
      metricName,
    })
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      description: Stack.of(this).stackName,
      defaultAction: { allow: {} },
      visibilityConfig: visibility('Firewall'),
      rules: [
        {
          name: 'Floods',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { limit: requestsPerIpAddress, aggregateKeyType: 'IP' } },
          visibilityConfig: visibility('Floods'),
        },
        ...managedRules.map((name, index) => ({
          name,
          priority: index + 1,
          overrideAction: { none: {} },
          statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
          visibilityConfig: visibility(name),
        })),
      ],
    })
    this.arn = acl.attrArn
  }
}
