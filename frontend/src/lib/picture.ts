import type { ImageType } from '../../../domain/limits.ts'

const starts: [ImageType, RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG/],
  ['image/gif', /^GIF8/],
]

/** The type that a file's first bytes claim, or null. Only the server decodes the picture. */
export async function imageType(file: Blob): Promise<ImageType | null> {
  const first = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()))
  return starts.find(([, start]) => start.test(first))?.[0] ?? null
}

/** The URL of a stored picture with at most 640 pixels on each side. URLs of other pictures stay as they are. */
export const previewUrl = (url: string): string =>
  url.startsWith('/api/files/') ? `${url}?size=preview` : url
