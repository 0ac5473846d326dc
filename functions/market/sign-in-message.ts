import { brand } from '../../domain/brand.ts'

interface Asked {
  /** Where people sign in: an origin. */
  site: string
  /** Checksummed, or none: then the message has no address line. */
  wallet: string | undefined
  chainId: number
  /** Letters and digits, 8 or more. */
  nonce: string
  issued: Date
  expires: Date
}

/**
 * The text that a wallet signs (EIP-4361). Written here and not by a library: those parse too, which nothing here does, and
 * carry a grammar and a second copy of ethers into the function that everybody meets first.
 */
export function signInMessage({ site, wallet, chainId, nonce, issued, expires }: Asked): string {
  return [
    `${site} wants you to sign in with your Ethereum account:`,
    ...(wallet ? [wallet] : []),
    '',
    `Sign in to ${brand}. This costs nothing and moves no money.`,
    '',
    `URI: ${site}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issued.toISOString()}`,
    `Expiration Time: ${expires.toISOString()}`,
  ].join('\n')
}
