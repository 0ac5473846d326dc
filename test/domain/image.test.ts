import { describe, expect, test } from 'vitest'
import { extensionOf, type ImageType, imageType } from '../../domain/image.ts'
import { gif, invalidImages, jpeg, png, pngOf } from '../support/image-files.ts'

const hex = (...parts: string[]) => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex')
/** The bytes with one of them replaced. */
const changed = (bytes: Buffer, index: number, value: number) =>
  Buffer.concat([bytes.subarray(0, index), Buffer.from([value]), bytes.subarray(index + 1)])

const gifHead = '474946383961'
const size = '0100 0200'
const picture = '2c 0000 0000 0100 0100 00 02 02 4401 00'
const end = '3b'

const soi = 'ffd8'
const app = 'ffe0 0004 0000'
const frame = 'ffc0 0003 08'
const scan = 'ffda 0003 00'
const eoi = 'ffd9'

const valid: [string, ImageType, Buffer][] = [
  ['a PNG', 'image/png', png],
  ['a PNG with a further chunk', 'image/png', pngOf(200)],
  ['a GIF 89a', 'image/gif', gif],
  ['a GIF 87a', 'image/gif', hex('474946383761', size, '000000', picture, end)],
  [
    'a GIF with 256 global colours',
    'image/gif',
    hex(gifHead, size, '870000', '00'.repeat(768), picture, end),
  ],
  [
    'a GIF with 2 local colours',
    'image/gif',
    hex(gifHead, size, '000000', picture.replace(' 00 02', ' 80 000000000000 02'), end),
  ],
  [
    'a GIF with an extension and two pictures',
    'image/gif',
    hex(gifHead, size, '000000', '21f9 04 00000000 00', picture, picture, end),
  ],
  [
    'a GIF with a colour table size but no colour table',
    'image/gif',
    hex(gifHead, size, '010000', picture, end),
  ],
  ['a GIF of width 256', 'image/gif', changed(changed(gif, 6, 0), 7, 1)],
  ['a GIF of height 256', 'image/gif', changed(changed(gif, 8, 0), 9, 1)],
  ['a JPEG', 'image/jpeg', jpeg],
  [
    'a JPEG whose segment after a scan contains an end marker',
    'image/jpeg',
    hex(soi, app, frame, scan, '12', 'ffcf 0005 ffd900', scan, eoi),
  ],
  ['a JPEG with an empty segment', 'image/jpeg', hex(soi, 'ffe0 0002', frame, scan, '12', eoi)],
  [
    'a JPEG with a progressive frame and two scans',
    'image/jpeg',
    hex(soi, app, frame.replace('c0', 'c2'), scan, '12', scan, '34', eoi),
  ],
  ['a JPEG with fill bytes before a marker', 'image/jpeg', hex(soi, 'ffff', app, frame, scan, '12', eoi)],
  [
    'a JPEG with stuffed bytes and all restart markers',
    'image/jpeg',
    hex(soi, app, frame, scan, '12ff00', 'ffd0ffd1ffd2ffd3ffd4ffd5ffd6ffd7', eoi),
  ],
  ['a JPEG with the last type of frame', 'image/jpeg', hex(soi, app, frame.replace('c0', 'cf'), scan, eoi)],
]

describe.each(valid)('%s', (_, type, bytes) => {
  test(`imageType returns ${type}`, () => {
    expect(imageType(bytes)).toBe(type)
  })

  test('imageType returns null for every truncation, and with a byte before or after the image', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(imageType(bytes.subarray(0, length)), `${length} bytes`).toBeNull()
    for (const byte of [0x00, 0x3b, 0xff]) {
      expect(imageType(Buffer.concat([bytes, Buffer.from([byte])]))).toBeNull()
      expect(imageType(Buffer.concat([Buffer.from([byte]), bytes]))).toBeNull()
    }
  })
})

