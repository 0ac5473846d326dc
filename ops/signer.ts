import { computeAddress, hexlify } from 'ethers'
import { chain as chainOf, token } from '../domain/limits.ts'
import { readAnnouncements, settings } from '../functions/payouts/escrow-funds.ts'
import { kmsSigner } from '../functions/payouts/kms-signer.ts'
import { withSender } from '../functions/payouts/run.ts'
import { settle } from '../functions/payouts/settle.ts'
import type { Services } from '../functions/runtime/context.ts'
import { keys } from '../functions/table/keys.ts'
import * as payouts from '../functions/table/payouts.ts'
import * as signer from '../functions/table/signer.ts'
import { requiredVariable, runCommand, servicesFromEnvironment } from './command.ts'
import { isContractSubcommand, runContractSubcommand, sendOrPrint, withEscrow } from './contract-calls.ts'

const usage = `npm run signer -- address               prints the address of the signing key
npm run signer -- status                prints its gas, its daily limit, the in-flight transaction and the due payouts
npm run signer -- rotate <new key id>   announces another KMS key; run again after 48 hours, it switches to that key
                                        without losing a payout; add "now" to skip waiting for the in-flight transaction
npm run signer -- pause | unpause       stops or resumes funding, payouts and closing; refunds and holds always work
npm run signer -- limit <whole TAX>     sets how much may be paid in a day (UTC): lower at once, higher after 48 hours
npm run signer -- guardian <wallet>     announces another guardian
npm run signer -- remove                removes the operator at once: nothing is paid, held or closed any more
npm run signer -- apply <setting>       lets an announced change take effect after 48 hours: operator, guardian or limit
npm run signer -- cancel <setting>      cancels an announced change

KMS_KEY_ID names the current key, TABLE_NAME the table, RPC_URL the chain, ESCROW_ADDRESS the contract; "npm start" prints its
own. With OWNER_KEY, "rotate" and the lines after it send the transaction of the owner (with GUARDIAN_KEY, "pause", "unpause",
"apply" and "cancel" send the guardian's). Without a key they print the transaction for the owner.`

/** Due payouts that `status` counts at most. */
const maxCounted = 1000

/** Maximum wait, in milliseconds, for in-flight and due payouts before the signing key is rotated. */
const rotationWait = 120_000

const line = (label: string, value: string) => `${label.padEnd(18)}${value}`
const formatTax = (units: bigint) => `${(units / 10n ** 18n).toLocaleString('en')} ${token.symbol}`
const formatCoins = (wei: bigint) => `${(Number(wei / 10n ** 9n) / 1e9).toFixed(6)} ${chainOf.nativeSymbol}`
const formatSeconds = (milliseconds: number) => `${Math.max(0, Math.round(milliseconds / 1000))} s`

/** When a pause ends. The owner's has no end: the contract then names a time after the year 9999. */
const pauseEnd = (until: bigint) =>
  until < 2n ** 37n ? new Date(Number(until) * 1000).toISOString() : 'it is unpaused'

/** The state of the signer, one fact a line; not `ok` if payouts cannot continue without an operator. */
export async function status({ chain, config, now, table }: Services) {
  const address = await chain.operator()
  const [funds, [announced, pausedUntil], inFlight, lease, due] = await Promise.all([
    chain.funds(),
    withEscrow(config, (escrow) =>
      Promise.all([readAnnouncements(escrow), escrow.getFunction('pausedUntil').staticCall()]),
    ),
    signer.inFlight(table),
    table.get(keys.lease),
    payouts.queued(table, maxCounted),
  ])
  const isOperator = funds.operator === address
  const oldest = Math.min(...due.map(({ createdAt }) => Date.parse(createdAt)))
  const cents = due.reduce((sum, { amount }) => sum + amount, 0)
  const held = Number(lease?.expiresAt ?? 0) - now()
  const lines = [
    line('signer', address),
    line('operator', isOperator ? 'this signer' : `${funds.operator}, so the contract refuses this signer`),
    line('contract', funds.paused ? `paused: nothing is paid until ${pauseEnd(pausedUntil)}` : 'not paused'),
    line('gas', `${formatCoins(funds.gas)}${funds.gas === 0n ? ': nothing can be sent' : ''}`),
    line('daily limit', `${formatTax(funds.dailyLimit)}, ${formatTax(funds.leftToday)} left today (UTC)`),
    ...announced.map(({ setting, value, effectiveAt }) =>
      line('announced', `${setting} ${value}, from ${new Date(effectiveAt * 1000).toISOString()} on`),
    ),
    line(
      'in flight',
      inFlight
        ? `${inFlight.signed.hash}, nonce ${inFlight.nonce}, ${inFlight.submissionIds.length} payouts, signed ${formatSeconds(now() - inFlight.signed.at)} ago, ${inFlight.earlier.length} cheaper versions before it`
        : 'nothing',
    ),
    line('lease', held > 0 ? `held for ${formatSeconds(held)} more` : 'free'),
    line(
      'due',
      due.length > 0
        ? `${due.length}${due.length === maxCounted ? ' or more' : ''} payouts, ${cents} ${token.symbol}, the oldest for ${formatSeconds(now() - oldest)}`
        : 'nothing',
    ),
  ]
  return { output: lines.join('\n'), ok: isOperator && !funds.paused && funds.gas > 0n }
}

