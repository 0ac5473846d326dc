import { type Alarm, type Data, stateAfter } from '../support/alarm-state.ts'
import { resourcesOf, templateOf } from '../support/synthesized-stack.ts'

interface Row {
  /** Consecutive periods of five minutes. */
  periods: number
  /** Data of a period that raise the alarm, and data that do not, such as a value at the threshold. */
  raises: Data
  doNot: Data[]
  /** The state after periods without data. */
  silent: 'OK' | 'ALARM' | 'unchanged'
}

/** A row of an alarm on one metric. */
const one = (
  metric: string,
  [raises, not]: [number, number],
  periods = 1,
  silent: Row['silent'] = 'OK',
): Row => ({
  periods,
  raises: { [metric]: raises },
  doNot: [{ [metric]: not }],
  silent,
})
/** A row of an alarm that this many calls or requests, or fewer, do not raise. */
const ifEnough = (
  [count, least]: [string, number],
  metric: string,
  [raises, not]: [number, number],
  periods: number,
): Row => ({
  ...one(metric, [raises, not], periods),
  raises: { [count]: least + 1, [metric]: raises },
  doNot: [
    { [count]: least, [metric]: raises },
    { [count]: least + 1, [metric]: not },
  ],
})
const reasons = (names: string[], periods?: number) =>
  Object.fromEntries(names.map((name) => [name, one(`Sum PayoutsWaiting ${name}`, [1, 0], periods)]))
const [moves, announced] = ['Sum SecurityEvents wallet-move-done', 'Sum SecurityEvents wallet-move-announced']

const rows: Record<string, Row> = {
  CanaryFailed: one('Sum Errors', [1, 0], 3, 'ALARM'),
  ApiErrors: ifEnough(['Sum Count', 9], 'Sum 5xx', [1, 0.1], 1),
  ApiLatency: ifEnough(['Sum Count', 50], 'p95 Latency', [3001, 3000], 3),
  // Above the 28 calls of the smoke test, of which 4 must answer 403.
  ApiRefusals: ifEnough(['Sum Count', 100], 'Sum ForbiddenCalls', [11, 10], 2),
  CloudFrontErrors: ifEnough(['Sum Requests', 100], 'Average 5xxErrorRate', [5.1, 5], 2),
  CloudFrontRefusals: ifEnough(['Sum Requests', 100], 'Average 4xxErrorRate', [50.1, 50], 3),
  // A function or an operation without throttling has no data points, so most operands of these sums are missing.
  // The account's functions without settle, whose starts Lambda queues.
  FunctionThrottles: {
    periods: 2,
    raises: { throttles0: 11 },
    doNot: [{ throttles0: 10 }, { throttles0: 90, starts: 80 }],
    silent: 'OK',
  },
  TableThrottles: {
    periods: 2,
    raises: { request0: 6, request3: 5 },
    doNot: [{ request0: 10 }, { 'Sum Invocations': 5 }],
    silent: 'unchanged',
  },
  WalletMoves: {
    periods: 1,
    raises: { [announced]: 10, [moves]: 1 },
    doNot: [{ [moves]: 10 }],
    silent: 'OK',
  },
  SettleErrors: one('Sum Errors', [3, 2], 2),
  SettleDuration: one('Maximum Duration', [80_001, 80_000], 2),
  SettleNotStarted: one('Sum Invocations', [0, 1], 1, 'ALARM'),
  ScheduleErrors: one('Sum Errors', [3, 2], 2),
  ScheduleNotStarted: one('Sum Invocations', [0, 1], 1, 'ALARM'),
  EventsNotStarted: {
    periods: 3,
    raises: { 'Sum Count': 21 },
    doNot: [{ 'Sum Count': 20 }, { 'Sum Count': 21, 'Sum Invocations': 1 }],
    silent: 'OK',
  },
  IteratorAge: one('Maximum IteratorAge', [300_001, 300_000], 2),
  DeadLetters: one('Maximum ApproximateNumberOfMessagesVisible', [1, 0]),
  AuditChanged: one('Sum AuditChanged', [1, 0]),
  MailsLost: one('Sum MailsLost', [11, 10]),
  MailsWait: one('Maximum ApproximateAgeOfOldestMessage', [3601, 3600]),
  MailDeadLetters: one('Maximum ApproximateNumberOfMessagesVisible', [1, 0]),
  FailedSignIns: one('Sum SecurityEvents sign-in-failed', [201, 200]),
  OldestPayout: one('Maximum OldestPayoutAge', [901, 900], 2, 'ALARM'),
  OldestRefund: one('Maximum OldestRefundAge', [7201, 7200], 2),
  OverdueAppeals: one('Maximum OverdueAppeals', [1, 0]),
  PayoutFailed: one('Sum PayoutsFailed', [1, 0]),
  FailedPayouts: one('Maximum FailedPayouts', [1, 0], 1, 'unchanged'),
  MoneyDiffers: one('Maximum ReconcileDifferences', [1, 0]),
  WatchErrors: one('Sum Errors', [1, 0], 3, 'ALARM'),
  CreatorShare: one('Maximum LargestCreatorShare', [50.1, 50], 1, 'unchanged'),
  GasBudget: one('Maximum GasBudgetUsed', [80.1, 80], 1, 'unchanged'),
  NodeUnreachable: one('Minimum NodeUnreachable', [1, 0], 2),
  LowGas: one('Minimum SignerGas', [0.09, 0.1], 1, 'unchanged'),
  DailyLimit: one('Minimum DailyLimitLeft', [19.9, 20], 1, 'unchanged'),
  ...reasons(['MismatchedPayout', 'UnreadableApproval', 'UnreadablePayout', 'NoGas', 'NotOperator', 'Held']),
  ...reasons(['Reverted', 'FeeAtMost', 'FormerSigner', 'UnknownEscrow', 'FeeCap'], 2),
}

