import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type IBucket,
  ObjectLockRetention,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'

/** An encrypted bucket without public access that requires TLS. A bucket that is deleted with the stack is emptied first. */
export function privateBucket(scope: Construct, id: string, props: BucketProps): IBucket {
  return new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    autoDeleteObjects: props.removalPolicy === RemovalPolicy.DESTROY,
    ...props,
  }) as IBucket // `Bucket` does not compile with exactOptionalPropertyTypes
}

/** Creates the bucket for the logs of CloudFront, CloudTrail and the other buckets, which expire after `days`. */
export function accessLogsBucket(scope: Construct, removalPolicy: RemovalPolicy, days: number): IBucket {
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

/** Creates the bucket of the trail. For `days` nobody can delete or change what is in it, so it outlives the stack. */
export const trailBucket = (scope: Construct, accessLogs: IBucket, days: number): IBucket =>
  privateBucket(scope, 'TrailBucket', {
    objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(days)),
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    serverAccessLogsBucket: accessLogs,
    serverAccessLogsPrefix: 'trail/',
    lifecycleRules: [{ expiration: Duration.days(days), noncurrentVersionExpiration: Duration.days(1) }],
  })
