import { sha256 } from '../runtime/crypto.ts'

interface Proof {
  proofLink: string | null
  proofText: string | null
}

/**
 * SHA-256 hashes of a proof's parts, which are equal for the same proof: of the link without its scheme, fragment and last
 * slash; of the text in lower case with single spaces; of the picture
 * as it is stored.
 * @param image the hash of the stored picture, if there is one
 */
export function proofHashes({ proofLink, proofText }: Proof, image?: string): string[] {
  const parts = [
    proofLink && `link ${normalisedLink(proofLink)}`,
    proofText && `text ${proofText.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()}`,
    image && `image ${image}`,
  ]
  return parts.flatMap((part) => (part ? [sha256(part)] : []))
}

function normalisedLink(link: string): string {
  const { host, pathname, search } = new URL(link)
  return `${host}${pathname.replace(/\/+$/, '')}${search}`
}
