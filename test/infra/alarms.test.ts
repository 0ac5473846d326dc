import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { securityEventKinds } from '../../domain/security.ts'
import { openMeter } from '../../functions/metrics.ts'
import { root } from '../repository/repository-files.ts'
import { captureOutputLines } from '../support/capture-output.ts'
import { monitoringCost, ownMetrics } from '../support/monitoring.ts'
import { account, resolveIntrinsics, templateInUsEast1, templateOf } from '../support/synthesized-stack.ts'

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

test('Alarms on CloudFront’s metrics, which count from 100 requests on, are in us-east-1, where the metrics are', () => {
  const elsewhere = { region: 'eu-central-1' } as const
  const namespaces = (one: typeof template) =>
    JSON.stringify(one.findResources('AWS::CloudWatch::Alarm')).match(/AWS\/CloudFront/g)?.length ?? 0
  const global = templateInUsEast1('global', 'prod', elsewhere)
  // Outside us-east-1 the metrics exist nowhere, and without a region nobody knows where the stack will be.
  expect([template, global, templateOf('prod', elsewhere), templateOf('dev')].map(namespaces)).toEqual([
    4, 4, 0, 0,
  ])
  for (const { Properties } of Object.values(global.findResources('AWS::CloudWatch::Alarm'))) {
    expect(Properties.AlarmActions).toEqual([
      { Ref: Object.keys(global.findResources('AWS::SNS::Topic'))[0] },
    ])
    expect(JSON.stringify(Properties.Metrics)).toMatch(/IF\(requests > 100, site[45]xx, 0\)/)
    expect(JSON.stringify(Properties.Metrics)).toContain('"Fn::GetStackOutput":{"StackName":"Test-prod"')
  }
  global.hasResourceProperties('AWS::SNS::Subscription', { Endpoint: 'operators@site.test' })
})

