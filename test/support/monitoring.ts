import type { Template } from 'aws-cdk-lib/assertions'
import { brand } from '../../domain/brand.ts'
import { prices } from '../bench/aws-prices.ts'
import { propertiesOf, resolveIntrinsics } from './synthesized-stack.ts'

interface AlarmedMetric {
  Namespace: string
  MetricName: string
  Dimensions?: { Name: string; Value: string }[]
}

/** The metrics that each alarm reads, without its expressions. */
const alarmedMetrics = (template: Template): AlarmedMetric[] =>
  propertiesOf(template, 'AWS::CloudWatch::Alarm').flatMap(({ Metrics, ...alarm }) =>
    (Metrics ?? [{ MetricStat: { Metric: alarm } }]).flatMap(
      (one: { MetricStat?: { Metric: AlarmedMetric } }) => one.MetricStat?.Metric ?? [],
    ),
  )

/** The product's own metrics that an alarm or the dashboard uses, as `namespace name dimension value …`. */
export function ownMetrics(template: Template): Set<string> {
  const alarmed = alarmedMetrics(template).map(({ Namespace, MetricName, Dimensions = [] }) => [
    Namespace,
    MetricName,
    ...Dimensions.map(({ Name, Value }) => `${Name} ${Value}`).sort(),
  ])
  const shown = propertiesOf(template, 'AWS::CloudWatch::Dashboard').flatMap(({ DashboardBody }) =>
    JSON.parse(resolveIntrinsics(DashboardBody)).widgets.flatMap(
      ({ properties }: { properties: { metrics?: unknown[][] } }) =>
        (properties.metrics ?? []).map((metric) => metric.filter((part) => typeof part === 'string')),
    ),
  )
  return new Set([...alarmed, ...shown].filter(([first]) => first === brand).map((parts) => parts.join(' ')))
}

/** Dollars a month for own metrics (if all are used every hour), those made from log lines included, alarms and dashboards. */
export function monitoringCost(template: Template): Record<string, number> {
  const filters = propertiesOf(template, 'AWS::Logs::MetricFilter').length
  const [own, alarmed] = [ownMetrics(template).size + filters, alarmedMetrics(template).length]
  const dashboards = propertiesOf(template, 'AWS::CloudWatch::Dashboard').length
  return {
    [`${own} own metrics`]: own * prices.ownMetric,
    [`alarms on ${alarmed} metrics`]: alarmed * prices.alarmedMetric,
    dashboard: dashboards * prices.dashboard,
  }
}
