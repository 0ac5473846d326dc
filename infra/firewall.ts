import type { Stack } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'

/** Requests of one IP address in five minutes: far above a whole office, far below a flood. */
const requestsPerIpAddress = 5000

const managedRules = ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet']

/**
 * Creates a web ACL for CloudFront against floods, known bad IP addresses and known bad inputs. The API's schemas check the
 * fields.
 *
 * @param stack in us-east-1
 * @returns the ARN of the web ACL
 */
export function createFirewall(stack: Stack): string {
  const visibility = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: false, // no samples of requests, because they contain IP addresses and cookies
    metricName,
  })
  const acl = new CfnWebACL(stack, 'FirewallAcl', {
    scope: 'CLOUDFRONT',
    description: stack.stackName,
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
  return acl.attrArn
}
