import type { Money } from '../../domain/admin-money.ts'
import { toCents } from '../../domain/escrow.ts'
import type { Payout } from '../../domain/payout.ts'
import { unclaimed } from '../../domain/refund.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as refunds from '../table/refunds.ts'

/** The most due payouts and refunds that are counted, and the most failed payouts that are shown. */
const most = { due: 1000, refunds: 100, failed: 100 }

/** The money for the admin page: the contract's funds, due payouts and refunds, and failed payouts. */
export async function money({ chain, log, table }: Services): Promise<Money> {
  const onChain = async () => {
    const [funds, signerAddress] = await Promise.all([chain.funds(), chain.operator()])
    return {
      escrowAddress: chain.escrowAddress,
      balance: toCents(funds.balance),
      held: toCents(funds.held),
      paused: funds.paused,
      signerAddress,
      signerIsOperator: funds.operator === signerAddress,
      gas: String(funds.gas),
      dailyLimit: toCents(funds.dailyLimit),
      leftToday: toCents(funds.leftToday),
    }
  }
  const [held, due, refundsDue, failed] = await Promise.all([
    onChain().catch((error: Error) => {
      log.warn('the chain could not be read', { error: error.name })
      return null
    }),
    payouts.queued(table, most.due),
    refunds.due(table, most.refunds),
    payouts.failed(table, most.failed),
  ])
  return {
    chain: held,
    due: {
      count: due.length,
      amount: sum(due.map(({ amount }) => amount)),
      oldest: due.map(({ createdAt }) => createdAt).sort()[0] ?? null,
      more: due.length === most.due,
    },
    refundsDue: {
      count: refundsDue.length,
      amount: sum(refundsDue.map(unclaimed)),
      more: refundsDue.length === most.refunds,
    },
    failed: failed.map(rowOf),
    failedMore: failed.length === most.failed,
  }
}

const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)

const rowOf = ({ submissionId, taskId, userId, recipient, amount, reason, createdAt }: Payout) => ({
  submissionId,
  taskId,
  userId,
  recipient,
  amount,
  reason,
  createdAt,
})
