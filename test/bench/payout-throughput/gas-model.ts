import { hexlify, randomBytes } from 'ethers'
import type { Release } from '../../../contracts/encode-releases.ts'
import { deployMetered, newHolder } from '../../contracts/bench-gas-calls.ts'
import { startLocalChain } from '../../contracts/local-chain.ts'

/** Gas of a batch: a base, plus an amount per escrow, per recipient, and per recipient that never held the token. */
export interface GasModel {
  base: number
  escrow: number
  recipient: number
  newHolder: number
  /** Deviation of a measured mixed batch from this model, in percent. */
  off: number
}

/** Measures batches of the escrow contract on a Hardhat node. */
export async function measureGas(): Promise<GasModel> {
  const chain = await startLocalChain()
  try {
    const market = await deployMetered(chain)
    const holders = Array.from({ length: 200 }, newHolder)
    const holder = (index: number) => holders[index % holders.length] as string
    const escrows = async (count: number) => {
      const ids: string[] = []
      while (ids.length < count) ids.push((await market.fundInTwo(100)).id)
      return ids
    }
    const [first = '', second = '', third = '', ...others] = await escrows(103)
    const batch = async (releases: Release[]) => Number(await market.releaseBatch(releases))
    const slots = (escrowId: string, from: number, to: number, recipient = holder): Release[] =>
      Array.from({ length: to - from }, (_, index) => ({
        escrowId,
        slot: from + index,
        recipient: recipient(index),
      }))
    const each = (slot: number) =>
      others.map((escrowId, index): Release => ({ escrowId, slot, recipient: holder(index) }))

    await batch(slots(first, 0, 100))
    await batch([...slots(second, 0, 2), ...each(0)]) // After this, no bitmap is empty and every recipient holds the token.
    await batch(slots(third, 0, 1))
    const two = await batch(slots(second, 2, 4))
    const fifty = await batch(slots(second, 4, 54))
    const apart = await batch(each(1))
    const fresh = await batch(slots(third, 1, 51, () => hexlify(randomBytes(20))))
    const recipient = (fifty - two) / 48
    const escrow = (apart - fifty - 50 * recipient) / 99
    const base = two - escrow - 2 * recipient
    const newHolderMore = (fresh - fifty) / 50
    const mixed = [
      ...others.slice(0, 25).flatMap((id, task) => slots(id, 2, 6, (index) => holder(4 * task + index))),
      ...slots(second, 54, 64, () => hexlify(randomBytes(20))),
    ]
    const expected = base + 26 * escrow + 110 * recipient + 10 * newHolderMore
    const off = (100 * ((await batch(mixed)) - expected)) / expected
    return { base, escrow, recipient, newHolder: newHolderMore, off }
  } finally {
    await chain.close()
  }
}
