import type { Sharp } from 'sharp'
import { AppError } from '../../domain/errors.ts'
import { type ImageType, preview, upload } from '../../domain/limits.ts'
import { uploadTexts } from '../../domain/upload-texts.ts'

/** A picture that was encoded here: no byte of it was chosen by the person who uploaded it. */
export interface Picture {
  bytes: Uint8Array
  type: ImageType
  /** The same picture with at most `preview.px` pixels on each side, or null if the picture is as small as that. */
  preview: Uint8Array | null
}

export const wrongType = () => new AppError('unsupportedType', uploadTexts.wrongType)
export const tooLarge = (text: string = uploadTexts.tooLarge) => new AppError('tooLarge', text)

const encoders: Partial<Record<string, [ImageType, (picture: Sharp) => Sharp]>> = {
  jpeg: ['image/jpeg', (picture) => picture.jpeg({ quality: 85 })],
  png: ['image/png', (picture) => picture.png()],
  gif: ['image/gif', (picture) => picture.gif()],
}

/** The type of a picture that `encode` returned. */
export const typeOf = ([first]: Uint8Array): ImageType =>
  first === 0xff ? 'image/jpeg' : first === 0x89 ? 'image/png' : 'image/gif'

/** A camera writes about ten scans. Each one costs 15 ms at 40 megapixels, and a file of 300 KB has room for 1,500. */
const maxScans = 200
/** Frames of a GIF. Each one costs 0.2 ms, however small it is, and a file of 2 MB has room for 139,000. */
const maxFrames = 1000
const startOfScan = Buffer.of(0xff, 0xda)

/** Loads sharp at the first picture, so that other calls start as fast as without it. Only three decoders are enabled. */
async function load() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  const decoders = ['Jpeg', 'Png', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`)
  sharp.unblock({ operation: decoders })
  return sharp
}
let loaded: ReturnType<typeof load> | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes a JPEG, PNG or GIF and encodes it again in its format, turned as its EXIF orientation says and in sRGB. Metadata, further
 * images and everything after the picture are dropped; the frames of a GIF are kept. A process decodes one picture at a
 * time, because 40 megapixels need up to 650 MB.
 * @throws unsupportedType for anything else and for damaged files, tooLarge over the limits of `upload`
 */
export function encode(bytes: Uint8Array): Promise<Picture> {
  const encoded = last.then(() => encodeNow(bytes))
  last = encoded.catch(() => {})
  return encoded
}

async function encodeNow(bytes: Uint8Array): Promise<Picture> {
  loaded ??= load()
  const sharp = await loaded
  // Warnings are accepted, because cameras write files that cause some.
  const options = { animated: true, autoOrient: true, failOn: 'truncated' } as const
  try {
    const header = sharp(bytes, { ...options, limitInputPixels: false })
    const { format, width, height, pages = 1, pageHeight = height } = await header.metadata()
    const [type, write] = encoders[format] ?? []
    if (!type || !write || countScans(bytes) > maxScans || pages > maxFrames) throw wrongType()
    if (width * height > upload.maxPixels) throw tooLarge(uploadTexts.tooManyPixels)
    if (Math.max(width, pageHeight) > upload.maxSide) throw tooLarge(uploadTexts.tooLong)
    if (height > upload.maxRows) throw tooLarge(uploadTexts.tooManyRows)
    const { data, info } = await write(sharp(bytes, options)).toBuffer({ resolveWithObject: true })
    const isSmall = Math.max(info.width, info.pageHeight ?? info.height) <= preview.px
    const small = sharp(data, options).resize({ width: preview.px, height: preview.px, fit: 'inside' })
    return { bytes: data, type, preview: isSmall ? null : await write(small).toBuffer() }
  } catch (error) {
    // Every error of the library is about the file: it has no other input.
    throw error instanceof AppError ? error : wrongType()
  }
}

/**
 * The perceptual hash (difference hash) of an encoded picture: 16 × 16 bits, in hex, that say where it gets brighter from left to
 * right. They stay nearly equal when a picture is encoded or scaled again. Null for a picture that has hardly any such place.
 */
export async function pictureLook({ bytes, preview: small }: Picture): Promise<string | null> {
  loaded ??= load()
  const sharp = await loaded
  const shrunk = sharp(small ?? bytes)
    .flatten()
    .greyscale()
    .resize(17, 16, { fit: 'fill' })
  const pixels = await shrunk.raw().toBuffer()
  const isBrighter = (row: number, column: number) => {
    const at = row * 17 + column
    return (pixels[at + 1] ?? 0) - (pixels[at] ?? 0) > 3
  }
  const bits = Array.from({ length: 256 }, (_, at) => (isBrighter(at >> 4, at & 15) ? '1' : '0')).join('')
  const hasEnough = bits.replaceAll('0', '').length >= 16
  return hasEnough ? BigInt(`0b${bits}`).toString(16).padStart(64, '0') : null
}

function countScans(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let scans = 0
  for (let at = file.indexOf(startOfScan); at >= 0; at = file.indexOf(startOfScan, at + 2)) scans++
  return scans
}
