/**
 * Security headers of every response of the site and the API. CloudFront's response headers policy and the local gateway
 * send them.
 *
 * @param uploads origin where browsers upload and download files
 * @param others further origins that pages may connect to
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
