/** Image types that are detected from the bytes. The file name and the declared type are not trusted. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif'

export const extensionOf = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif' } as const

/**
 * Returns the type of a complete image, or null for any other file. The structure is checked from the first byte to the
 * last, so a file that is also a page, a script or an archive (a polyglot) is rejected.
 * Sources: PNG 3rd edition, GIF89a, ITU-T T.81 (JPEG).
 */
export function imageType(bytes: Uint8Array): ImageType | null {
  if (isPng(bytes)) return 'image/png'
  if (isGif(bytes)) return 'image/gif'
  if (isJpeg(bytes)) return 'image/jpeg'
  return null
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, at) => bytes[at] === byte)
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const at = (bytes: Uint8Array, index: number) => bytes[index] ?? -1
const uint16 = (bytes: Uint8Array, index: number) => at(bytes, index) * 256 + at(bytes, index + 1)
const uint16le = (bytes: Uint8Array, index: number) => at(bytes, index) + at(bytes, index + 1) * 256
const uint32 = (bytes: Uint8Array, index: number) => uint16(bytes, index) * 65536 + uint16(bytes, index + 2)

const pngStart = [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a]
const ihdr = ascii('IHDR')
const iend = ascii('IEND')

/** True for chunks (length, type, data, checksum) from IHDR to IEND, if the file ends after IEND. */
function isPng(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, pngStart) || !startsWith(bytes.subarray(12), ihdr) || uint32(bytes, 8) !== 13)
    return false
  if (uint32(bytes, 16) === 0 || uint32(bytes, 20) === 0) return false
  let index = 8
  while (index + 12 <= bytes.length) {
    const length = uint32(bytes, index)
    const isEnd = startsWith(bytes.subarray(index + 4), iend)
    index += 12 + length
    if (isEnd) return length === 0 && index === bytes.length
  }
  return false
}

/** True for a header, a colour table and blocks with at least one image, if the file ends after the trailer. */
function isGif(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, ascii('GIF87a')) && !startsWith(bytes, ascii('GIF89a'))) return false
  if (uint16le(bytes, 6) <= 0 || uint16le(bytes, 8) <= 0) return false
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let index = 13 + colours(at(bytes, 10))
  let pictures = 0
  while (index < bytes.length) {
    const block = at(bytes, index)
    if (block === 0x3b) return pictures > 0 && index === bytes.length - 1
    if (block === 0x2c) {
      pictures++
      index += 11 + colours(at(bytes, index + 9))
    } else if (block === 0x21) index += 2
    else return false
    while (at(bytes, index) > 0) index += at(bytes, index) + 1
    index++
  }
  return false
}

/** True for segments from SOI to EOI with a frame and a scan, if the file ends after EOI. */
function isJpeg(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, [0xff, 0xd8, 0xff])) return false
  let index = 2
  let frame = false
  let scan = false
  while (index < bytes.length) {
    if (at(bytes, index) !== 0xff) return false
    const marker = at(bytes, index + 1)
    if (marker === 0xff) {
      index++
      continue
    }
    if (marker === 0xd9) return frame && scan && index + 2 === bytes.length
    const length = uint16(bytes, index + 2) // below 2 the next byte is no marker, so the file is rejected
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) frame = true
    index += 2 + length
    if (marker === 0xda) {
      scan = true
      index = afterScan(bytes, index)
    }
  }
  return false
}

/** Index of the next marker after compressed data: an 0xff that is not followed by 00 (stuffing) or d0 to d7 (restart). */
function afterScan(bytes: Uint8Array, start: number): number {
  let index = start
  while (index < bytes.length) {
    const next = at(bytes, index + 1)
    if (bytes[index] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return index
    index++
  }
  return index
}
