interface MetricType {
  unit: 'Count' | 'NoUnit' | 'Percent' | 'Seconds'
  /** How alarms and the dashboard combine the values of five minutes. */
  statistic: 'Sum' | 'Minimum' | 'Maximum'
}

const events: MetricType = { unit: 'Count', statistic: 'Sum' }
const count: MetricType = { unit: 'Count', statistic: 'Maximum' }
const age: MetricType = { unit: 'Seconds', statistic: 'Maximum' }
const usedPercent: MetricType = { unit: 'Percent', statistic: 'Maximum' }

/** The metrics that the functions write. An alarm or the dashboard uses each of them, because each costs $0.30 a month. */
export const metricTypes = {
  AuditChanged: events,
  /** Mails about notifications that were not sent, and are not tried again. */
  MailsLost: events,
  SecurityEvents: events,
  PayoutsPaid: events,
  PayoutsFailed: events,
  /** Payouts wait for a reason that only people can change. */
  PayoutsWaiting: events,
  PayoutsDue: count,
  /** Of the oldest due payout; 0 if there is none. */
  OldestPayoutAge: age,
  /** Payouts that are failed now and need an operator. */
  FailedPayouts: count,
  /** Since the oldest due refund became due; 0 if there is none. */
  OldestRefundAge: age,
  /** Appeals, and proofs that wait for an admin, that have been undecided for over a week; 0 except in one hour of a day. */
  OverdueAppeals: count,
  /** Native coins of the signing key. */
  SignerGas: { unit: 'NoUnit', statistic: 'Minimum' },
  /** What is left of the contract's daily limit. */
  DailyLimitLeft: { unit: 'Percent', statistic: 'Minimum' },
  GasBudgetUsed: usedPercent,
  /** The largest part of the daily limit that the tasks of one creator have used. */
  LargestCreatorShare: usedPercent,
  /** 1 if a run could not read from the node. The minimum is 1 if no run within five minutes could. */
  NodeUnreachable: { unit: 'Count', statistic: 'Minimum' },
  /** Differences between chain and table that were not known before. */
  ReconcileDifferences: count,
  /** Since all tasks were compared with the chain. */
  ReconciliationAge: age,
} satisfies Record<string, MetricType>

export type MetricName = keyof typeof metricTypes
