import { Contract, zeroPadValue } from 'ethers'
import { escrowAbi } from '../../contracts/abi.ts'
import { account } from '../../local/accounts.ts'
import { provider, stack } from './isolated-fixture.ts'

export const owner = account(18).connect(provider)
export const escrow = new Contract(stack.siteConfig.escrowAddress, escrowAbi, owner)

// The owner and the faucet share an account, and the faucet counts its nonce itself. So the tests write another owner
// into the contract's first storage slot.
await provider.send('hardhat_setStorageAt', [escrow.target, '0x0', zeroPadValue(owner.address, 32)])

/** Calls the escrow contract of the isolated stack as its owner. @returns the transaction's hash */
export async function sendAsOwner(method: string, ...parameters: unknown[]): Promise<string> {
  const sent = await escrow.getFunction(method).send(...parameters)
  await sent.wait()
  return sent.hash
}
