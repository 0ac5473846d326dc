import { Duration, type RemovalPolicy, Validations } from 'aws-cdk-lib'
import { type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { privateBucket } from './private-bucket.ts'

interface Props {
  removalPolicy: RemovalPolicy
  days: number
}

/** Creates the bucket for the logs of CloudFront, CloudTrail and the other buckets, which expire after `days`. */
export function accessLogsBucket(scope: Construct, { removalPolicy, days }: Props): IBucket {
  const bucket = privateBucket(scope, 'AccessLogsBucket', {
    objectOwnership: ObjectOwnership.OBJECT_WRITER, // CloudFront delivers by ACL
    removalPolicy,
    lifecycleRules: [{ expiration: Duration.days(days) }],
  })
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'This bucket receives access logs. Logging its own access into itself would create a line for each line, without end.',
  })
  return bucket
}
