import { Contract, JsonRpcProvider, Wallet } from 'ethers'
import { escrowAbi } from '../contracts/abi.ts'
import { toBaseUnits } from '../domain/escrow.ts'
import type { Config } from '../functions/config.ts'

/** What the contract's owner or guardian may do, by the words of a command. */
const calls = {
  pause: {
    method: 'pause',
    done: 'The contract is paused: nothing is funded, paid or closed; refunds go on.',
  },
  unpause: { method: 'unpause', done: 'The contract is not paused any more.' },
  limit: { method: 'setDailyLimit', done: 'The operator’s daily limit is set, at once.' },
} as const

export const isCall = (word: string): word is keyof typeof calls => Object.hasOwn(calls, word)

/** @param limit whole TAX, for 'limit' only. @throws RangeError when the chain refuses */
export async function ask(
  config: Config,
  word: keyof typeof calls,
  limit: string | undefined,
  key: string | undefined,
) {
  if ((word === 'limit') !== /^\d+$/.test(limit ?? ''))
    throw new RangeError('A limit is a whole number of TAX.')
  const { done, method } = calls[word]
  const said = await asked(config, method, limit ? [toBaseUnits(Number(limit))] : [], key)
  return key ? `${done} ${said}` : said
}

/**
 * Sends a call of the contract with this key, and waits until it is mined; without a key, prints it for who has one.
 * @throws RangeError in one sentence when the contract refuses it
 */
export async function asked(
  config: Config,
  method: string,
  parameters: unknown[],
  key?: string,
): Promise<string> {
  const provider = new JsonRpcProvider(config.RPC_URL, config.CHAIN_ID, {
    staticNetwork: true,
    cacheTimeout: -1,
  })
  try {
    const escrow = new Contract(config.ESCROW_ADDRESS, escrowAbi, provider)
    if (!key) {
      const owner = await escrow.getFunction('owner').staticCall()
      const data = escrow.interface.encodeFunctionData(method, parameters)
      return `Let the owner ${owner} send this transaction:
  to    ${config.ESCROW_ADDRESS}
  data  ${data}
which is ${method}(${parameters.join(', ')}).`
    }
    const wallet = new Wallet(key, provider)
    const call = escrow.connect(wallet).getFunction(method)
    await call.staticCall(...parameters).catch((error: { revert?: { name: string } }) => {
      throw new RangeError(
        `The contract refuses ${method} from ${wallet.address}: ${error.revert?.name ?? 'no reason'}.`,
      )
    })
    const sent = await call.send(...parameters)
    await sent.wait()
    return `Sent ${method}(${parameters.join(', ')}) by ${sent.hash}.`
  } finally {
    provider.destroy()
  }
}
