import { AbiCoder, Contract, keccak256, toBeHex, zeroPadValue } from 'ethers'
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

/** The setters whose changes are announced, in the order of the contract's settings. */
const setters = ['setOperator', 'setGuardian', 'setDailyLimit']

/** Position of `announcements` in the contract's storage. */
const announcementsSlot = 5

/**
 * Dates the announcement of a change back, so that it can be applied now. The tests cannot wait 48 hours on the chain,
 * because the product compares the chain's times with its own clock.
 */
export async function endAnnouncementPeriod(setter: string): Promise<void> {
  const key = keccak256(
    AbiCoder.defaultAbiCoder().encode(['uint8', 'uint256'], [setters.indexOf(setter), announcementsSlot]),
  )
  const value = BigInt(await provider.send('eth_getStorageAt', [escrow.target, key, 'latest']))
  const effectiveAt = value === 0n ? 0n : 1n << 160n
  const dated = toBeHex((value & ((1n << 160n) - 1n)) | effectiveAt, 32)
  await provider.send('hardhat_setStorageAt', [escrow.target, key, dated])
}

/** Changes a setting of the escrow contract without the 48 hours from announcement to effect. */
export async function changeAtOnce(setter: string, value: unknown): Promise<void> {
  await sendAsOwner(setter, value)
  await endAnnouncementPeriod(setter)
  const setting = setters.indexOf(setter)
  const [, effectiveAt] = await escrow.getFunction('announcements').staticCall(setting)
  if (effectiveAt !== 0n) await sendAsOwner('applyChange', setting)
}
