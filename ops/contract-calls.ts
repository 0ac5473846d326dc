import { Contract, JsonRpcProvider, Wallet } from 'ethers'
import { escrowAbi } from '../contracts/abi.ts'
import { toBaseUnits } from '../domain/escrow.ts'
import type { Config } from '../functions/config.ts'

/** Contract calls by subcommand. Only the owner may make them; the guardian may also pause and unpause. */
const subcommands = {
  pause: {
    method: 'pause',
    done: 'The contract is paused: nothing is funded, paid or closed. Refunds still work.',
  },
  unpause: { method: 'unpause', done: 'The contract is no longer paused.' },
  limit: { method: 'setDailyLimit', done: 'The new daily limit of the operator applies at once.' },
} as const

type Subcommand = keyof typeof subcommands

export const isContractSubcommand = (name: string): name is Subcommand => Object.hasOwn(subcommands, name)

/**
 * Runs one of the contract subcommands of `npm run signer`.
 * @param limit whole TAX, only for 'limit'
 * @param key private key of the owner or guardian; without it the transaction is printed for the owner
 * @throws RangeError if the limit is malformed or the contract reverts
 */
export async function runContractSubcommand(
  config: Config,
  subcommand: Subcommand,
  limit: string | undefined,
  key: string | undefined,
): Promise<string> {
  if ((subcommand === 'limit') !== /^\d+$/.test(limit ?? ''))
    throw new RangeError('A limit is a whole number of TAX.')
  const { done, method } = subcommands[subcommand]
  const output = await sendOrPrint(config, method, limit ? [toBaseUnits(Number(limit))] : [], key)
  return key ? `${done} ${output}` : output
}

/** A provider of the node at RPC_URL that caches nothing; the caller destroys it. */
export const openProvider = ({ RPC_URL, CHAIN_ID }: Config) =>
  new JsonRpcProvider(RPC_URL, CHAIN_ID, { staticNetwork: true, cacheTimeout: -1 })

/**
 * Sends a call of the escrow contract with this private key and waits until it is mined. Without a key it returns the
 * transaction as text, so that the owner can send it. @throws RangeError if the contract reverts
 */
export async function sendOrPrint(
  config: Config,
  method: string,
  args: unknown[],
  key?: string,
): Promise<string> {
  const provider = openProvider(config)
  try {
    const escrow = new Contract(config.ESCROW_ADDRESS, escrowAbi, provider)
    if (!key) {
      const owner = await escrow.getFunction('owner').staticCall()
      const data = escrow.interface.encodeFunctionData(method, args)
      return `The owner ${owner} must send this transaction:
  to    ${config.ESCROW_ADDRESS}
  data  ${data}
It calls ${method}(${args.join(', ')}).`
    }
    const wallet = new Wallet(key, provider)
    const call = escrow.connect(wallet).getFunction(method)
    await call.staticCall(...args).catch((error: { revert?: { name: string } }) => {
      throw new RangeError(
        `The contract refuses ${method} from ${wallet.address}: ${error.revert?.name ?? 'no reason'}.`,
      )
    })
    const sent = await call.send(...args)
    await sent.wait()
    return `Sent ${method}(${args.join(', ')}) by ${sent.hash}.`
  } finally {
    provider.destroy()
  }
}
