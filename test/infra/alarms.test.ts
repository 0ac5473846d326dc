import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { groups } from '../../domain/route.ts'
import { securityEventKinds } from '../../domain/security.ts'
import { openMeter } from '../../functions/metrics.ts'
import { contractsParameter } from '../../infra/stage.ts'
import { root } from '../repository/repository-files.ts'
import { captureOutputLines } from '../support/capture-output.ts'
import { monitoringCost, ownMetrics } from '../support/monitoring.ts'
import { account, templateOf } from '../support/synthesized-stack.ts'

const template = templateOf('prod')
const alarms = Object.entries(template.findResources('AWS::CloudWatch::Alarm'))
const nameOf = (id: string) => id.replace(/^Alarms|[0-9A-F]{8}$/g, '')

test('A stage has exactly these alarms, with these thresholds and numbers of periods', () => {
  const sign: Record<string, string> = { GreaterThanThreshold: '>', LessThanThreshold: '<' }
  const found = alarms.map(([id, { Properties: p }]) => [
    nameOf(id),
    `${sign[p.ComparisonOperator]} ${p.Threshold} in ${p.EvaluationPeriods}, missing data ${p.TreatMissingData}`,
  ])
  expect(Object.fromEntries(found)).toEqual({
    ApiErrors: '> 1 in 2, missing data notBreaching',
    ApiLatency: '> 3000 in 3, missing data notBreaching',
    AuditChanged: '> 0 in 1, missing data notBreaching',
    CreatorShare: '> 50 in 1, missing data notBreaching',
    DailyLimit: '< 20 in 1, missing data ignore',
    DeadLetters: '> 0 in 1, missing data notBreaching',
    FailedPayouts: '> 0 in 1, missing data ignore',
    FailedSignIns: '> 200 in 1, missing data notBreaching',
    FeeAtMost: '> 0 in 2, missing data notBreaching',
    FeeCap: '> 0 in 2, missing data notBreaching',
    FormerSigner: '> 0 in 2, missing data notBreaching',
    FunctionThrottles: '> 10 in 2, missing data notBreaching',
    GasBudget: '> 80 in 1, missing data notBreaching',
    Held: '> 0 in 1, missing data notBreaching',
    IteratorAge: '> 300000 in 2, missing data notBreaching',
    LowGas: '< 0.1 in 1, missing data ignore',
    MailsLost: '> 10 in 1, missing data notBreaching',
    MismatchedPayout: '> 0 in 1, missing data notBreaching',
    MoneyDiffers: '> 0 in 1, missing data notBreaching',
    NoGas: '> 0 in 1, missing data notBreaching',
    NodeUnreachable: '> 0 in 2, missing data notBreaching',
    NotOperator: '> 0 in 1, missing data notBreaching',
    OldestPayout: '> 900 in 2, missing data breaching',
    OldestRefund: '> 7200 in 2, missing data notBreaching',
    OverdueAppeals: '> 0 in 1, missing data notBreaching',
    PayoutFailed: '> 0 in 1, missing data notBreaching',
    Reverted: '> 0 in 2, missing data notBreaching',
    SettleDuration: '> 80000 in 2, missing data notBreaching',
    SettleErrors: '> 2 in 2, missing data notBreaching',
    SettleNotStarted: '< 1 in 1, missing data breaching',
    TableThrottles: '> 10 in 2, missing data notBreaching',
    UnknownEscrow: '> 0 in 2, missing data notBreaching',
    UnreadableApproval: '> 0 in 1, missing data notBreaching',
    UnreadablePayout: '> 0 in 1, missing data notBreaching',
    WalletMoves: '> 10 in 1, missing data notBreaching',
    WatchErrors: '> 0 in 3, missing data notBreaching',
  })
})

test.each(
  alarms.map(([id, { Properties }]) => [nameOf(id), Properties] as const),
)('The alarm %s names an existing runbook and notifies the topic; all but those that report events also when they clear', (name, {
  AlarmDescription,
  AlarmActions,
  OKActions,
}) => {
  const [, page] = /^\p{Lu}.+\. What to do: (docs\/runbooks\/[\w-]+\.md)$/u.exec(AlarmDescription) ?? []
  expect(readFileSync(path.join(root, page ?? 'none'), 'utf8')).toMatch(/^# .+\n\n\*\*Symptom\.\*\*/)
  const [topic] = Object.keys(template.findResources('AWS::SNS::Topic'))
  expect(AlarmActions).toEqual([{ Ref: topic }])
  // These report events: no new event in the last minutes does not mean that the last one was resolved.
  expect(OKActions).toEqual(
    ['AuditChanged', 'MoneyDiffers', 'OverdueAppeals', 'PayoutFailed'].includes(name) ? undefined : [{ Ref: topic }],
  )
})

test('The README of the runbooks links every runbook', () => {
  const folder = path.join(root, 'docs/runbooks')
  const list = readFileSync(path.join(folder, 'README.md'), 'utf8')
  for (const page of readdirSync(folder)) if (page !== 'README.md') expect(list).toContain(`(${page})`)
})

test('Only alarms of the same account may publish to the topic, over TLS; it e-mails the stage’s alarmEmail', () => {
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
      Condition: { StringEquals: { 'aws:SourceAccount': account } },
    }),
    expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' } }),
  ])
  templateOf('dev').resourceCountIs('AWS::SNS::Subscription', 0)
})

