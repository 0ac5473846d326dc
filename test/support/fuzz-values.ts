import fc from 'fast-check'

/** JSON that no JavaScript value has, such as 1e400. It is written into a body unchanged. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const half = '\ud800'

/** Unusual values for any field: wrong types, extreme numbers, odd strings. */
export const values: unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  -0.5,
  1.5,
  2 ** 53,
  1e21,
  'NaN',
  'Infinity',
  '1e400',
  new RawJson('1e400'),
  new RawJson('-1e400'),
  new RawJson('0.1e-400'),
  [],
  [[]],
  {},
  { toString: 1 },
  new RawJson('{"__proto__":{"isAdmin":true}}'),
  new RawJson(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  'x'.repeat(20_000),
  'é'.repeat(300),
  'a\r\nSet-Cookie: session=x',
  'a\0b',
  half,
  `a${half}b`,
  '\u202e\ufeff',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://user:secret@example.org/',
  'http://[::1',
  '1970-01-01T00:00:00.000Z',
  '2001-02-30T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '__proto__',
  'constructor',
  'USER#x',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '81ARZ3NDEKTSV4RRFFQ69G5FAV',
  '01arz3ndektsv4rrffq69g5fav',
  '0x',
  `0x${'0'.repeat(40)}`,
  `0x${'f'.repeat(130)}`,
  'eyJzb3J0IjoicmVjZW50In0',
  Buffer.from('{"sort":"recent","status":"open","open":{"id":"x","key":{}}}').toString('base64url'),
  '/api/files/../../etc/passwd',
]

export const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...values) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
)

export const fieldName = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'isAdmin',
    'id',
    'userId',
    'pk',
    '',
    'a\0',
  ),
  fc.string({ maxLength: 20 }),
)

/** Path segments with invalid or suspicious escapes. */
export const escapes = fc.constantFrom(
  '%00',
  '%ff%fe',
  '%E0%A4%A',
  '%',
  '%zz',
  '%2e%2e%2f%2e%2e',
  '%0d%0aSet-Cookie:%20a=b',
  '%F0%9F%92%A9',
  '__proto__',
  'constructor',
  '%ED%A0%80',
  '+',
  ';',
  'x'.repeat(3000),
)

export const bodies = fc.oneof(
  fc.constantFrom(
    '{"a":',
    '[]',
    'null',
    '7',
    '"x"',
    '[{}]',
    'NaN',
    '{"a":1}{"b":2}',
    '\ufeff{}',
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
    '['.repeat(100_000),
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
    `{"title":"${'x'.repeat(64 * 1024)}"}`,
    `{"title":"${'x'.repeat(3 * 1024 * 1024)}"}`,
  ),
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }),
)

export const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json, application/json',
      'application/json; charset=utf-16',
      'application/octet-stream',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=x',
      'Multipart/Form-Data; boundary="x"',
      '',
    ),
  },
)

const head = (disposition: string) => `--x\r\nContent-Disposition: ${disposition}\r\n\r\n`

/** Bodies for `multipart/form-data; boundary=x` without a valid image. */
export const parts = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('form-data', 'attachment', 'form-data; name', 'form-data; name="'),
      fc.constantFrom('file', 'image', '', '__proto__', 'a\0b', 'f'.repeat(5000)),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('\r\n--x--\r\n', '\r\n--x', '', '\r\n--y--'),
    )
    .map(
      ([start, name, content, end]) => head(`${start}; name="${name}"; filename="${name}"`) + content + end,
    ),
  fc.constantFrom(
    '--x--',
    '--x',
    '\r\n\r\n--x\r\n\r\n--x--',
    `${head('form-data; name="file"').repeat(2000)}--x--`,
    `${head('form-data; name="file"; filename="a"')}${'y'.repeat(2 * 1024 * 1024 + 1)}\r\n--x--`,
    `--x\r\n${'A: b\r\n'.repeat(5000)}\r\n--x--`,
  ),
)
