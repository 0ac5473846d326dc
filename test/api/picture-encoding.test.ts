import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { encode } from '../../functions/files/picture.ts'
import { gif, jpeg, png, pngChunk } from '../support/image-files.ts'

const secret = 'SECRET 52.5163 N 13.3777 E'
const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** Adds a segment (marker, data) after the start of a JPEG. */
function withSegment(picture: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255)
  return Buffer.concat([picture.subarray(0, 2), head, data, picture.subarray(2)])
}
/** Adds a chunk before the end of a PNG, and an extension with this label before the end of a GIF. */
const withChunk = (type: string, data: string) =>
  Buffer.concat([png.subarray(0, -12), pngChunk(type, bytesOf(data)), png.subarray(-12)])
const withExtension = (label: number, text: string) =>
  Buffer.concat([gif.subarray(0, -1), Buffer.of(0x21, label, text.length), bytesOf(`${text}\0;`)])
const followedBy = (picture: Buffer, data: string | Buffer) => Buffer.concat([picture, Buffer.from(data)])

const photo = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#0a0' } })
const written = (change: (picture: Sharp) => Sharp) => change(photo()).toBuffer()
const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">`
const movie = `\0\0\0\x18ftypmp42${secret}moov`
const gainMap = withSegment(
  jpeg,
  0xe1,
  bytesOf(
    `${xmp}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMax="2"/></rdf:RDF></x:xmpmeta>`,
  ),
)
const multiPicture = withSegment(jpeg, 0xe2, bytesOf('MPF\0II*\0\b\0\0\0\0\0'))

/** Pictures as phones, cameras and their programs write them. */
const pictures: [string, string, Buffer][] = [
  [
    'a JPEG with the position in EXIF',
    'jpeg',
    await written((p) =>
      p.jpeg().withExif({
        IFD0: { Copyright: secret },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 58/1' },
      }),
    ),
  ],
  ['a JPEG with a comment', 'jpeg', withSegment(jpeg, 0xfe, bytesOf(secret))],
  [
    'a JPEG with XMP and IPTC',
    'jpeg',
    withSegment(withSegment(jpeg, 0xe1, bytesOf(xmp + secret)), 0xed, bytesOf(`Photoshop 3.0\0${secret}`)),
  ],
  [
    'a Motion Photo',
    'jpeg',
    followedBy(withSegment(jpeg, 0xe1, bytesOf(`${xmp}GCamera:MotionPhoto="1"`)), movie),
  ],
  [
    'a JPEG with a Samsung trailer',
    'jpeg',
    followedBy(jpeg, `\0\0\x01\x0aImage_UTC_Data${secret}SEFH\x6b\0\0\0SEFT`),
  ],
  ['a JPEG with a second image (MPF)', 'jpeg', followedBy(multiPicture, jpeg)],
  [
    'an Ultra HDR JPEG',
    'jpeg',
    followedBy(withSegment(multiPicture, 0xe1, gainMap.subarray(6, 400)), gainMap),
  ],
  ['a progressive JPEG', 'jpeg', await written((p) => p.jpeg({ progressive: true }))],
  ['a JPEG in CMYK', 'jpeg', await written((p) => p.toColourspace('cmyk').jpeg())],
  ['a JPEG in Display P3', 'jpeg', await written((p) => p.withIccProfile('p3').jpeg({ quality: 95 }))],
  [
    'a JPEG with bytes between its segments',
    'jpeg',
    Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(9), jpeg.subarray(20)]),
  ],
  ['a PNG with the position in eXIf', 'png', withChunk('eXIf', `MM\0*\0\0\0\b\0\0${secret}`)],
  [
    'a PNG with texts',
    'png',
    Buffer.concat([
      withChunk('tEXt', `Comment\0${secret}`).subarray(0, -12),
      pngChunk('iTXt', bytesOf(`XML:com.adobe.xmp\0\0\0\0\0${secret}`)),
      png.subarray(-12),
    ]),
  ],
  ['a PNG with an archive after its end', 'png', followedBy(png, `PK\x03\x04${secret}`)],
  ['an interlaced PNG', 'png', await written((p) => p.png({ progressive: true }))],
  ['a PNG of 16 bits', 'png', await written((p) => p.toColourspace('rgb16').png())],
  ['a PNG with a palette', 'png', await written((p) => p.png({ palette: true }))],
  ['a GIF with a comment', 'gif', withExtension(0xfe, secret)],
  ['a GIF with an application block', 'gif', withExtension(0xff, secret.slice(0, 11))],
]

