import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { securityEventKinds } from '../../domain/security-events.ts'
import { metricTypes } from '../../functions/runtime/metric-types.ts'
import { openMeter } from '../../functions/runtime/metrics.ts'
import { contractsParameter } from '../../infra/stage.ts'
import { root } from '../repository/repository-files.ts'
import { captureOutputLines } from '../support/capture-output.ts'
import { monitoringCost, ownMetrics } from '../support/monitoring.ts'
import {
  account,
  idOf,
  propertiesOf,
  resolveIntrinsics,
  resourcesOf,
  templateInUsEast1,
  templateOf,
} from '../support/synthesized-stack.ts'

const template = templateOf('prod')
const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm')
const topic = { Ref: idOf(template, 'AWS::SNS::Topic') }
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
  expect(AlarmActions).toEqual([topic])
  // These report events: no new event in the last minutes does not mean that the last one was resolved.
  expect(OKActions).toEqual(
    ['AuditChanged', 'MoneyDiffers', 'OverdueAppeals', 'PayoutFailed'].includes(name) ? undefined : [topic],
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
  const [policy] = propertiesOf(template, 'AWS::SNS::TopicPolicy')
  expect(policy.PolicyDocument.Statement).toEqual([
    expect.objectContaining({
      Effect: 'Deny',
      Action: 'sns:Publish',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
    expect.objectContaining({
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Resource: topic,
      Condition: { StringEquals: { 'aws:SourceAccount': account } },
    }),
    expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' } }),
  ])
  templateOf('dev').resourceCountIs('AWS::SNS::Subscription', 0)
})

test('Alarms on CloudFront’s metrics, and their topic, are in us-east-1, where the metrics are', () => {
  const elsewhere = { region: 'eu-central-1' } as const
  const global = templateInUsEast1('global', 'prod', elsewhere)
  const metricsIn = (one: typeof template) =>
    JSON.stringify(one.findResources('AWS::CloudWatch::Alarm')).match(/AWS\/CloudFront/g)?.length ?? 0
  // Without a region nobody knows whether the stack will be in us-east-1.
  const templates = [template, global, templateOf('prod', elsewhere), templateOf('dev')]
  expect(templates.map(metricsIn)).toEqual([4, 4, 0, 0])
  for (const { AlarmActions, Metrics } of propertiesOf(global, 'AWS::CloudWatch::Alarm')) {
    expect(AlarmActions).toEqual([{ Ref: idOf(global, 'AWS::SNS::Topic') }])
    expect(JSON.stringify(Metrics)).toContain('"Fn::GetStackOutput":{"StackName":"Test-prod"')
  }
  global.hasResourceProperties('AWS::SNS::Subscription', { Endpoint: 'operators@site.test' })
})

describe('Changes of what controls the money', () => {
  const rules = resourcesOf(template, 'AWS::Events::Rule', 'ChangeAlerts').map(
    ([id, { Properties }]) => [id.slice(12, -8), Properties] as const,
  )
  const key = '<SignerA>'
  const user = `arn:aws:iam::${account}:user/Alice`
  const settle = `arn:<AWS::Partition>:sts::${account}:assumed-role/<FunctionsettleRole>/<FunctionsettleFunction>`

  /** Whether an EventBridge pattern of exact values, `anything-but`, `wildcard` around a text and `exists` matches. */
  function matches(pattern: unknown, value: unknown): boolean {
    if (Array.isArray(value)) return value.some((one) => matches(pattern, one))
    if (!Array.isArray(pattern))
      return Object.entries(pattern as object).every(([name, inner]) =>
        matches(inner, (value as Record<string, unknown>)[name]),
      )
    return pattern.some((one) => {
      if (one.exists === false) return value === undefined
      const { 'anything-but': others, wildcard } = one as { 'anything-but'?: unknown[]; wildcard?: unknown }
      if (wildcard) return String(value).includes(resolveIntrinsics(wildcard).replaceAll('*', ''))
      if (!others) return resolveIntrinsics(one) === value
      return typeof value === 'string' && !others.map(resolveIntrinsics).includes(value)
    })
  }
  const matching = (event: object) =>
    rules.flatMap(([name, { EventPattern }]) => (matches(EventPattern, event) ? name : [])).join()

  // The fields of calls as the AWS documentation of KMS shows them for CloudTrail.
  test.each([
    ['PutKeyPolicy', user, key, 'KeyChanged'],
    ['CreateGrant', user, key, 'KeyChanged'],
    ['ScheduleKeyDeletion', user, key, 'KeyChanged'],
    ['DisableKey', user, key, 'KeyChanged'],
    ['PutKeyPolicy', user, '<ApprovalKey>', 'KeyChanged'],
    ['PutKeyPolicy', user, '<Other>', ''],
    ['Sign', user, key, 'KeyUsed'],
    ['Sign', settle.replace('>/', '>2/'), key, 'KeyUsed'],
    ['Sign', `${settle.split('/').slice(0, 2).join('/')}/Alice`, key, 'KeyUsed'],
    ['Sign', undefined, key, 'KeyUsed'],
    ['Sign', settle, key, ''],
    ['GetPublicKey', user, key, ''],
  ])('The call %s of %s on the key %s is reported by the rule "%s"', (eventName, arn, ARN, expected) => {
    const detail = { eventName, userIdentity: { arn }, resources: [{ accountId: account, ARN }] }
    const event = { source: 'aws.kms', 'detail-type': 'AWS API Call via CloudTrail', detail }
    expect(matching(event)).toBe(expected)
  })

  const functionArn = (name: string) =>
    `arn:aws:lambda:us-east-1:${account}:function:<Function${name}Function>`
  test.each<[string, string, object, string]>([
    ...['settle', 'verdicts', 'schedule'].flatMap((name): [string, string, object, string][] => [
      ['lambda', 'UpdateFunctionCode20150331v2', { functionName: functionArn(name) }, 'PayingCodeChanged'],
      [
        ...(['lambda', 'UpdateFunctionConfiguration20150331v2'] as const),
        { functionName: `<Function${name}Function>` },
        'PayingCodeChanged',
      ],
      ['iam', 'PutRolePolicy', { roleName: `<Function${name}Role>` }, 'PayingRoleChanged'],
      ['iam', 'UpdateAssumeRolePolicy', { roleName: `<Function${name}Role>` }, 'PayingRoleChanged'],
    ]),
    ['lambda', 'UpdateFunctionCode20150331v2', { functionName: functionArn('tasks') }, ''],
    ['iam', 'PutRolePolicy', { roleName: '<FunctiontasksRole>' }, ''],
    ['cloudtrail', 'StopLogging', { name: 'a-trail' }, 'TrailChanged'],
  ])('The call %s:%s of %o is reported by the rule "%s"', (service, eventName, requestParameters, expected) => {
    const detail = { eventName, userIdentity: { arn: user }, requestParameters }
    const event = { source: `aws.${service}`, 'detail-type': 'AWS API Call via CloudTrail', detail }
    expect(matching(event)).toBe(expected)
  })

  test('For the days of its logs nobody can delete or change what the trail has written', () => {
    const [[, bucket] = []] = resourcesOf(template, 'AWS::S3::Bucket', 'TrailBucket')
    expect(bucket?.Properties.ObjectLockEnabled).toBe(true)
    expect(bucket?.Properties.ObjectLockConfiguration.Rule.DefaultRetention).toEqual({
      Mode: 'COMPLIANCE',
      Days: 90,
    })
    expect(bucket?.DeletionPolicy).toBe('RetainExceptOnCreate')
  })

  test('A change of the parameter of the contracts is reported', () => {
    const detail = { name: contractsParameter({ name: 'prod' }), operation: 'Update' }
    const event = { source: 'aws.ssm', 'detail-type': 'Parameter Store Change', detail }
    expect(matching(event)).toBe('ContractsChanged')
  })

  test.each(rules)('The rule %s sends the topic a message that names a runbook', (name, rule) => {
    const [{ Arn, Input, InputTransformer }] = rule.Targets
    expect(Arn).toEqual(topic)
    const text = InputTransformer?.InputTemplate ?? Input
    const [, page] = /What to do: (docs\/runbooks\/[\w-]+\.md)/.exec(text) ?? []
    expect(readFileSync(path.join(root, page ?? 'none'), 'utf8')).toContain('**Steps.**')
    // CloudTrail calls Sign read-only, and a rule gets read-only calls only in this state.
    expect(rule.State).toBe(name === 'KeyUsed' ? 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS' : 'ENABLED')
  })

  test('A stage with trail has the trail without which EventBridge gets no calls of KMS', () => {
    // Without selectors, a trail logs all management events.
    template.hasResourceProperties('AWS::CloudTrail::Trail', { IsLogging: true, EventSelectors: [] })
    templateOf('dev').resourceCountIs('AWS::CloudTrail::Trail', 0)
  })
})

test('AWS mails alarmEmail about the month’s budget and about findings of the cost monitor', () => {
  const costMonitor = `arn:aws:ce::${account}:anomalymonitor/1`
  // CloudFormation creates no budget in this region, so both are in us-east-1.
  const global = templateInUsEast1('global', 'prod', { costMonitor, region: 'eu-north-1' })
  const Address = 'operators@site.test'
  const Subscribers = [{ SubscriptionType: 'EMAIL', Address }]
  global.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: { BudgetLimit: { Amount: 100, Unit: 'USD' }, BudgetType: 'COST', TimeUnit: 'MONTHLY' },
    NotificationsWithSubscribers: [
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 }, Subscribers },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 }, Subscribers },
    ],
  })
  global.hasResourceProperties('AWS::CE::AnomalySubscription', {
    MonitorArnList: [costMonitor],
    Subscribers: [{ Type: 'EMAIL', Address }],
  })
  templateOf('dev').resourceCountIs('AWS::Budgets::Budget', 0)
})

