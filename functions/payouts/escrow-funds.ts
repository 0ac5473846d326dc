import { Contract, getAddress, toBeHex } from 'ethers'
import { tokenAbi } from '../../contracts/abi.ts'
import { token as tax } from '../../domain/limits.ts'

/** What the escrow contract holds, in base units of TAX, and what the operator can pay with. */
export interface Funds {
  /** The contract's token balance. */
  balance: bigint
  /** Liabilities: what the contract owes to unpaid slots or to funders. The balance is at least `held`. */
  held: bigint
  /** The wallet whose releases the contract accepts. It should be the wallet of the signing key. */
  operator: string
  paused: boolean
  /** When the pause ends, in Unix seconds; 0 if the contract is not paused. */
  pausedUntil: number
  dailyLimit: bigint
  /** What the operator may still release today (UTC). */
  leftToday: bigint
  /** The signing key's native coins, in wei. */
  gas: bigint
}

/** The settings of the escrow contract whose changes are announced 48 hours before, in the contract's order. */
export const settings = ['operator', 'guardian', 'limit'] as const

/** `value`: a wallet, or a daily limit in whole TAX. Anyone may apply the change from `effectiveAt` (Unix seconds) on. */
export async function readAnnouncements(contract: Contract) {
  const read = contract.getFunction('announcements')
  const all = await Promise.all(settings.map((_, index) => read.staticCall(index)))
  return all.flatMap(([value, effectiveAt]: [bigint, bigint], index) => {
    const setting = settings[index]
    if (effectiveAt === 0n || !setting) return []
    const text =
      setting === 'limit' ? String(value / 10n ** BigInt(tax.decimals)) : getAddress(toBeHex(value, 20))
    return [{ setting, value: text, effectiveAt: Number(effectiveAt) }]
  })
}

/** Reads the escrow contract, its token, and the balance of the signing key's wallet. */
export async function readFunds(contract: Contract, signer: string): Promise<Funds> {
  const read = (name: string) => contract.getFunction(name).staticCall()
  // One block for both, so that no payment lies between the balance and the liabilities.
  const block = { blockTag: (await contract.runner?.provider?.getBlockNumber()) ?? 'latest' }
  const token = new Contract(await read('token'), tokenAbi, contract.runner)
  const [balance, held, operator, pausedUntil, dailyLimit, leftToday, gas] = await Promise.all([
    token.getFunction('balanceOf').staticCall(contract.target, block),
    contract.getFunction('totalHeld').staticCall(block),
    read('operator'),
    read('pausedUntil').then(Number),
    read('dailyLimit'),
    read('availableToday'),
    contract.runner?.provider?.getBalance(signer) ?? 0n,
  ])
  return { balance, held, operator, paused: pausedUntil > 0, pausedUntil, dailyLimit, leftToday, gas }
}