test('A change of the parameter of the contracts is reported to the topic', () => {
  const [topic] = Object.keys(template.findResources('AWS::SNS::Topic'))
  template.hasResourceProperties('AWS::Events::Rule', {
    EventPattern: {
      source: ['aws.ssm'],
      'detail-type': ['Parameter Store Change'],
      detail: { name: [contractsParameter({ name: 'prod' })] },
    },
    Targets: [{ Arn: { Ref: topic } }],
  })
})

test('The functions write exactly the metrics that an alarm or the dashboard uses: they and the alarms cost at most $18 a month', () => {
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false')
  const lines = captureOutputLines()
  const meter = openMeter('marketplace-prod')
  for (const name of ['paid', 'failed', 'failedNow', 'refundsDue', 'overdueAppeals'] as const) meter[name](1)
  for (const name of ['due', 'signerFunds', 'usedToday', 'reconciled'] as const) meter[name](1, 1)
  meter.auditChanged()
  meter.mailLost()
  meter.nodeUnreachable(true)
  for (const kind of securityEventKinds) meter.security(kind)
  for (const reason of ['EnforcedPause', ...alarms.map(([id]) => nameOf(id))]) meter.waiting(reason)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  const written = lines.flatMap((text) => {
    const line = JSON.parse(text)
    const [{ Namespace, Dimensions, Metrics }] = line._aws.CloudWatchMetrics
    return Dimensions.flatMap((set: string[]) => {
      const dimensions = set.sort().map((name) => `${name} ${line[name]}`)
      return Metrics.map(({ Name }: { Name: string }) => [Namespace, Name, ...dimensions].join(' '))
    })
  })
  expect([...ownMetrics(template)].sort()).toEqual([...new Set(written)].sort())
  const dollars = Object.values(monitoringCost(template)).reduce((sum, one) => sum + one)
  expect(dollars).toBeLessThanOrEqual(18)
})

test('The saved queries read fields of the access log, and the runbook of the API alarms names them', () => {
  const [api] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage'))
  const fields = Object.keys(JSON.parse(api?.Properties.AccessLogSettings.Format))
  const runbook = readFileSync(path.join(root, 'docs/runbooks/api-errors.md'), 'utf8')
  const queries = Object.values(template.findResources('AWS::Logs::QueryDefinition'))
  expect(queries).toHaveLength(2)
  for (const { Properties } of queries) {
    expect(Properties.LogGroupNames).toEqual([{ Ref: expect.stringMatching(/^ApiAccessLog/) }])
    expect(runbook).toContain(`\`${Properties.Name.split('/')[1]}\``)
    const used = Properties.QueryString.match(/(?<=filter |pct\()\w+|(?<= by ).*?(?= \|)/g)
    expect(fields).toEqual(expect.arrayContaining(used.flatMap((names: string) => names.split(', '))))
  }
})

test('Sums of metrics use SUM instead of +, so that they have a value while an operand has none; none has over 10 operands', () => {
  const expressions = alarms.flatMap(([, { Properties }]) => {
    expect(Properties.Metrics?.length ?? 0).toBeLessThanOrEqual(10)
    return (Properties.Metrics ?? []).flatMap(({ Expression }: { Expression?: string }) => Expression ?? [])
  })
  expect(expressions.filter((one) => one.startsWith('SUM(['))).toHaveLength(3)
  for (const expression of expressions) expect(expression).not.toContain('+')
})

test('TableThrottles adds 0 for each settle run, so that it can clear while DynamoDB writes no data points', () => {
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

test('FailedPayouts uses the number of failed payouts and keeps its state while data are missing', () => {
  const found = alarms.find(([id]) => nameOf(id) === 'FailedPayouts')?.[1].Properties
  expect(JSON.stringify(found.Metrics)).toContain('"FailedPayouts"')
  expect(found.TreatMissingData).toBe('ignore')
})

test('FunctionThrottles counts every function of the API', () => {
  const [, found] = alarms.find(([id]) => nameOf(id) === 'FunctionThrottles') ?? []
  const watched = JSON.stringify(found?.Properties.Metrics).match(/"Ref":"Function\w+?Function/g)
  expect(watched?.map((text) => text.slice(15, -8)).sort()).toEqual([...groups].sort())
})

test('The CloudWatch dashboard contains every alarm and every function', () => {
  const [dashboard] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'))
  const body = JSON.stringify(dashboard?.Properties.DashboardBody)
  for (const [id] of alarms) expect(body).toContain(id)
  for (const id of Object.keys(template.findResources('AWS::Lambda::Function')))
    if (id.startsWith('Function')) expect(body).toContain(id)
})