export async function addressOf(keyId: string): Promise<string> {
  return computeAddress(hexlify(await kmsSigner({ keyId, endpoint: process.env.KMS_ENDPOINT }).publicKey()))
}

/**
 * Switches payouts to another KMS key, in two calls. The first announces the address of the new key as the contract's
 * operator. The second, 48 hours later, lets the current key finish what is in flight and due, and applies the change.
 * With the owner's key the transactions are sent, without it printed. `atOnce` does not wait for what is in flight: for a
 * stolen key, whose in-flight transaction then reverts and is made again. Payouts wait until the functions have the new
 * key; none is lost.
 * @throws RangeError if the new key cannot take over, its announcement is not effective yet, or a transaction is still in
 * flight
 */
export function rotate(
  services: Services,
  newKeyId: string,
  { atOnce, ownerKey }: { atOnce: boolean; ownerKey: string | undefined },
): Promise<string> {
  const { config, now, table } = services
  return withEscrow(config, async (escrow, provider) => {
    const address = await addressOf(newKeyId)
    // A test signature fails if these credentials, and so a policy like theirs, may not use the key.
    await kmsSigner({ keyId: newKeyId, endpoint: config.KMS_ENDPOINT }).sign(new Uint8Array(32).fill(1))
    if ((await provider.getBalance(address)) === 0n)
      throw new RangeError(`Send coins for gas to the new signer ${address} first: it has none.`)
    const operator = await escrow.getFunction('operator').staticCall()
    const announced = (await readAnnouncements(escrow)).find(({ setting }) => setting === 'operator')
    const next = `Next: set KMS_KEY_ID=${newKeyId} for the functions. Payouts that fall due meanwhile are paid then.`
    if (operator === address) return `The contract already accepts releases from ${address}.\n${next}`

    if (announced?.value !== address) {
      const output = await sendOrPrint(config, 'setOperator', [address], ownerKey)
      return `${output}\nNext: run this command again after 48 hours. Until then the current key pays.`
    }
    const effectiveAt = new Date(announced.effectiveAt * 1000)
    const latest = await provider.getBlock('latest')
    if ((latest?.timestamp ?? 0) < announced.effectiveAt)
      throw new RangeError(
        `${address} is announced. Run this command again after ${effectiveAt.toISOString()}.`,
      )

    if (!atOnce) {
      await settle(withSender(services), now() + rotationWait)
      const inFlight = await signer.inFlight(table)
      if (inFlight)
        throw new RangeError(
          `${inFlight.signed.hash} is still in flight. Try again when it is mined, or add "now".`,
        )
    }
    const output = await sendOrPrint(config, 'applyChange', [settings.indexOf('operator')], ownerKey)
    return `${atOnce ? '' : 'Nothing is in flight. '}${output}\n${next}`
  })
}

async function run([subcommand = '', argument, ...rest]: string[]) {
  if (!subcommand) return usage
  if (subcommand === 'address' && !argument) return addressOf(requiredVariable('KMS_KEY_ID'))
  if (subcommand === 'status' && !argument) return status(servicesFromEnvironment())
  const { GUARDIAN_KEY, OWNER_KEY } = process.env
  if (subcommand === 'rotate' && argument && (rest.length === 0 || rest.join() === 'now'))
    return rotate(servicesFromEnvironment(), argument, { atOnce: rest.length > 0, ownerKey: OWNER_KEY })
  if (isContractSubcommand(subcommand) && rest.length === 0)
    return runContractSubcommand(servicesFromEnvironment().config, subcommand, argument, {
      owner: OWNER_KEY,
      guardian: GUARDIAN_KEY,
    })
  throw new RangeError(usage)
}

if (import.meta.main) await runCommand(run)
