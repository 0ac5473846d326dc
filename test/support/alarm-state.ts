import { runInNewContext } from 'node:vm'

type State = 'OK' | 'ALARM'
/** The data points of one period, by `<statistic> <metric> <reason or kind>`, or by the metric's id within its alarm. */
export type Data = Record<string, number>

interface Metric {
  Namespace: string
  MetricName: string
  Dimensions?: { Name: string; Value: unknown }[]
}
export interface Alarm extends Metric {
  Statistic: string
  ComparisonOperator: string
  EvaluationPeriods: number
  Threshold: number
  TreatMissingData: string
  Metrics?: { Id: string; Expression?: string; MetricStat?: { Metric: Metric; Stat: string } }[]
}

const none = Number.NaN
/** The functions of metric math that alarms use. An operator has no value (NaN) if an operand has none. */
const metricMath = {
  IF: (condition: number, yes: number, no: number) => (condition ? yes : no),
  FILL: (value: number, otherwise: number) => (Number.isNaN(value) ? otherwise : value),
  SUM: (values: number[]) => values.filter((one) => !Number.isNaN(one)).reduce((a, b) => (a || 0) + b, none),
}

const metricsOf = ({ Metrics, Statistic: Stat, ...Metric }: Alarm) =>
  Metrics ?? [{ Id: 'm1', Expression: '', MetricStat: { Metric, Stat } }]

/** The value that the alarm compares with its threshold. */
function valueIn(data: Data, alarm: Alarm): number {
  const values: Data = {}
  const metrics = metricsOf(alarm)
  // The CDK lists an expression before its operands.
  for (const { Id, Expression = '', MetricStat } of metrics.toReversed()) {
    const { MetricName, Dimensions = [] } = MetricStat?.Metric ?? {}
    const own = Dimensions.filter(({ Name }) => ['reason', 'kind'].includes(Name)).map(({ Value }) => Value)
    const read = () => data[Id] ?? data[[MetricStat?.Stat, MetricName, ...own].join(' ')] ?? none
    values[Id] = MetricStat ? read() : Number(runInNewContext(Expression, { ...metricMath, ...values }))
  }
  return values[metrics[0]?.Id ?? ''] ?? none
}

/**
 * The state of an alarm after these periods, as the CloudWatch guide says ("Configuring how CloudWatch alarms treat missing data"):
 * the newest data points of a range that is longer than the evaluation periods decide. `TreatMissingData` stands only for those
 * that lack in that range. AWS does not give its length; it is two periods longer in AWS's examples.
 */
export function stateAfter(alarm: Alarm, periods: Data[], before: State = 'OK'): State {
  const { ComparisonOperator, EvaluationPeriods, Threshold, TreatMissingData } = alarm
  const range = periods.slice(-EvaluationPeriods - 2).map((data) => valueIn(data, alarm))
  const present = range.filter((value) => !Number.isNaN(value)).slice(-EvaluationPeriods)
  const isAbove = ComparisonOperator === 'GreaterThanThreshold'
  if (present.some((value) => !(isAbove ? value > Threshold : value < Threshold))) return 'OK'
  if (present.length === EvaluationPeriods) return 'ALARM'
  // Alarms on metrics of DynamoDB ignore missing data, whatever they say.
  const isIgnored = metricsOf(alarm).some(({ MetricStat }) => MetricStat?.Metric.Namespace === 'AWS/DynamoDB')
  if (isIgnored || TreatMissingData === 'ignore') return before
  return TreatMissingData === 'breaching' ? 'ALARM' : 'OK'
}