test.each(
  pictures,
)('%s is accepted and stored as the same picture in sRGB, without metadata', async (_, format, sent) => {
  const { bytes, type } = await encode(sent)
  expect(type).toBe(`image/${format}`)
  const stored = await sharp(bytes, { animated: true }).metadata()
  expect(stored).toMatchObject({ format, width: 64, height: 48, space: 'srgb' })
  expect(stored).not.toHaveProperty('exif')
  expect(stored).not.toHaveProperty('xmp')
  expect(stored).not.toHaveProperty('iptc')
  expect(stored).not.toHaveProperty('icc')
  expect(Buffer.from(bytes).includes('SECRET')).toBe(false)
  const [red = 255, green = 0, blue = 255] = (await sharp(bytes).stats()).channels.map(({ mean }) => mean)
  expect(green - Math.max(red, blue)).toBeGreaterThan(50)
})

test('The same picture with other metadata and other bytes after it is stored as the same bytes', async () => {
  const [one, other] = await Promise.all([
    encode(jpeg),
    encode(followedBy(withSegment(jpeg, 0xfe, bytesOf(secret)), movie)),
  ])
  expect(other.bytes).toEqual(one.bytes)
})

/** Corners of the picture as it is shown (top left, top right, bottom left, bottom right), when ABCD is stored. */
const shown = ['ABCD', 'BADC', 'DCBA', 'CDAB', 'ACBD', 'CADB', 'DBCA', 'BDAC']
const colours = { A: [255, 0, 0], B: [0, 255, 0], C: [0, 0, 255], D: [255, 255, 0] }

test.each(
  shown.map((corners, index) => [index + 1, corners]),
)('A JPEG with EXIF orientation %i is stored upright', async (orientation, corners) => {
  const raw = Buffer.from(
    Array.from(
      { length: 32 * 64 },
      (_, at) => colours[`${at < 16 * 64 ? (at % 64 < 32 ? 'A' : 'B') : at % 64 < 32 ? 'C' : 'D'}`],
    ).flat(),
  )
  const sent = await sharp(raw, { raw: { width: 64, height: 32, channels: 3 } })
    .withMetadata({ orientation: Number(orientation) })
    .jpeg({ quality: 95 })
    .toBuffer()
  const { data, info } = await sharp((await encode(sent)).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual(Number(orientation) > 4 ? [32, 64] : [64, 32])
  const at = (x: number, y: number) => {
    const pixel = data.subarray((y * info.width + x) * 3)
    return Object.entries(colours).find(([, colour]) =>
      colour.every((part, index) => Math.abs(part - (pixel[index] ?? 0)) < 40),
    )?.[0]
  }
  const [right, bottom] = [info.width - 5, info.height - 5]
  expect([at(4, 4), at(right, 4), at(4, bottom), at(right, bottom)].join('')).toBe(corners)
})

test('An animated GIF keeps its frames, delays and loops, in its preview too', async () => {
  const [width, height] = [800, 20]
  const frames = ['red', 'lime', 'blue'].map((background) => ({
    create: { width, height, channels: 3 as const, background },
  }))
  const sent = await sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), {
    join: { animated: true },
  })
    .gif({ delay: [100, 200, 300], loop: 2 })
    .toBuffer()
  const { bytes, preview } = await encode(sent)
  const animation = { pages: 3, delay: [100, 200, 300], loop: 2 }
  expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
    ...animation,
    width,
    pageHeight: height,
  })
  expect(await sharp(preview ?? '', { animated: true }).metadata()).toMatchObject({
    ...animation,
    width: 640,
  })
})

