const bytesOf = (base64: string) => Buffer.from(base64, 'base64')

/** Images of one pixel that are valid in their formats. */
export const png = bytesOf(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)
export const gif = bytesOf('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')
export const jpeg = Buffer.from(
  'ffd8ffe000040000ffc0000b080001000101011100ffda0008010100003f001234ff00ffd9',
  'hex',
)

const iendBytes = 12
const chunkOverhead = 12

/** A valid PNG of exactly `size` bytes: a private chunk before its end is the padding. */
export function pngOf(size: number): Buffer {
  const filler = Buffer.alloc(size - png.length)
  filler.writeUInt32BE(filler.length - chunkOverhead)
  filler.write('fiLl', 4, 'latin1')
  return Buffer.concat([png.subarray(0, -iendBytes), filler, png.subarray(-iendBytes)])
}

const script = Buffer.from('<script>alert(document.domain)</script>')
const zip = bytesOf('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==')

/** Files that are no image, or an image with other data before or after it. */
export const invalidImages: [string, Buffer][] = [
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['nothing but a PNG’s first bytes', png.subarray(0, 8)],
  ['a GIF header with a script', Buffer.concat([Buffer.from('GIF89a/*'), script, Buffer.from('*/=1;')])],
  ['a GIF with a page after its end', Buffer.concat([gif, script])],
  ['a PNG with a page after its end', Buffer.concat([png, script])],
  ['a JPEG with an archive after its end', Buffer.concat([jpeg, zip])],
  ['a JPEG cut short', jpeg.subarray(0, -2)],
  ['a page with a PNG in it', Buffer.concat([script, png])],
]