test('The functions write exactly the metrics that an alarm or the dashboard uses: they and the alarms cost at most $18.50 a month', () => {
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false')
  const lines = captureOutputLines()
  const meter = openMeter('marketplace-prod')
  const { PayoutsWaiting: _, SecurityEvents: __, ...plain } = metricTypes
  for (const name of Object.keys(plain)) meter.record({ [name]: 1 })
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
  expect(dollars).toBeLessThanOrEqual(18.5)
})

test('The saved queries read fields of the access log, and the runbook of the API alarms names them', () => {
  const [api] = propertiesOf(template, 'AWS::ApiGatewayV2::Stage')
  const fields = Object.keys(JSON.parse(api.AccessLogSettings.Format))
  const runbook = readFileSync(path.join(root, 'docs/runbooks/api-errors.md'), 'utf8')
  const queries = propertiesOf(template, 'AWS::Logs::QueryDefinition')
  expect(queries).toHaveLength(2)
  for (const { LogGroupNames, Name, QueryString } of queries) {
    expect(LogGroupNames).toEqual([{ Ref: expect.stringMatching(/^ApiAccessLog/) }])
    expect(runbook).toContain(`\`${Name.split('/')[1]}\``)
    const used = QueryString.match(/(?<=filter |pct\()\w+|(?<= by ).*?(?= \|)/g)
    expect(fields).toEqual(expect.arrayContaining(used.flatMap((names: string) => names.split(', '))))
  }
})

test('The CloudWatch dashboard contains every alarm and every function, under three questions in the order of their urgency', () => {
  const [{ DashboardBody }] = propertiesOf(template, 'AWS::CloudWatch::Dashboard')
  const body = JSON.stringify(DashboardBody)
  const functions = resourcesOf(template, 'AWS::Lambda::Function', 'Function')
  for (const [id] of [...alarms, ...functions]) expect(body).toContain(id)
  const { widgets } = JSON.parse(resolveIntrinsics(DashboardBody))
  const headings = widgets.flatMap(
    ({ properties }: { properties: { markdown?: string } }) => properties.markdown ?? [],
  )
  expect(headings).toEqual(['## Are people served?', '## Is money moving?', '## What is near a limit?'])
})
