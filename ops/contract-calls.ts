import { Contract, getAddress, isAddress, JsonRpcProvider, Wallet, ZeroAddress } from 'ethers'
import { escrowAbi } from '../contracts/abi.ts'
import { toBaseUnits } from '../domain/escrow.ts'
import { settings } from '../functions/payouts/escrow-funds.ts'
import type { Config } from '../functions/runtime/config.ts'

interface Subcommand {
  method: string
  /** The arguments of the call, from the argument on the command line. */
  args(text: string | undefined): unknown[]
  /** Whose key sends it. The owner may do everything. */
  by: 'owner' | 'guardian'
  done: string
}

/** Contract calls by subcommand. Only the owner may make them; the guardian may make some of them too. */
const subcommands: Record<string, Subcommand> = {
  pause: {
    method: 'pause',
    args: none,
    by: 'guardian',
    done: 'The contract is paused: nothing is funded, paid or closed. Refunds and holds still work.',
  },
  unpause: { method: 'unpause', args: none, by: 'guardian', done: 'The contract is no longer paused.' },
  limit: {
    method: 'setDailyLimit',
    args: wholeTax,
    by: 'owner',
    done: 'A lower daily limit applies at once. A higher one is announced: apply it after 48 hours.',
  },
  guardian: {
    method: 'setGuardian',
    args: address,
    by: 'owner',
    done: 'The new guardian is announced: apply the change after 48 hours.',
  },
  remove: {
    method: 'setOperator',
    args: (text) => [...none(text), ZeroAddress],
    by: 'owner',
    done: 'The contract has no operator: nothing is paid, held or closed.',
  },
  apply: { method: 'applyChange', args: setting, by: 'guardian', done: 'The announced change is in effect.' },
  cancel: { method: 'cancelChange', args: setting, by: 'guardian', done: 'The announcement is cancelled.' },
}

export const isContractSubcommand = (name: string): boolean => Object.hasOwn(subcommands, name)

/**
 * Runs one of the contract subcommands of `npm run signer`.
 * @param argument whole TAX for 'limit', a wallet for 'guardian', a setting for 'apply' and 'cancel'
 * @param keys private keys of the owner and the guardian; without a key the transaction is printed for the owner
 * @throws RangeError if the argument is malformed or the contract reverts
 */
export async function runContractSubcommand(
  config: Config,
  subcommand: string,
  argument: string | undefined,
  keys: { owner?: string | undefined; guardian?: string | undefined },
): Promise<string> {
  const { args, by, done, method } = subcommands[subcommand] as Subcommand
  const key = (by === 'guardian' ? keys.guardian : undefined) ?? keys.owner
  const output = await sendOrPrint(config, method, args(argument), key)
  return key ? `${done} ${output}` : output
}

function none(text: string | undefined): [] {
  if (text !== undefined) throw new RangeError(`"${text}" is one argument too many.`)
  return []
}

function wholeTax(text = ''): [bigint] {
  if (!/^\d+$/.test(text)) throw new RangeError('A limit is a whole number of TAX.')
  return [toBaseUnits(Number(text))]
}

function address(text: string | undefined): [string] {
  if (!isAddress(text)) throw new RangeError('A guardian is a wallet: 0x and 40 hex digits.')
  return [getAddress(text)]
}

function setting(text = ''): [number] {
  const index = (settings as readonly string[]).indexOf(text)
  if (index < 0) throw new RangeError(`A setting is one of: ${settings.join(', ')}.`)
  return [index]
}

/** Calls a function with the escrow contract, and with a provider of its chain that caches nothing. */
export async function withEscrow<Result>(
  { CHAIN_ID, ESCROW_ADDRESS, RPC_URL }: Config,
  use: (escrow: Contract, provider: JsonRpcProvider) => Promise<Result>,
): Promise<Result> {
  const provider = new JsonRpcProvider(RPC_URL, CHAIN_ID, { staticNetwork: true, cacheTimeout: -1 })
  try {
    return await use(new Contract(ESCROW_ADDRESS, escrowAbi, provider), provider)
  } finally {
    provider.destroy()
  }
}

/**
 * Sends a call of the escrow contract with this private key and waits until it is mined. Without a key it returns the
 * transaction as text, so that the owner can send it. @throws RangeError if the contract reverts
 */
export const sendOrPrint = (config: Config, method: string, args: unknown[], key?: string) =>
  withEscrow(config, async (escrow, provider) => {
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
  })
