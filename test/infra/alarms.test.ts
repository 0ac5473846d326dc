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
    ['AuditChanged', 'MoneyDiffers', 'OverdueAppeals', 'PayoutFailed'].includes(name)
      ? undefined
      : [{ Ref: topic }],
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

test('FunctionThrottles counts every function of the API, with at most ten metrics', () => {
  const [, found] = alarms.find(([id]) => nameOf(id) === 'FunctionThrottles') ?? []
  expect(found?.Properties.Metrics.length).toBeLessThanOrEqual(10)
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
