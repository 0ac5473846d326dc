import { Duration, type RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { HttpMethods, type IBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { upload } from '../domain/limits.ts'
import type { Folder } from '../functions/files/bucket.ts'
import { privateBucket } from './buckets.ts'

interface Props {
  name: string
  /** The only origin whose pages may PUT (CORS). */
  siteOrigin: string
  accessLogs: IBucket
  removalPolicy: RemovalPolicy
}

/** Prefix of uploads that nobody has used yet. */
const unusedPrefix: `${Folder}/` = 'incoming/'

/** Host of the presigned URLs of functions/files/bucket.ts, where browsers put files and from where CloudFront gets them. */
export const uploadsHost = (stack: Stack, bucketName: string) =>
  `${bucketName}.s3.${stack.region}.${stack.urlSuffix}`

/**
 * Creates the private bucket of proofs and pictures. An upload that nobody uses expires after a day. A deleted or overwritten
 * file can be restored for 30 days.
 */
export const uploadsBucket = (scope: Construct, { name, siteOrigin, accessLogs, removalPolicy }: Props) =>
  privateBucket(scope, 'UploadsBucket', {
    bucketName: name,
    versioned: true,
    removalPolicy,
    serverAccessLogsBucket: accessLogs,
    serverAccessLogsPrefix: 'uploads/',
    lifecycleRules: [
      {
        id: 'unused-uploads',
        prefix: unusedPrefix,
        expiration: Duration.days(upload.unusedDays),
        noncurrentVersionExpiration: Duration.days(1),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      },
      {
        id: 'old-versions',
        noncurrentVersionExpiration: Duration.days(30),
        expiredObjectDeleteMarker: true,
      },
    ],
    cors: [
      {
        allowedOrigins: [siteOrigin],
        allowedMethods: [HttpMethods.PUT],
        allowedHeaders: ['content-type'],
        maxAge: 3600,
      },
    ],
  })
