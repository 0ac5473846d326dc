const policy = (directives: Record<string, string[]>) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')

/** Powerful features of browsers that no page uses. Browsers give them to the page's own scripts otherwise. */
const unusedFeatures = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera'],
  ...['display-capture', 'encrypted-media', 'geolocation', 'gyroscope', 'hid', 'idle-detection'],
  ...['local-fonts', 'magnetometer', 'microphone', 'midi', 'payment', 'screen-wake-lock', 'serial'],
  ...['storage-access', 'usb', 'window-management', 'xr-spatial-tracking'],
]

const shared = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
} as const

/** Directives that `default-src` does not cover. */
const closed = { 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] }

/**
 * Security headers of pages and their files. CloudFront's response headers policy and the local gateway send them.
 * Trusted Types forbid every string that a page would parse as HTML or run as a script; no policy can permit one.
 *
 * @param uploads origin where browsers upload files and, in local mode, download them
 * @param others further origins that pages may connect to
 */
export const securityHeaders = ({ uploads, others = [] }: { uploads: string; others?: string[] }) => ({
  'content-security-policy': policy({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', uploads],
    'font-src': ["'self'"],
    'connect-src': ["'self'", uploads, ...others],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    ...closed,
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  }),
  ...shared,
})

/** Security headers of the API and of uploaded files, which are no pages: nothing in them may load, run or be submitted. */
export const dataHeaders = {
  'content-security-policy': policy({
    'default-src': ["'none'"],
    'form-action': ["'none'"],
    ...closed,
    sandbox: [],
  }),
  ...shared,
  'cross-origin-resource-policy': 'same-origin',
} as const
