import { type Services, services } from '../runtime/context.ts'
import * as signer from '../table/signer.ts'
import * as spending from '../table/spending.ts'
import { openNode } from './chain.ts'
import { kmsSigner } from './kms-signer.ts'
import { openSender, type Sender } from './sender.ts'

/** The services of the only function that signs and sends transactions. */
export interface PayoutServices extends Services {
  sender: Sender
}

/** Adds the signing key to a function's services. Only `settle` and the operator commands call this. */
export function withSender(opened: Services): PayoutServices {
  const { chain, config, rpcUrl } = opened
  const node = openNode(rpcUrl.read, config.CHAIN_ID)
  const key = kmsSigner({ keyId: config.KMS_KEY_ID, endpoint: config.KMS_ENDPOINT })
  return { ...opened, sender: openSender(node, chain.escrowAddress, key, config.FEE_CAP) }
}

/** This process's services with the signing key, from its environment. */
export const payoutServices = (): PayoutServices => withSender(services())

/** One settle run: it holds the lease, and starts nothing new after `until` (epoch milliseconds). */
export interface Run extends PayoutServices {
  lease: signer.Lease
  until: number
}

/**
 * Renews the lease if needed. Call it before each step that may take seconds.
 * @returns whether there is time for another step
 * @throws ConditionFailed when another run has taken the lease
 */
export async function hasTime({ lease, now, table, until }: Run): Promise<boolean> {
  if (now() >= until) return false
  await signer.keep(table, lease, now())
  return true
}

/** Whether today's transactions have cost less than the gas budget. */
export const hasBudget = async ({ config, now, table }: Run): Promise<boolean> =>
  config.GAS_BUDGET === undefined || (await spending.feesToday(table, now())) < config.GAS_BUDGET

/** Raises an alarm: due payouts or refunds wait until a person removes the cause. No payout is lost. */
export function raiseAlarm({ log, meter }: Pick<Services, 'log' | 'meter'>, reason: string) {
  log.error('payouts wait', { reason })
  meter.waiting(reason)
}
