import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { openMeter } from '../../functions/metrics.ts'
import { root } from '../repository/repository-files.ts'
import { captureOutputLines } from '../support/capture-output.ts'
import { contracts, templateOf } from '../support/synthesized-stack.ts'

const template = templateOf('prod', { contracts })
const alarms = Object.entries(template.findResources('AWS::CloudWatch::Alarm'))
const nameOf = (id: string) => id.replace(/^Alarms|[0-9A-F]{8}$/g, '')

test('everything that somebody should be called for has its alarm', () => {
  expect(alarms.map(([id]) => nameOf(id)).sort()).toEqual([
    'ApiErrors',
    'ApiLatency',
    'DailyLimit',
    'DeadLetters',
    'FailedPayouts',
    'FeeAtMost',
    'FormerSigner',
    'FunctionThrottles',
    'LowGas',
    'NoGas',
    'NotOperator',
    'OldestPayout',
    'OldestRefund',
    'PayoutFailed',
    'SettleDuration',
    'SettleErrors',
    'TableThrottles',
    'UnknownEscrow',
  ])
})

test.each(
  alarms.map(([id, { Properties }]) => [nameOf(id), Properties] as const),
)('%s says what is wrong, names a page that is there, and is told to somebody, its end too', (name, {
  AlarmDescription,
  AlarmActions,
  OKActions,
}) => {
  const [, page] = /^\p{Lu}.+\. What to do: (docs\/runbooks\/[\w-]+\.md)$/u.exec(AlarmDescription) ?? []
  expect(readFileSync(path.join(root, page ?? 'none'), 'utf8')).toMatch(/^# .+\n\n\*\*Symptom\.\*\*/)
  const [topic] = Object.keys(template.findResources('AWS::SNS::Topic'))
  expect(AlarmActions).toEqual([{ Ref: topic }])
  // That no payout failed in the last minutes does not mean that one was mended.
  expect(OKActions).toEqual(name === 'PayoutFailed' ? undefined : [{ Ref: topic }])
})

test('every page of the runbooks stands in their list', () => {
  const folder = path.join(root, 'docs/runbooks')
  const list = readFileSync(path.join(folder, 'README.md'), 'utf8')
  for (const page of readdirSync(folder)) if (page !== 'README.md') expect(list).toContain(`(${page})`)
})

test('alarms go to the stage’s address, and only those of the account, over TLS', () => {
  template.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'operators@site.test',
  })
  const [policy] = Object.values(template.findResources('AWS::SNS::TopicPolicy'))
  const [topic] = Object.keys(template.findResources('AWS::SNS::Topic'))
  expect(policy?.Properties.PolicyDocument.Statement).toEqual([
    expect.objectContaining({
      Effect: 'Deny',
      Action: 'sns:Publish',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
    expect.objectContaining({
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Resource: { Ref: topic },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    }),
  ])
  templateOf('dev').resourceCountIs('AWS::SNS::Subscription', 0)
})

test('every measure of our own that an alarm waits for is one that the functions write, by the same name', () => {
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false')
  const lines = captureOutputLines()
  const meter = openMeter('marketplace-prod')
  meter.request('GET /api/tasks', 200, 1, false)
  meter.failed(1)
  meter.setAside(1)
  meter.due(1, 1)
  meter.refundsDue(1, 1)
  meter.purse(1, 1)
  for (const reason of ['NoGas', 'FeeAtMost', 'FormerSigner', 'NotOperator', 'UnknownEscrow'])
    meter.waiting(reason)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  const written = lines.flatMap((text) => {
    const line = JSON.parse(text)
    const [{ Namespace, Dimensions, Metrics }] = line._aws.CloudWatchMetrics
    return Dimensions.flatMap((set: string[]) => {
      const dimensions = set.map((name) => `${name}=${line[name]}`)
      return Metrics.map(({ Name }: { Name: string }) => [Namespace, Name, ...dimensions.sort()].join(' '))
    })
  })
  const waitedFor = alarms
    .flatMap(([, { Properties }]) =>
      Properties.Metrics
        ? Properties.Metrics.flatMap(
            (one: { MetricStat?: { Metric: object } }) => one.MetricStat?.Metric ?? [],
          )
        : [Properties],
    )
    .filter(({ Namespace }) => Namespace && !Namespace.startsWith('AWS/'))
    .map(({ Namespace, MetricName, Dimensions }) =>
      [
        Namespace,
        MetricName,
        ...Dimensions.map(({ Name, Value }: Record<string, string>) => `${Name}=${Value}`).sort(),
      ].join(' '),
    )
  expect(waitedFor).toHaveLength(13)
  expect(waitedFor.filter((one) => !written.includes(one))).toEqual([])
})

test('what is added up is something while one part of it is silent, and few enough for an alarm', () => {
  const expressions = alarms.flatMap(([, { Properties }]) => {
    expect(Properties.Metrics?.length ?? 0).toBeLessThanOrEqual(10)
    return (Properties.Metrics ?? []).flatMap(({ Expression }: { Expression?: string }) => Expression ?? [])
  })
  expect(expressions.filter((one) => one.startsWith('SUM(['))).toHaveLength(2)
  for (const expression of expressions) expect(expression).not.toContain('+')
})

test('the alarm of the table’s refusals ends when they do, although DynamoDB then says nothing', () => {
  const [, found] = alarms.find(([id]) => nameOf(id) === 'TableThrottles') ?? []
  const metrics = found?.Properties.Metrics as {
    Id: string
    Expression?: string
    MetricStat?: { Metric: object }
  }[]
  const { Id: zero } = metrics.find(({ Expression }) => Expression === '0 * runs') ?? {}
  expect(metrics.map(({ Expression }) => Expression)).toContainEqual(
    expect.stringMatching(`^SUM\\(.*,${zero}\\]\\)$`),
  )
  const runs = metrics.find(({ Id }) => Id === 'runs')
  expect(runs?.MetricStat?.Metric).toMatchObject({ Namespace: 'AWS/Lambda', MetricName: 'Invocations' })
})

test('how long it may take to answer is not measured on calls that wait for the chain', () => {
  const captured = (waits: boolean) => {
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false')
    const lines = captureOutputLines()
    openMeter('marketplace-prod').request('POST /api/blockchain/release-reward', 200, 19_000, waits)
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    return lines
      .map((line) => JSON.parse(line))
      .filter((line) => 'Latency' in line)
      .flatMap((line) => line._aws.CloudWatchMetrics[0].Dimensions)
  }
  expect(captured(false)).toEqual([['service', 'route'], ['service']])
  expect(captured(true)).toEqual([['service', 'route']])
})

test('a failed payout is one until it is mended, whatever settle says meanwhile', () => {
  const found = alarms.find(([id]) => nameOf(id) === 'FailedPayouts')?.[1].Properties
  expect(JSON.stringify(found.Metrics)).toContain('"PayoutsSetAside"')
  expect(found.TreatMissingData).toBe('ignore')
})

test('that settle says nothing is an alarm too, once there is something to pay from', () => {
  const oldest = (stage: typeof template) =>
    Object.entries(stage.findResources('AWS::CloudWatch::Alarm')).find(
      ([id]) => nameOf(id) === 'OldestPayout',
    )?.[1].Properties.TreatMissingData
  expect(oldest(template)).toBe('breaching')
  expect(oldest(templateOf('prod'))).toBe('notBreaching')
})

test('the dashboard shows the alarms and every function', () => {
  const [dashboard] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'))
  const body = JSON.stringify(dashboard?.Properties.DashboardBody)
  for (const [id] of alarms) expect(body).toContain(id)
  for (const id of Object.keys(template.findResources('AWS::Lambda::Function')))
    if (id.startsWith('Function')) expect(body).toContain(id)
})