describe('files made to harm', () => {
  const large = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'green' }, limitInputPixels: false })
      .png()
      .toBuffer()

  test('Two pictures of 40 megapixels sent at once are both stored with a preview, and one row of pixels more is refused', async () => {
    const [most, tooMany] = await Promise.all([large(8000, 5000), large(8000, 5001)])
    for (const { preview } of await Promise.all([encode(most), encode(most)]))
      expect(await sharp(preview ?? '').metadata()).toMatchObject({ width: 640, height: 400 })
    await expect(encode(tooMany)).rejects.toMatchObject({
      code: 'tooLarge',
      message: expect.stringContaining('40 megapixels'),
    })
  })

  const frame = bytesOf('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x4c\x01\0')
  /** A GIF of this size. Each frame has one pixel, so the file has 15 bytes for each. */
  function animated(width: number, height: number, frames: number) {
    const sent = Buffer.concat([
      gif.subarray(0, -1),
      ...Array<Buffer>(frames - 1).fill(frame),
      gif.subarray(-1),
    ])
    sent.writeUInt16LE(width, 6)
    sent.writeUInt16LE(height, 8)
    return sent
  }
  const ofOneColour = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'green' } })
  /** A complete black and white PNG of 1 × `height` pixels. Each row has two bytes. */
  function onePixelWide(height: number) {
    const header = Buffer.of(0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0)
    header.writeUInt32BE(height, 4)
    const rows = pngChunk('IDAT', deflateSync(Buffer.alloc(2 * height)))
    return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), rows, png.subarray(-12)])
  }
  const processorSeconds = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage()
    await work()
    const { system, user } = process.cpuUsage(before)
    return (system + user) / 1e6
  }

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a narrow PNG', () => large(1, 16_384)],
    ['a low PNG', () => large(16_384, 1)],
    ['a tall PNG', () => large(2441, 16_384)],
    ['an interlaced tall PNG', () => ofOneColour(2441, 16_384).png({ progressive: true }).toBuffer()],
    ['a progressive tall JPEG', () => ofOneColour(2441, 16_384).jpeg({ progressive: true }).toBuffer()],
    ['a GIF of 999 frames and 99,900 rows', () => animated(400, 100, 999)],
    ['a GIF of 49 frames and 98,000 rows', () => animated(400, 2000, 49)],
  ])('%s within the limits costs less than 10 seconds of processor time', async (_, made) => {
    const sent = await made()
    expect(await processorSeconds(() => encode(sent))).toBeLessThan(10)
  })

  const tooLong = 'at most 16,384 pixels on each side'
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['A PNG of 1 × 16,385 pixels', tooLong, () => large(1, 16_385)],
    ['A PNG of 16,385 × 1 pixels', tooLong, () => large(16_385, 1)],
    ['A PNG of 1 × 40,000,000 pixels', tooLong, () => onePixelWide(40_000_000)],
    ['A GIF of 1,000 frames and 101,000 rows', 'with fewer frames', () => animated(1, 101, 1000)],
  ])('%s is refused before it is decoded', async (_, message, made) => {
    const sent = await made()
    const used = await processorSeconds(() =>
      expect(encode(sent)).rejects.toMatchObject({
        code: 'tooLarge',
        message: expect.stringContaining(message),
      }),
    )
    expect(used).toBeLessThan(2)
  })

  test('A GIF of more than 1,000 frames is refused before it is decoded', async () => {
    await expect(encode(animated(64, 48, 1000))).resolves.toMatchObject({ type: 'image/gif' })
    await expect(encode(animated(64, 48, 1001))).rejects.toMatchObject({ code: 'unsupportedType' })
  })

  test('A JPEG of more than 200 scans is refused before it is decoded', async () => {
    const start = jpeg.indexOf(Buffer.of(0xff, 0xda))
    const scans = Array<Buffer>(200).fill(jpeg.subarray(start, -2))
    await expect(
      encode(Buffer.concat([jpeg.subarray(0, -2), ...scans, jpeg.subarray(-2)])),
    ).rejects.toMatchObject({ code: 'unsupportedType' })
  })

  const payloads = [
    '<script>alert(document.domain)</script>',
    '/*PAYLOAD*/=1;alert(1)',
    'PK\x05\x06PAYLOAD',
    '<svg onload=alert(1)>',
    '%PDF-1.7 PAYLOAD',
    '<?php PAYLOAD ?>',
    '#!/bin/sh PAYLOAD',
    'MZPAYLOAD',
    '<!doctype html>PAYLOAD',
    'RIFFPAYLOADWEBP',
  ]
  const places: [string, (payload: string) => Buffer][] = [
    ...[jpeg, png, gif].flatMap((picture, index): [string, (payload: string) => Buffer][] => {
      const name = ['JPEG', 'PNG', 'GIF'][index]
      return [
        [`after a ${name}`, (payload) => followedBy(picture, payload)],
        [`before a ${name}`, (payload) => followedBy(bytesOf(payload), picture)],
        [
          `after the first bytes of a ${name}`,
          (payload) => Buffer.concat([picture.subarray(0, 6), bytesOf(payload), picture.subarray(6)]),
        ],
        [
          `at the last bytes of a ${name}`,
          (payload) => followedBy(picture.subarray(0, -payload.length), payload),
        ],
      ]
    }),
    ['in a JPEG comment', (payload) => withSegment(jpeg, 0xfe, bytesOf(payload))],
    ['in EXIF', (payload) => withSegment(jpeg, 0xe1, bytesOf(`Exif\0\0${payload}`))],
    ['in XMP', (payload) => withSegment(jpeg, 0xe1, bytesOf(xmp + payload))],
    ['in a colour profile', (payload) => withSegment(jpeg, 0xe2, bytesOf(`ICC_PROFILE\0\x01\x01${payload}`))],
    ['in a PNG text', (payload) => withChunk('tEXt', `a\0${payload}`)],
    ['in a private PNG chunk', (payload) => withChunk('prVt', payload)],
    ['in a GIF comment', (payload) => withExtension(0xfe, payload)],
    ['in a GIF text', (payload) => withExtension(0x01, payload)],
  ]

  test.each(
    places,
  )('A payload %s is refused or not in the stored picture, for ten kinds of payload', async (_, made) => {
    for (const payload of payloads) {
      const stored = await encode(made(payload)).catch((error) => {
        expect(error, payload).toMatchObject({ code: 'unsupportedType' })
        return null
      })
      if (!stored) continue
      expect(Buffer.from(stored.bytes).includes(payload), payload).toBe(false)
      expect(`image/${(await sharp(stored.bytes).metadata()).format}`, payload).toBe(stored.type)
    }
  })
})
