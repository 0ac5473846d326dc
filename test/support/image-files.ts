import { crc32 } from 'node:zlib'
import sharp, { type Color } from 'sharp'

const colour = (background: Color) => sharp({ create: { width: 64, height: 48, channels: 3, background } })

/** Pictures of one colour, 64 × 48 pixels. */
export const [png, jpeg, gif] = (await Promise.all([
  colour('green').png().toBuffer(),
  colour('green').jpeg().toBuffer(),
  colour('green').gif().toBuffer(),
])) as [Buffer, Buffer, Buffer]
const redPng = await colour('red').png().toBuffer()

/** A chunk of a PNG: length, type, data, checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A green or red PNG of exactly `size` bytes: a private chunk before its end is the padding. */
export function pngOf(size: number, isRed = false): Buffer {
  const [picture, overhead] = [isRed ? redPng : png, 12]
  const padding = pngChunk('fiLl', Buffer.alloc(size - picture.length - overhead))
  return Buffer.concat([picture.subarray(0, -12), padding, picture.subarray(-12)])
}

/** Whether both pictures have the same pixels. */
export async function isSamePicture(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((bytes) => sharp(bytes).raw().toBuffer()))
  return a !== undefined && b !== undefined && a.equals(b)
}

/** Files that are no JPEG, PNG or GIF, or of which the picture is missing. */
export const invalidImages: [string, Buffer][] = [
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a page with a PNG in it', Buffer.concat([Buffer.from('<script>alert(1)</script>'), png])],
  ['a GIF header with a script', Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;')],
  ['half of a JPEG', jpeg.subarray(0, jpeg.length / 2)],
  ['half of a PNG', png.subarray(0, png.length / 2)],
  ['a WebP', await colour('green').webp().toBuffer()],
  ['a TIFF', await colour('green').tiff().toBuffer()],
  ['an AVIF', await colour('green').avif({ effort: 0 }).toBuffer()],
]
