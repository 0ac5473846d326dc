import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Duration } from 'aws-cdk-lib'
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  type IResponseHeadersPolicy,
  OriginProtocolPolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginSslPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'

const fallback = join(import.meta.dirname, 'spa-fallback.js')

/** Every header that the functions read, beside the cookies. Host must be API Gateway's own. */
const forwarded = ['cloudfront-viewer-address', 'content-type', 'origin', 'sec-fetch-site']

/** Files of the site: kept as long as each of them says, and compressed. */
export function siteBehaviour(
  scope: Construct,
  bucket: IBucket,
  responseHeadersPolicy: IResponseHeadersPolicy,
): BehaviorOptions {
  return {
    // Who may list is told that a missing file is missing, and not that it is forbidden. No query reaches the bucket.
    origin: S3BucketOrigin.withOriginAccessControl(bucket, {
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    }),
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    responseHeadersPolicy,
    compress: true,
    cachePolicy: new CachePolicy(scope, 'SiteCache', {
      comment: 'As long as the file says; without a word, not at all',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    }),
    functionAssociations: [
      {
        eventType: FunctionEventType.VIEWER_REQUEST,
        function: new EdgeFunction(scope, 'SpaFallback', {
          runtime: FunctionRuntime.JS_2_0,
          code: FunctionCode.fromInline(readFileSync(fallback, 'utf8')),
        }),
      },
    ],
  }
}

/** The API: never kept, but compressed, which CloudFront only does under a policy that could keep it. */
export function apiBehaviour(
  scope: Construct,
  host: string,
  originKey: string,
  responseHeadersPolicy: IResponseHeadersPolicy,
): BehaviorOptions {
  return {
    origin: new HttpOrigin(host, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      readTimeout: Duration.seconds(35), // API Gateway gives up after 30
      customHeaders: { 'x-origin-key': originKey },
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    responseHeadersPolicy,
    compress: true,
    cachePolicy: new CachePolicy(scope, 'ApiCache', {
      comment: 'Answers say no-store; were one to forget, it would still be its caller’s own, for a second',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
      cookieBehavior: CacheCookieBehavior.all(),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    }),
    originRequestPolicy: new OriginRequestPolicy(scope, 'ApiRequest', {
      headerBehavior: OriginRequestHeaderBehavior.allowList(...forwarded),
    }),
  }
}
