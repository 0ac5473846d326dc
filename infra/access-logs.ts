import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'

interface Props {
  removalPolicy: RemovalPolicy
  days: number
}

/** The bucket for the access logs of CloudFront and of the other buckets, which expire after `days`. */
export class AccessLogs extends Construct {
  readonly bucket: IBucket

  constructor(scope: Construct, id: string, { removalPolicy, days }: Props) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.OBJECT_WRITER, // CloudFront delivers by ACL
      removalPolicy,
      autoDeleteObjects: removalPolicy === RemovalPolicy.DESTROY,
      lifecycleRules: [{ expiration: Duration.days(days) }],
    }) as IBucket // `Bucket` does not compile with exactOptionalPropertyTypes
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'This bucket receives access logs. Logging its own access into itself would create a line for each line, without end.',
    })
  }
}
