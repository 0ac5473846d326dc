import { linkify } from '../../frontend/src/lib/linkify.ts'

const links = (text: string) =>
  linkify(text)
    .filter((part) => part.kind === 'link')
    .map((part) => part.value)
const joined = (text: string) =>
  linkify(text)
    .map((part) => part.value)
    .join('')

test('URLs in a text become links, and the text keeps every character', () => {
  const text = 'See https://example.org/a?b=1#c and http://example.com.\nThen write.'
  expect(links(text)).toEqual(['https://example.org/a?b=1#c', 'http://example.com'])
  expect(joined(text)).toBe(text)
})

test('Punctuation and brackets around a URL are not part of the link', () => {
  expect(links('(https://example.org/x), or https://example.org/y!')).toEqual([
    'https://example.org/x',
    'https://example.org/y',
  ])
  expect(links('https://en.wikipedia.org/wiki/Ticket_(admission)')).toEqual([
    'https://en.wikipedia.org/wiki/Ticket_(admission)',
  ])
})

test('Only http and https URLs become links', () => {
  const text = 'javascript:alert(1) data:text/html,x ftp://example.org www.example.org https://'
  expect(links(text)).toEqual([])
  expect(joined(text)).toBe(text)
})

test('HTML markup in a text stays text', () => {
  expect(links('<a href="https://example.org/x">y</a>')).toEqual(['https://example.org/x'])
  expect(linkify('')).toEqual([])
})

test('The host of a link is shown in ASCII, so that other alphabets cannot imitate it', () => {
  expect(links('https://аррӏе.com/Ünï and HTTPS://Bücher.example:443?ü')).toEqual([
    'https://xn--80ak6aa92e.com/Ünï',
    'https://xn--bcher-kva.example?ü',
  ])
  expect(links('https://example。org/x https://ex%61mple.org')).toEqual([
    'https://example.org/x',
    'https://example.org',
  ])
})

test('A URL with a user name, a password or an oversized host stays plain text', () => {
  const text = `https://bank.example@evil.example https://a:b@evil.example https:///a@evil.example https://${'ü'.repeat(300)}.example`
  expect(links(text)).toEqual([])
  expect(joined(text)).toBe(text)
  expect(links('https://example.org/@me')).toEqual(['https://example.org/@me'])
})

test.each([
  ['brackets', `https://example.org/${')'.repeat(200_000)}`],
  ['points', `https://example.org/${'.'.repeat(200_000)}`],
  ['starts of URLs', 'https://'.repeat(50_000)],
  ['letters of a host', `https://${'ü'.repeat(200_000)}`],
])('200,000 %s are split in less than a second', (_, text) => {
  const start = performance.now()
  linkify(text)
  expect(performance.now() - start).toBeLessThan(1000)
})
