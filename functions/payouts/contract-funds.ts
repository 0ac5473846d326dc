import { Contract } from 'ethers'
import { tokenAbi } from '../../contracts/abi.ts'

/** What the escrow contract holds for everyone, in base units of TAX, and its operator's means. */
export interface Purse {
  /** The contract's balance. */
  balance: bigint
  /** What it owes to unpaid slots or else to funders; the balance is never less. */
  held: bigint
  /** Whom the contract takes releases from: the signing key's address, unless the wrong one is set. */
  operator: string
  paused: boolean
  dailyLimit: bigint
  /** What the operator may still release today (UTC). */
  leftToday: bigint
  /** The signing key's native coins, in wei. */
  gas: bigint
}

/** Asks the escrow contract, its token, and the chain about the signing key's address. */
export async function readPurse(contract: Contract, signer: string): Promise<Purse> {
  const ask = (name: string) => contract.getFunction(name).staticCall()
  const token = new Contract(await ask('token'), tokenAbi, contract.runner)
  const [balance, held, operator, paused, dailyLimit, leftToday, gas] = await Promise.all([
    token.getFunction('balanceOf').staticCall(contract.target),
    ask('totalHeld'),
    ask('operator'),
    ask('paused'),
    ask('dailyLimit'),
    ask('availableToday'),
    contract.runner?.provider?.getBalance(signer) ?? 0n,
  ])
  return { balance, held, operator, paused, dailyLimit, leftToday, gas }
}
