import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, type IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { upload } from '../domain/limits.ts'
import type { Folder } from '../functions/files.ts'

interface Props {
  name: string
  /** The only origin whose pages may PUT and GET here. */
  siteOrigin: string
  accessLogs: IBucket
  /** Whether it outlives the stack. */
  keep: boolean
}

/** Where a picture waits until somebody uses it. */
const unused: `${Folder}/` = 'incoming/'

/** Where browsers put and get files: the origin of the addresses that functions/files.ts signs. */
export const uploadsOrigin = (stack: Stack, bucketName: string) =>
  `https://${bucketName}.s3.${stack.region}.${stack.urlSuffix}`

/** The bucket of proofs and pictures: private, and what nobody uses is gone after a day (design section 7). */
export class Uploads extends Construct {
  readonly bucket: IBucket

  constructor(scope: Construct, id: string, { name, siteOrigin, accessLogs, keep }: Props) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Bucket', {
      bucketName: name,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      autoDeleteObjects: !keep,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'uploads/',
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
    }) as IBucket // its own class is not exact about what is optional
  }
}
