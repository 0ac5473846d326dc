import { Duration } from 'aws-cdk-lib'
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import type { dataHeaders, securityHeaders } from '../domain/headers.ts'
import { accountWideName } from './account-wide-name.ts'

type Headers = ReturnType<typeof securityHeaders> | typeof dataHeaders

/**
 * Sets headers of domain/headers.ts and HSTS for two years, and removes headers that name software.
 *
 * @param preload lets browser vendors add the domain to their lists of HTTPS-only sites (hstspreload.org)
 */
export function siteHeaders(
  scope: Construct,
  id: string,
  headers: Headers,
  preload: boolean,
): ResponseHeadersPolicy {
  const override = true
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: accountWideName(scope, id),
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: headers['content-security-policy'], override },
      contentTypeOptions: { override }, // always nosniff
      frameOptions: { frameOption: HeadersFrameOption[headers['x-frame-options']], override },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(2 * 365),
        includeSubdomains: true,
        preload,
        override,
      },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(headers)
        .filter(([header]) => /^(cross-origin|permissions)-/.test(header))
        .map(([header, value]) => ({ header, value, override })),
    },
    removeHeaders: ['server', 'apigw-requestid', 'x-amz-server-side-encryption', 'x-amz-version-id'],
  })
}
