import { upload } from '../../../domain/limits.ts'

/** Pixels of a shrunk picture at most, because some phones cannot draw more than 16 megapixels. */
const mostPixels = 12_000_000

/** The picture as a JPEG that can be uploaded, upright and without metadata. @throws if this browser cannot decode the file */
export async function shrinkToFit(file: File): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const { height, width } = picture
    const fits = Math.min(Math.sqrt(mostPixels / (width * height)), upload.maxSide / Math.max(width, height))
    for (let scale = Math.min(1, fits); ; scale *= 0.8) {
      const drawn = await draw(picture, scale)
      if (drawn.size < upload.maxBytes)
        return new File([drawn], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' })
    }
  } finally {
    picture.close()
  }
}

function draw(picture: ImageBitmap, scale: number): Promise<Blob> {
  const size = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)))
  const [width = 1, height = 1] = size
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw')
  context.fillStyle = 'white' // a JPEG has no transparency
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
}
