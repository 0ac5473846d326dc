import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Stage } from './stage.ts'
import type { StageMetrics } from './stage-metrics.ts'

export interface AlarmRule {
  /** What is wrong, in one sentence. */
  problem: string
  /** Page of docs/runbooks, without `.md`. */
  runbook: string
  /** Without it: how many payouts wait for the reason that the alarm's name is. */
  metric?: IMetric
  /** The alarm is raised above this value: 0, if neither `above` nor `below` is given. */
  above?: number
  below?: number
  /** Consecutive periods of five minutes: 1, if nothing is given. */
  periods?: number
  /** What a period without data means: a breach, or no change of the alarm's state. Absent: no problem. */
  missingData?: 'breach' | 'keep state' | undefined
  /** The alarm reports an event, so its end carries no information and is not sent. */
  isEvent?: boolean
}

/** Every condition for which an operator is notified, by the name of its alarm, but for those of CloudFront. */
export function alarmRules(
  metrics: StageMetrics,
  { leastDailyLimit, leastGas }: Pick<Stage, 'leastGas' | 'leastDailyLimit'>,
): Record<string, AlarmRule> {
  return {
    CanaryFailed: {
      problem: 'The smoke test against the site has failed, or not run, for 15 minutes.',
      runbook: 'canary',
      metric: metrics.canaryErrors,
      periods: 3,
      missingData: 'breach',
    },
    ApiErrors: {
      problem: 'More than 1 in 100 API calls, of at least 10, answers 5xx.',
      runbook: 'api-errors',
      metric: metrics.serverErrorPercent,
      above: 1,
    },
    ApiRefusals: {
      problem: 'More than 1 in 10 API calls answers 403.',
      runbook: 'site-errors',
      metric: metrics.forbiddenPercent,
      above: 10,
      periods: 2,
    },
    ApiLatency: {
      problem: 'More than 1 in 20 API calls takes over 3 seconds.',
      runbook: 'api-errors',
      metric: metrics.reliableLatency,
      above: 3000,
      periods: 3,
    },
    FunctionThrottles: {
      problem: 'Lambda refuses calls because the concurrency limit is reached.',
      runbook: 'throttles',
      metric: metrics.functionThrottles,
      above: 10,
      periods: 2,
    },
    TableThrottles: {
      problem: 'DynamoDB throttles requests to the table.',
      runbook: 'throttles',
      metric: metrics.tableThrottles,
      above: 10,
      periods: 2,
    },
    SettleErrors: {
      problem: 'Settle runs fail repeatedly.',
      runbook: 'settle-fails',
      metric: metrics.settleErrors,
      above: 2,
      periods: 2,
    },
    SettleDuration: {
      problem: 'Settle runs approach their timeout of 90 seconds.',
      runbook: 'settle-fails',
      metric: metrics.settleDuration,
      above: 80_000,
      periods: 2,
    },
    SettleNotStarted: {
      problem: 'Neither the schedule nor the stream has started settle for five minutes.',
      runbook: 'settle-fails',
      metric: metrics.settleRuns,
      below: 1,
      missingData: 'breach',
    },
    ScheduleErrors: {
      problem:
        'Runs of schedule fail repeatedly, so automatic verdicts, reminders or wallet moves may be late.',
      runbook: 'schedule-fails',
      metric: metrics.scheduleErrors,
      above: 2,
      periods: 2,
    },
    ScheduleNotStarted: {
      problem: 'EventBridge has not started schedule for five minutes.',
      runbook: 'schedule-fails',
      metric: metrics.scheduleRuns,
      below: 1,
      missingData: 'breach',
    },
    EventsNotStarted: {
      problem:
        'The stream has not started events for 15 minutes, although people or the smoke test use the site.',
      runbook: 'event-reactions',
      metric: metrics.eventsRuns,
      below: 1,
      periods: 3,
    },
    IteratorAge: {
      problem: 'Changes of the table wait for over five minutes until their reactions handle them.',
      runbook: 'event-reactions',
      metric: metrics.iteratorAge,
      above: 5 * 60_000,
      periods: 2,
    },
    DeadLetters: {
      problem: 'A reaction could not handle a change of the table.',
      runbook: 'event-reactions',
      metric: metrics.deadLetters,
    },
    AuditChanged: {
      problem: 'An entry of the audit log was changed or deleted, which no function does.',
      runbook: 'audit-changed',
      metric: metrics.own('AuditChanged'),
      isEvent: true,
    },
    MailsLost: {
      problem: 'More than ten mails about notifications were not sent within five minutes.',
      runbook: 'mail',
      metric: metrics.own('MailsLost'),
      above: 10,
      periods: 1,
    },
    MailsWait: {
      problem: 'A queued mail has waited for over an hour.',
      runbook: 'mail',
      metric: metrics.oldestMail,
      above: 3600,
    },
    MailDeadLetters: {
      problem: 'The function mail could not handle a queued mail.',
      runbook: 'mail',
      metric: metrics.mailDeadLetters,
    },
    FailedSignIns: {
      problem: 'More than 200 sign-ins failed within five minutes.',
      runbook: 'failed-sign-ins',
      metric: metrics.own('SecurityEvents', { kind: 'sign-in-failed' }),
      above: 200,
    },
    WalletMoves: {
      problem:
        'More than 10 accounts moved to another wallet, or announced that they will, within five minutes.',
      runbook: 'wallet-moves',
      metric: metrics.walletMoves,
      above: 10,
    },
    OldestPayout: {
      problem: 'A payout has been due for over 15 minutes, or settle does not run.',
      runbook: 'stuck-transaction',
      metric: metrics.own('OldestPayoutAge'),
      above: 15 * 60,
      periods: 2,
      // Settle reports this metric every minute.
      missingData: 'breach',
    },
    OldestRefund: {
      problem: 'The refund of a closed task has been due for over two hours.',
      runbook: 'stuck-transaction',
      metric: metrics.own('OldestRefundAge'),
      above: 2 * 3600,
      periods: 2,
    },
    OverdueAppeals: {
      problem: 'An appeal, or a proof that waits for an admin, has been undecided for over seven days.',
      runbook: 'overdue-appeals',
      metric: metrics.own('OverdueAppeals'),
      isEvent: true,
    },
    PayoutFailed: {
      problem: 'A payout has just been marked as failed.',
      runbook: 'failed-payout',
      metric: metrics.own('PayoutsFailed'),
      isEvent: true,
    },
    FailedPayouts: {
      problem: 'At least one payout is marked as failed and needs an operator.',
      runbook: 'failed-payout',
      metric: metrics.own('FailedPayouts'),
      missingData: 'keep state',
    },
    MismatchedPayout: {
      problem: 'A due payout does not agree with an approved submission, so it was not paid.',
      runbook: 'mismatched-payout',
    },
    UnreadableApproval: {
      problem: 'The approval of a due payout cannot be read, so the payout waits.',
      runbook: 'mismatched-payout',
    },
    Reverted: {
      problem: 'A transaction that was simulated before has reverted.',
      runbook: 'stuck-transaction',
      periods: 2,
    },
    NoGas: {
      problem: 'The signer has too little gas for a transaction.',
      runbook: 'signer-out-of-gas',
    },
    FeeAtMost: {
      problem: 'A transaction is stuck although its fee has reached its maximum.',
      runbook: 'stuck-transaction',
      periods: 2,
    },
    FormerSigner: {
      problem: 'A stuck transaction of the previous signing key blocks all payouts.',
      runbook: 'stuck-transaction',
      periods: 2,
    },
    NotOperator: {
      problem: 'The contract refuses releases because this signer is not its operator.',
      runbook: 'wrong-escrow-address',
    },
    UnknownEscrow: {
      problem: 'The contract does not know the escrows of the due payouts.',
      runbook: 'wrong-escrow-address',
      periods: 2,
    },
    UnreadablePayout: {
      problem: 'An item in the queue of due payouts cannot be read.',
      runbook: 'mismatched-payout',
    },
    MoneyDiffers: {
      problem: 'A new difference between the escrow on the chain and the table was found.',
      runbook: 'money-differs',
      metric: metrics.own('ReconcileDifferences'),
      isEvent: true,
    },
    WatchErrors: {
      problem: 'The comparison of chain and table has failed, or has not run, for 15 minutes.',
      runbook: 'money-differs',
      metric: metrics.watchErrors,
      periods: 3,
      missingData: 'breach',
    },
    Held: {
      problem:
        'An approved reward could not be paid within three days of its refund time, so its slot is held.',
      runbook: 'daily-limit',
    },
    CreatorShare: {
      problem: 'The tasks of one creator have used half of today’s release limit.',
      runbook: 'daily-limit',
      metric: metrics.own('LargestCreatorShare'),
      above: 50,
      missingData: 'keep state',
    },
    GasBudget: {
      problem: 'More than 80 % of today’s gas budget is used.',
      runbook: 'signer-out-of-gas',
      metric: metrics.own('GasBudgetUsed'),
      above: 80,
      missingData: 'keep state',
    },
    FeeCap: {
      problem: 'One payout alone costs more than the fee cap of a transaction, so payouts wait.',
      runbook: 'signer-out-of-gas',
      periods: 2,
    },
    NodeUnreachable: {
      problem: 'Settle has not been able to read the signer’s funds from the node for ten minutes.',
      runbook: 'settle-fails',
      metric: metrics.own('NodeUnreachable'),
      periods: 2,
    },
    LowGas: {
      problem: `The signer has less than ${leastGas} coins for gas.`,
      runbook: 'signer-out-of-gas',
      metric: metrics.own('SignerGas'),
      below: leastGas,
      missingData: 'keep state',
    },
    DailyLimit: {
      problem: `Less than ${leastDailyLimit} % of today’s release limit remains.`,
      runbook: 'daily-limit',
      metric: metrics.own('DailyLimitLeft'),
      below: leastDailyLimit,
      missingData: 'keep state',
    },
  }
}

/** The alarms on CloudFront's metrics, which exist only in us-east-1. The free metrics count all 4xx together. */
export const cloudFrontRules = (metrics: StageMetrics): Record<string, AlarmRule> => ({
  CloudFrontErrors: {
    problem: 'More than 1 in 20 requests to the site answers 5xx.',
    runbook: 'site-errors',
    metric: metrics.siteErrorPercent,
    above: 5,
    periods: 2,
  },
  CloudFrontRefusals: {
    problem: 'More than half of the requests to the site answer 4xx.',
    runbook: 'site-errors',
    metric: metrics.siteRefusalPercent,
    above: 50,
    periods: 3,
  },
})
