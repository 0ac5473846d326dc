// Only a static import finds the named exports of a CommonJS package in a bundle.
import { SiweMessage } from 'siwe'

/** Whether siwe reads this text as a message (EIP-4361) that this wallet signs for this site. */
export function isMessageOf(text: string, wallet: string, siteOrigin: string): boolean {
  try {
    const { address, uri } = new SiweMessage(text)
    return address === wallet && uri === siteOrigin
  } catch {
    return false
  }
}
