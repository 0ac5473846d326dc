import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { upload } from '../domain/limits.ts'
import type { Folder } from '../functions/files.ts'

interface Props {
  /** The only origin whose pages may PUT and GET here. */
  siteOrigin: string
}

/** Where a picture waits until somebody uses it. */
const unused: `${Folder}/` = 'incoming/'

/** The bucket of proofs and pictures: private, and what nobody uses is gone after a day (design section 7). */
export class Uploads extends Construct {
  readonly bucket: Bucket

  constructor(scope: Construct, id: string, { siteOrigin }: Props) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [
        {
          id: 'unused-uploads',
          prefix: unused,
          expiration: Duration.days(upload.unusedDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      cors: [
        {
          allowedOrigins: [siteOrigin],
          allowedMethods: [HttpMethods.PUT, HttpMethods.GET],
          allowedHeaders: ['content-type'],
          maxAge: 3600,
        },
      ],
    })
  }
}
