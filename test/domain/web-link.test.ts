import { isWebLink } from '../../domain/submission.ts'

test.each([
  'http://example.com',
  'https://example.com/a?b=c#d',
  'http://localhost:3000/x',
  'http://[::1]/',
  'https://1.2.3.4/',
  'https://ä.example/ü',
  'https://example.com/at@path',
  'https://example.com?mail=me@example.com',
  'HTTPS://EXAMPLE.COM',
])('isWebLink accepts %s', (link) => {
  expect(isWebLink(link)).toBe(true)
})

test.each([
  '',
  'example.com',
  '//example.com',
  'http:example.com',
  'http:\\\\example.com',
  'https://',
  'https:///example.com',
  'https://example.com:99999',
  'javascript:alert(1)',
  'javascript:https://example.com',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://example.com/x',
  'file:///etc/passwd',
  'ftp://example.com',
  'https://user@example.com',
  'https://user:secret@example.com',
  'https://example.com\\@evil.example',
  'https://example.com/\r\nSet-Cookie: a=b',
  'https://example.com/\t',
  'https://example.com/a b',
  'https://example.com/\0',
  'https://example.com/\u0085',
  'https://example.com/\u202Egnp.exe',
  'https://\u2066example.com',
])('isWebLink rejects %j', (link) => {
  expect(isWebLink(link)).toBe(false)
})
