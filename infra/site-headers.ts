import { Duration } from 'aws-cdk-lib'
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { securityHeaders } from '../domain/headers.ts'

/** Sets the headers of domain/headers.ts on every answer, HSTS for a year, and removes headers that name software. */
export function siteHeaders(
  scope: Construct,
  id: string,
  origins: Parameters<typeof securityHeaders>[0],
): ResponseHeadersPolicy {
  const headers = securityHeaders(origins)
  const override = true
  return new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: headers['content-security-policy'], override },
      contentTypeOptions: { override }, // always nosniff
      frameOptions: { frameOption: HeadersFrameOption[headers['x-frame-options']], override },
      referrerPolicy: {
        referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
        override,
      },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(365),
        includeSubdomains: false,
        override,
      },
    },
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'cross-origin-opener-policy',
          value: headers['cross-origin-opener-policy'],
          override,
        },
      ],
    },
    removeHeaders: ['server', 'apigw-requestid', 'x-amz-server-side-encryption', 'x-amz-version-id'],
  })
}