const damagedHeader = (name: string, bytes: Buffer, length: number): [string, Buffer][] =>
  Array.from({ length }, (_, index) => [`${name} with another byte ${index}`, changed(bytes, index, 0x01)])

const damaged: [string, Buffer][] = [
  ...damagedHeader('a PNG', png, 16),
  ...damagedHeader('a GIF', gif, 6),
  ...damagedHeader('a JPEG', jpeg, 3),
  ['a PNG of width 0', changed(png, 19, 0)],
  ['a PNG of height 0', changed(png, 23, 0)],
  [
    'a PNG whose end chunk has data',
    Buffer.concat([png.subarray(0, -12), hex('00000001 49454e44 00 ae426082')]),
  ],
  ['a PNG with another chunk in place of its end', changed(png, png.length - 8, 0x4a)],
  [
    'a PNG with a header of 14 bytes',
    Buffer.concat([changed(png, 11, 14).subarray(0, 29), Buffer.from([0]), png.subarray(29)]),
  ],
  ['a PNG of width 0 and a large height', changed(changed(png, 19, 0), 20, 1)],
  ['a GIF of width 0', changed(gif, 6, 0)],
  ['a GIF of height 0', changed(gif, 8, 0)],
  ['a GIF without a picture', hex(gifHead, size, '000000', end)],
  ['a GIF with an unknown block', hex(gifHead, size, '000000', '22f9 04 00000000 00', picture, end)],
  ['a GIF with an unknown block of one byte', hex(gifHead, size, '000000', '01 55 00', picture, end)],
  ['a GIF without the colours that it declares', hex(gifHead, size, '800000', picture, end)],
  ['a JPEG without a frame', hex(soi, app, scan, '12', eoi)],
  ['a JPEG without a scan', hex(soi, app, frame, eoi)],
  ['a JPEG without an end', hex(soi, app, frame, scan, '12')],
  ['a JPEG with a byte between segments', hex(soi, app, '00', frame, scan, '12', eoi)],
  ['a JPEG with a segment of length 1', hex(soi, 'ffe0 0001', frame, scan, '12', eoi)],
  ['a JPEG with a segment of length 0', hex(soi, 'ffe0 0000', frame, scan, '12', eoi)],
  ['a JPEG with a Huffman table in place of a frame', hex(soi, app, 'ffc4 0003 08', scan, '12', eoi)],
  ['a JPEG with the reserved marker c8 in place of a frame', hex(soi, app, 'ffc8 0003 08', scan, '12', eoi)],
  ['a JPEG with arithmetic conditioning in place of a frame', hex(soi, app, 'ffcc 0003 08', scan, '12', eoi)],
  [
    'a JPEG with a marker below the frames in place of a frame',
    hex(soi, app, 'ffbf 0003 08', scan, '12', eoi),
  ],
  ['a JPEG with a restart marker in place of a frame', hex(soi, app, 'ffd0 0003 08', scan, '12', eoi)],
  ['a JPEG with the marker cf of another byte', hex(soi, app, '00cf 0003 08', scan, '12', eoi)],
]

test.each([...invalidImages, ...damaged])('imageType returns null for %s', (_, bytes) => {
  expect(imageType(bytes)).toBeNull()
})

test('imageType accepts a PNG if one byte of its width and one of its height are not zero', () => {
  for (const index of [16, 17, 18])
    expect(imageType(changed(changed(png, 19, 0), index, 1))).toBe('image/png')
  for (const index of [20, 21, 22])
    expect(imageType(changed(changed(png, 23, 0), index, 1))).toBe('image/png')
})

test('imageType accepts segments and chunks longer than 255 bytes', () => {
  expect(imageType(hex(soi, 'ffe0 0110', '00'.repeat(0x10e), frame, scan, eoi))).toBe('image/jpeg')
  expect(imageType(pngOf(70_000))).toBe('image/png')
})

test('extensionOf has the file extension of each type', () => {
  expect(extensionOf).toEqual({ 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' })
})
