import { dataHeaders, securityHeaders } from '../../domain/headers.ts'

const policyOf = (headers: ReturnType<typeof securityHeaders>) =>
  headers['content-security-policy'].split('; ')

test('The security headers have exactly the values that this test lists', () => {
  const { 'content-security-policy': policy, ...others } = securityHeaders({
    uploads: 'https://uploads.example',
    others: ['https://rpc.example', 'https://two.example'],
  })
  expect(policy.split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob: https://uploads.example",
    "font-src 'self'",
    "connect-src 'self' https://uploads.example https://rpc.example https://two.example",
    "object-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
  expect(others).toEqual({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), ' +
      'gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), ' +
      'screen-wake-lock=(), serial=(), storage-access=(), usb=(), window-management=(), xr-spatial-tracking=()',
  })
})

test('Answers of the API and uploaded files may load nothing, run nothing and be embedded nowhere', () => {
  const { 'content-security-policy': policy, ...others } = dataHeaders
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    'sandbox',
  ])
  expect(others).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test('Without further origins, pages may connect only to the site and to the origin of uploads', () => {
  expect(policyOf(securityHeaders({ uploads: 'https://uploads.example' }))).toContain(
    "connect-src 'self' https://uploads.example",
  )
})
