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
  type ICachePolicy,
  type IResponseHeadersPolicy,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { accountWideName } from './account-wide-name.ts'

const spaFallback = join(import.meta.dirname, 'spa-fallback.js')

const tls = {
  protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
  originSslProtocols: [OriginSslPolicy.TLS_V1_2],
}

/** Every header that the functions read, besides cookies. Not Host: API Gateway needs its own. */
const forwardedHeaders = [
  'cloudfront-viewer-address',
  'content-type',
  'origin',
  'sec-fetch-site',
  'user-agent',
]

/** Serves the site's files, compressed, and cached for as long as each file's `cache-control` says. */
export function siteBehaviour(
  scope: Construct,
  bucket: IBucket,
  responseHeadersPolicy: IResponseHeadersPolicy,
): BehaviorOptions & { cachePolicy: ICachePolicy } {
  return {
    // With permission to list, S3 answers 404 for a missing file instead of 403. No query string reaches the bucket.
    origin: S3BucketOrigin.withOriginAccessControl(bucket, {
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      originAccessControl: new S3OriginAccessControl(scope, 'SiteAccess', {
        originAccessControlName: accountWideName(scope, 'SiteAccess'),
      }),
    }),
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    responseHeadersPolicy,
    compress: true,
    cachePolicy: new CachePolicy(scope, 'SiteCache', {
      comment: 'As long as cache-control says; without it, not at all',
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
          code: FunctionCode.fromInline(readFileSync(spaFallback, 'utf8')),
        }),
      },
    ],
  }
}

/** Serves the API, compressed. Answers say `no-store`; the cache policy exists because CloudFront compresses only with one. */
export function apiBehaviour(
  scope: Construct,
  host: string,
  originKey: string,
  responseHeadersPolicy: IResponseHeadersPolicy,
): BehaviorOptions {
  return {
    origin: new HttpOrigin(host, {
      ...tls,
      readTimeout: Duration.seconds(35), // API Gateway's timeout is 30
      customHeaders: { 'x-origin-key': originKey },
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    responseHeadersPolicy,
    compress: true,
    cachePolicy: new CachePolicy(scope, 'ApiCache', {
      comment: 'Answers say no-store; one without it is cached for its own caller, for one second',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
      cookieBehavior: CacheCookieBehavior.all(),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    }),
    originRequestPolicy: new OriginRequestPolicy(scope, 'ApiRequest', {
      originRequestPolicyName: accountWideName(scope, 'ApiRequest'),
      headerBehavior: OriginRequestHeaderBehavior.allowList(...forwardedHeaders),
    }),
  }
}

/** Serves the WebSocket API, whose handshake is a GET request. */
export const liveBehaviour = (scope: Construct, host: string, originKey: string): BehaviorOptions => ({
  origin: new HttpOrigin(host, { ...tls, customHeaders: { 'x-origin-key': originKey } }),
  allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: new OriginRequestPolicy(scope, 'LiveRequest', {
    originRequestPolicyName: accountWideName(scope, 'LiveRequest'),
    headerBehavior: OriginRequestHeaderBehavior.allowList(
      'cloudfront-viewer-address',
      'origin',
      // CloudFront sends these two only if the policy names them.
      'Sec-WebSocket-Key',
      'Sec-WebSocket-Version',
    ),
    cookieBehavior: OriginRequestCookieBehavior.all(),
  }),
})

/**
 * Serves lists of the API that are the same for everybody, each query string cached once for as long as the answer says. The
 * routes refuse unknown parameters; a policy could name only ten. Cookies are no part of the key, but the API gets them,
 * because other methods of the same paths need them.
 */
export function listBehaviour(scope: Construct, api: BehaviorOptions): BehaviorOptions {
  return {
    ...api,
    cachePolicy: new CachePolicy(scope, 'ListCache', {
      comment: 'As long as cache-control says, for everybody alike',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.minutes(1),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    }),
    originRequestPolicy: new OriginRequestPolicy(scope, 'ListRequest', {
      originRequestPolicyName: accountWideName(scope, 'ListRequest'),
      headerBehavior: OriginRequestHeaderBehavior.allowList(...forwardedHeaders),
      cookieBehavior: OriginRequestCookieBehavior.all(),
    }),
  }
}

/**
 * Serves uploaded files with the headers that S3 cannot send. The query string is that of a presigned URL of the bucket
 * (functions/files/bucket.ts), which S3 checks; without it the bucket refuses.
 */
export function filesBehaviour(
  scope: Construct,
  host: string,
  responseHeadersPolicy: IResponseHeadersPolicy,
): BehaviorOptions {
  return {
    origin: new HttpOrigin(host, tls),
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    responseHeadersPolicy,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: new OriginRequestPolicy(scope, 'FilesRequest', {
      originRequestPolicyName: accountWideName(scope, 'FilesRequest'),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    }),
  }
}
