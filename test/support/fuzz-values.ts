import fc from 'fast-check'
import unusual from '../fixtures/unusual-texts.json' with { type: 'json' }

/** JSON that no JavaScript value has, such as 1e400. It is written into a body unchanged. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const half = '\ud800'

const { bodies: texts, contentTypes, escapes: knownEscapes, fieldNames, values: strings } = unusual

/** Unusual values for any field: wrong types, extreme numbers, odd strings. */
export const values: unknown[] = [
  ...strings,
  ...[null, true, 0, -1, -0.5, 1.5, 2 ** 53, 1e21, [], [[]], {}, { toString: 1 }],
  ...['1e400', '-1e400', '0.1e-400', '{"__proto__":{"isAdmin":true}}'].map((text) => new RawJson(text)),
  new RawJson(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  ...['x'.repeat(20_000), 'é'.repeat(300), half, `a${half}b`],
  ...[`0x${'0'.repeat(40)}`, `0x${'f'.repeat(130)}`],
  Buffer.from('{"sort":"recent","status":"open","open":{"id":"x","key":{}}}').toString('base64url'),
]

export const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...values) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
)

export const fieldName = fc.oneof(fc.constantFrom(...fieldNames), fc.string({ maxLength: 20 }))

/** Path segments with invalid or suspicious escapes. */
export const escapes = fc.constantFrom(...knownEscapes, 'x'.repeat(3000))

export const bodies = fc.oneof(
  fc.constantFrom(
    ...texts,
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
  { weight: 2, arbitrary: fc.constantFrom(...contentTypes) },
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
