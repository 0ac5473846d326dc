import unhomoglyph from 'unhomoglyph'
import { equality } from '../../domain/limits.ts'
import { sha256 } from '../runtime/crypto.ts'

interface Proof {
  proofLink: string | null
  proofText: string | null
}

/**
 * What equal proofs have in common (`equalTo`): SHA-256 hashes of the link and of the text, and the hash of the picture. A short
 * text has none, because a task may ask everybody for the same words.
 * @param look the hash of the stored picture, if there is one
 */
export function proofHashes({ proofLink, proofText }: Proof, look?: string): string[] {
  return [
    ...(proofLink ? [sha256(`link ${normalLink(proofLink)}`)] : []),
    ...(proofText && proofText.trim().length >= equality.textLength
      ? [sha256(`text ${folded(proofText)}`)]
      : []),
    ...(look ? [look] : []),
  ]
}

/** The letters and digits of a text: in lower case, and characters that look alike made equal (UTS 39). */
const folded = (text: string) =>
  unhomoglyph(text.normalize('NFKC').toLowerCase())
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Parameters that say where a click came from, not which page it is. */
const tracking = /^(utm_.*|fbclid|gclid|dclid|msclkid|igshid|igsh|mc_[ce]id|yclid|twclid|ttclid)$/i

/** The normal form of the URL standard, without scheme, fragment, last slashes and tracking, and with sorted parameters. */
function normalLink(link: string): string {
  const { host, pathname, searchParams } = new URL(link)
  for (const name of [...searchParams.keys()]) if (tracking.test(name)) searchParams.delete(name)
  searchParams.sort()
  return `${host}${pathname.replace(/\/+$/, '')}?${searchParams}`
}
