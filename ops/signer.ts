import { Contract, computeAddress, hexlify, JsonRpcProvider } from 'ethers'
import { escrowAbi } from '../contracts/abi.ts'
import { chain as chainOf, token } from '../domain/limits.ts'
import type { Services } from '../functions/context.ts'
import { kmsSigner } from '../functions/payouts/kms-signer.ts'
import { settle } from '../functions/payouts/settle.ts'
import { keys } from '../functions/table/keys.ts'
import * as payouts from '../functions/table/payouts.ts'
import * as signer from '../functions/table/signer.ts'
import { asked } from './contract-calls.ts'

/** Payouts that are counted; more are said to be more. */
const most = 1000

const line = (what: string, is: string) => `${what.padEnd(18)}${is}`
const whole = (units: bigint) => `${(units / 10n ** 18n).toLocaleString('en')} ${token.symbol}`
const native = (wei: bigint) => `${(Number(wei / 10n ** 9n) / 1e9).toFixed(6)} ${chainOf.nativeSymbol}`
const ago = (milliseconds: number) => `${Math.max(0, Math.round(milliseconds / 1000))} s`

/** The signer and its means, in lines for who operates it; not `ok` when payouts cannot go on as they are. */
export async function status({ chain, now, table }: Services): Promise<{ said: string; ok: boolean }> {
  const address = await chain.operator()
  const [purse, open, lease, due] = await Promise.all([
    chain.purse(),
    signer.inFlight(table),
    table.get(keys.lease),
    payouts.queued(table, most),
  ])
  const isOperator = purse.operator === address
  const oldest = Math.min(...due.map(({ createdAt }) => Date.parse(createdAt)))
  const cents = due.reduce((sum, { amount }) => sum + amount, 0)
  const held = Number(lease?.expiresAt ?? 0) - now()
  const lines = [
    line('signer', address),
    line('operator', isOperator ? 'this signer' : `${purse.operator}, so the contract refuses this signer`),
    line('contract', purse.paused ? 'paused: nothing is paid until it is unpaused' : 'not paused'),
    line('gas', `${native(purse.gas)}${purse.gas === 0n ? ': nothing can be sent' : ''}`),
    line('daily limit', `${whole(purse.dailyLimit)}, ${whole(purse.leftToday)} left today (UTC)`),
    line(
      'in flight',
      open
        ? `${open.signed.hash}, nonce ${open.nonce}, ${open.submissionIds.length} payouts, signed ${ago(now() - open.signed.at)} ago, ${open.earlier.length} cheaper versions before it`
        : 'nothing',
    ),
    line('lease', held > 0 ? `held for ${ago(held)} more` : 'free'),
    line(
      'due',
      due.length > 0
        ? `${due.length}${due.length === most ? ' or more' : ''} payouts, ${cents} ${token.symbol}, the oldest for ${ago(now() - oldest)}`
        : 'nothing',
    ),
  ]
  return { said: lines.join('\n'), ok: isOperator && !purse.paused && purse.gas > 0n }
}

/** The address of a KMS key. */
export async function addressOf(keyId: string): Promise<string> {
  return computeAddress(hexlify(await kmsSigner({ keyId, endpoint: process.env.KMS_ENDPOINT }).publicKey()))
}

/**
 * Hands the payouts over to another KMS key. First what is in flight and due is finished with the key of today; then the
 * owner names the new key's address the operator: sent here with the owner's key, else printed as a call for the owner.
 * `atOnce` leaves out the first: for a stolen key, whose transactions then come to nothing and are made again.
 * Until the functions have the new key, payouts wait; none is lost.
 * @throws RangeError when the new key cannot take over, or a transaction is still in flight
 */
export async function rotate(
  services: Services,
  newKeyId: string,
  { atOnce, ownerKey }: { atOnce: boolean; ownerKey: string | undefined },
): Promise<string> {
  const { config, now, table } = services
  const provider = new JsonRpcProvider(config.RPC_URL, config.CHAIN_ID, {
    staticNetwork: true,
    cacheTimeout: -1,
  })
  try {
    const address = await addressOf(newKeyId)
    // Signing once shows that these credentials, and so a policy like theirs, may use the key.
    await kmsSigner({ keyId: newKeyId, endpoint: config.KMS_ENDPOINT }).sign(new Uint8Array(32).fill(1))
    if ((await provider.getBalance(address)) === 0n)
      throw new RangeError(`Send coins for gas to the new signer ${address} first: it has none.`)
    const escrow = new Contract(config.ESCROW_ADDRESS, escrowAbi, provider)
    const operator = await escrow.getFunction('operator').staticCall()
    const next = `Next: set KMS_KEY_ID=${newKeyId} for the functions. What fell due meanwhile is paid then.`
    if (operator === address) return `The contract takes releases from ${address} already.\n${next}`

    if (!atOnce) {
      await settle(services, now() + patience)
      const open = await signer.inFlight(table)
      if (open)
        throw new RangeError(
          `${open.signed.hash} is still in flight. Try again when it is mined, or add "now".`,
        )
    }
    return `${atOnce ? '' : 'Nothing is in flight. '}${await asked(config, 'setOperator', [address], ownerKey)}\n${next}`
  } finally {
    provider.destroy()
  }
}

/** Milliseconds for what is in flight and due to be finished. */
const patience = 120_000