describe('Changes of what controls the money', () => {
  const rules = Object.entries(template.findResources('AWS::Events::Rule')).flatMap(([id, { Properties }]) =>
    id.startsWith('ChangeAlerts') ? [[id.slice(12, -8), Properties] as const] : [],
  )
  const arn = (kind: string, of: string) => `arn:<AWS::Partition>:${kind}::${account}:${of}`
  const keyArn = '<SignerA>'
  /** A call of KMS as the AWS documentation of CloudTrail shows it, with the fields that the patterns use. */
  const keyCall = (eventName: string, by: string, ARN = keyArn) => ({
    source: 'aws.kms',
    'detail-type': 'AWS API Call via CloudTrail',
    detail: { eventName, userIdentity: { arn: by }, resources: [{ accountId: account, ARN }] },
  })
  const user = arn('iam', 'user/Alice')
  const settle = arn('sts', 'assumed-role/<FunctionsettleRole>/settle')

  /** Whether an EventBridge pattern of exact values and `anything-but` a prefix matches; a missing field matches nothing. */
  function matches(pattern: unknown, value: unknown): boolean {
    if (Array.isArray(value)) return value.some((one) => matches(pattern, one))
    if (!Array.isArray(pattern))
      return Object.entries(pattern as object).every(([key, inner]) =>
        matches(inner, (value as Record<string, unknown>)[key]),
      )
    return pattern.some((one) => {
      const { 'anything-but': { prefix } = {} } = one as { 'anything-but'?: { prefix?: string } }
      if (!prefix) return resolveIntrinsics(one) === value
      return typeof value === 'string' && !value.startsWith(resolveIntrinsics(prefix))
    })
  }

  test.each<[what: string, event: object, expected: string[]]>([
    [
      'A change of the parameter of the contracts',
      {
        source: 'aws.ssm',
        'detail-type': 'Parameter Store Change',
        detail: { name: '/taskcents/prod/contracts', operation: 'Update' },
      },
      ['ContractsChanged'],
    ],
    ['A new policy of a signing key', keyCall('PutKeyPolicy', user), ['KeyChanged']],
    ['A grant on a signing key', keyCall('CreateGrant', user), ['KeyChanged']],
    ['The end of a signing key', keyCall('ScheduleKeyDeletion', user), ['KeyChanged']],
    ['A disabled signing key', keyCall('DisableKey', user), ['KeyChanged']],
    ['A new policy of another key', keyCall('PutKeyPolicy', user, '<Other>'), []],
    ['A signature of a user', keyCall('Sign', user), ['KeyUsed']],
    [
      'A signature of a role whose name begins like that of settle',
      keyCall('Sign', settle.replace('>/', '>2/')),
      ['KeyUsed'],
    ],
    ['A signature of settle', keyCall('Sign', settle), []],
    ['Reading the public key', keyCall('GetPublicKey', user), []],
  ])('%s is reported as expected', (_, event, expected) => {
    const found = rules.filter(([, { EventPattern }]) => matches(EventPattern, event))
    expect(found.map(([name]) => name)).toEqual(expected)
  })

  test.each(rules)('%s sends the topic one sentence with a runbook, and gets the events of its kind', (name, {
    State,
    Targets,
  }) => {
    const [{ Arn, Input, InputTransformer }] = Targets
    expect([Arn]).toEqual(alarms[0]?.[1].Properties.AlarmActions)
    const text = InputTransformer?.InputTemplate ?? Input
    const [, page] = /What to do: (docs\/runbooks\/[\w-]+\.md)/.exec(text) ?? []
    expect(readFileSync(path.join(root, page ?? 'none'), 'utf8')).toContain('**Steps.**')
    // CloudTrail calls Sign read-only, and a rule gets read-only calls only in this state.
    expect(State).toBe(name === 'KeyUsed' ? 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS' : 'ENABLED')
  })

  test('A stage with trail makes the trail without which EventBridge gets no KMS calls', () => {
    // Without selectors, a trail logs all management events.
    template.hasResourceProperties('AWS::CloudTrail::Trail', { IsLogging: true, EventSelectors: [] })
    templateOf('dev').resourceCountIs('AWS::CloudTrail::Trail', 0)
  })
})

test('AWS mails alarmEmail about the month’s budget and about findings of the cost monitor', () => {
  const costMonitor = `arn:aws:ce::${account}:anomalymonitor/1`
  const own = templateOf('prod', { costMonitor })
  const Subscribers = [{ SubscriptionType: 'EMAIL', Address: 'operators@site.test' }]
  own.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: { BudgetLimit: { Amount: 100, Unit: 'USD' }, BudgetType: 'COST', TimeUnit: 'MONTHLY' },
    NotificationsWithSubscribers: [
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 }, Subscribers },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 }, Subscribers },
    ],
  })
  own.hasResourceProperties('AWS::CE::AnomalySubscription', {
    MonitorArnList: [costMonitor],
    Subscribers: [{ Type: 'EMAIL', Address: 'operators@site.test' }],
  })
  // CloudFormation creates no budget in some regions, so it is in us-east-1.
  templateInUsEast1('global', 'prod', { region: 'eu-north-1' }).resourceCountIs('AWS::Budgets::Budget', 1)
  templateOf('dev').resourceCountIs('AWS::Budgets::Budget', 0)
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

test('The CloudWatch dashboard contains every alarm and every function, under three questions in the order of their urgency', () => {
  const [dashboard] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'))
  const body = JSON.stringify(dashboard?.Properties.DashboardBody)
  for (const [id] of alarms) expect(body).toContain(id)
  for (const id of Object.keys(template.findResources('AWS::Lambda::Function')))
    if (id.startsWith('Function')) expect(body).toContain(id)
  const { widgets } = JSON.parse(resolveIntrinsics(dashboard?.Properties.DashboardBody))
  const headings = widgets.flatMap(
    ({ properties }: { properties: { markdown?: string } }) => properties.markdown ?? [],
  )
  expect(headings).toEqual(['## Are people served?', '## Is money moving?', '## What is near a limit?'])
})
