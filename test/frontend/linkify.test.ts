import { expect, test } from 'vitest'
import { linkify } from '../../frontend/src/lib/linkify.ts'

const links = (text: string) =>
  linkify(text)
    .filter((part) => part.kind === 'link')
    .map((part) => part.value)
const joined = (text: string) =>
  linkify(text)
    .map((part) => part.value)
    .join('')

test('addresses become links and every character stays', () => {
  const text = 'See https://example.org/a?b=1#c and http://example.com.\nThen write.'
  expect(links(text)).toEqual(['https://example.org/a?b=1#c', 'http://example.com'])
  expect(joined(text)).toBe(text)
})

test('punctuation and brackets around an address are not part of it', () => {
  expect(links('(https://example.org/x), or https://example.org/y!')).toEqual([
    'https://example.org/x',
    'https://example.org/y',
  ])
  expect(links('https://en.wikipedia.org/wiki/Ticket_(admission)')).toEqual([
    'https://en.wikipedia.org/wiki/Ticket_(admission)',
  ])
})

test('nothing but http and https is ever a link', () => {
  const text = 'javascript:alert(1) data:text/html,x ftp://example.org www.example.org https://'
  expect(links(text)).toEqual([])
  expect(joined(text)).toBe(text)
})

test('markup stays text', () => {
  expect(links('<a href="https://example.org/x">y</a>')).toEqual(['https://example.org/x'])
  expect(linkify('')).toEqual([])
})
