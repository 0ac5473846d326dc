/**
 * What every answer of the site and of the API carries, sent by CloudFront's response headers policy and by the local gateway
 * alike.
 * `uploads` is where browsers put and get files, `others` are origins that pages call besides.
 */
export function securityHeaders({ uploads, others = [] }: { uploads: string; others?: string[] }) {
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', uploads],
    'font-src': ["'self'"],
    'connect-src': ["'self'", uploads, ...others],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => [name, ...sources].join(' '))
      .join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  } as const
}
