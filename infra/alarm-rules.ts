import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Stage } from './stage.ts'
import type { measuresOf } from './stage-metrics.ts'

export interface AlarmRule {
  /** What is wrong, in one sentence. */
  says: string
  /** The page of docs/runbooks that helps. */
  runbook: string
  metric: IMetric
  above?: number
  below?: number
  /** Periods in a row, of five minutes each. */
  periods: number
  /** What silence means where it is not that all is well. */
  silence?: 'bad' | 'nothing new' | undefined
  /** Whether it tells of something that happened: then its end says nothing. */
  happened?: boolean
}

/** Everything that somebody should be called for. */
export function alarmRules(
  of: ReturnType<typeof measuresOf>,
  { contracts, leastDailyLimit, leastGas }: Pick<Stage, 'contracts' | 'leastGas' | 'leastDailyLimit'>,
): Record<string, AlarmRule> {
  return {
    ApiErrors: {
      says: 'More than 1 in 100 calls of the API is answered 5xx.',
      runbook: 'api-errors',
      metric: of.errorShare,
      above: 1,
      periods: 2,
    },
    ApiLatency: {
      says: 'More than 1 in 20 calls of the API that don’t wait for the chain takes over 3 seconds.',
      runbook: 'api-errors',
      metric: of.slowness,
      above: 3000,
      periods: 3,
    },
    FunctionThrottles: {
      says: 'Lambda refuses to run functions for want of concurrency.',
      runbook: 'throttles',
      metric: of.functionThrottles,
      above: 10,
      periods: 2,
    },
    TableThrottles: {
      says: 'DynamoDB refuses requests to the table.',
      runbook: 'throttles',
      metric: of.tableThrottles,
      above: 10,
      periods: 2,
    },
    SettleErrors: {
      says: 'The scheduled settle fails again and again.',
      runbook: 'settle-fails',
      metric: of.settleErrors,
      above: 2,
      periods: 2,
    },
    SettleDuration: {
      says: 'Runs of settle come near the 90 seconds after which they are cut off.',
      runbook: 'settle-fails',
      metric: of.settleDuration,
      above: 80_000,
      periods: 2,
    },
    DeadLetters: {
      says: 'A run of settle failed twice.',
      runbook: 'settle-fails',
      metric: of.deadLetters,
      above: 0,
      periods: 1,
    },
    OldestPayout: {
      says: 'A reward has been due for over 15 minutes, or settle says nothing.',
      runbook: 'stuck-transaction',
      metric: of.oldestPayout,
      above: 15 * 60,
      periods: 2,
      // Once there is something to pay from, settle measures it every minute.
      silence: contracts ? 'bad' : undefined,
    },
    OldestRefund: {
      says: 'Somebody has waited for the money of a closed task for over two hours.',
      runbook: 'stuck-transaction',
      metric: of.oldestRefund,
      above: 2 * 3600,
      periods: 2,
    },
    PayoutFailed: {
      says: 'A payout was set aside as failed just now.',
      runbook: 'failed-payout',
      metric: of.failed,
      above: 0,
      periods: 1,
      happened: true,
    },
    FailedPayouts: {
      says: 'A payout that was set aside as failed waits for somebody.',
      runbook: 'failed-payout',
      metric: of.setAside,
      above: 0,
      periods: 1,
      silence: 'nothing new',
    },
    NoGas: {
      says: 'The signer cannot pay for a transaction.',
      runbook: 'signer-out-of-gas',
      metric: of.waiting('NoGas'),
      above: 0,
      periods: 1,
    },
    FeeAtMost: {
      says: 'A transaction is stuck although its fee is as high as it may become.',
      runbook: 'stuck-transaction',
      metric: of.waiting('FeeAtMost'),
      above: 0,
      periods: 2,
    },
    FormerSigner: {
      says: 'A transaction of the former signer holds up the payouts.',
      runbook: 'stuck-transaction',
      metric: of.waiting('FormerSigner'),
      above: 0,
      periods: 2,
    },
    NotOperator: {
      says: 'The contract takes no releases from this signer.',
      runbook: 'wrong-escrow-address',
      metric: of.waiting('NotOperator'),
      above: 0,
      periods: 1,
    },
    UnknownEscrow: {
      says: 'The contract knows nothing of the escrows that are to be paid.',
      runbook: 'wrong-escrow-address',
      metric: of.waiting('UnknownEscrow'),
      above: 0,
      periods: 2,
    },
    LowGas: {
      says: `The signer has fewer than ${leastGas} coins for gas.`,
      runbook: 'signer-out-of-gas',
      metric: of.gas,
      below: leastGas,
      periods: 1,
    },
    DailyLimit: {
      says: `Less than ${leastDailyLimit} % of today’s release limit is left.`,
      runbook: 'daily-limit',
      metric: of.limitLeft,
      below: leastDailyLimit,
      periods: 1,
    },
  }
}