const alarms = resourcesOf(templateOf('prod'), 'AWS::CloudWatch::Alarm').map(
  ([id, { Properties }]) => [id.replace(/^Alarms|[0-9A-F]{8}$/g, ''), Properties as Alarm] as const,
)
const repeat = (data: Data, periods: number): Data[] => Array(periods).fill(data)
/** The state after these periods, if it is the same for an alarm that was raised before and for one that was not. */
const stateOf = (alarm: Alarm, periods: Data[]) => {
  const state = stateAfter(alarm, periods, 'OK')
  return state === stateAfter(alarm, periods, 'ALARM') ? state : 'unchanged'
}

test('Each alarm of the stack has data that raise it and data that do not', () => {
  expect(Object.keys(rows).sort()).toEqual(alarms.map(([name]) => name).sort())
})

test.each(alarms)('The alarm %s is raised and cleared by the data of its row', (name, alarm) => {
  const { periods, raises, doNot, silent } = rows[name] ?? one('no row', [1, 0])
  expect(stateOf(alarm, repeat(raises, periods))).toBe('ALARM')
  for (const data of doNot) {
    expect(stateOf(alarm, repeat(data, periods))).toBe('OK')
    expect(stateOf(alarm, [data, ...repeat(raises, periods - 1)])).toBe('OK')
  }
  expect(stateOf(alarm, repeat({}, periods + 2))).toBe(silent)
})

test.each([
  ['0 - X - X', 'OK', 'OK', 'OK'],
  ['0 - - - -', 'OK', 'OK', 'OK'],
  ['- - - - -', 'unchanged', 'ALARM', 'OK'],
  ['0 X X - X', 'ALARM', 'ALARM', 'ALARM'],
  ['- - X - -', 'unchanged', 'ALARM', 'OK'],
])('After the data %s, an alarm has the states that AWS’s guide lists', (points, ...expected) => {
  const periods = points.split(' ').map((point): Data => (point === '-' ? {} : { m1: point === 'X' ? 1 : 0 }))
  const watch = alarms.find(([name]) => name === 'WatchErrors')?.[1] as Alarm
  const treatments = ['ignore', 'breaching', 'notBreaching']
  expect(treatments.map((TreatMissingData) => stateOf({ ...watch, TreatMissingData }, periods))).toEqual(
    expected,
  )
})
