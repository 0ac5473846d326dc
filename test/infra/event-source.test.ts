import { partitions } from '../../functions/table/keys.ts'
import { queues } from '../../functions/table/queue.ts'
import { startsEvents } from '../../functions/table/stream.ts'
import { idOf, propertiesOf, resourcesOf, templateOf } from '../support/synthesized-stack.ts'

const template = templateOf('prod')
const mapping = (prefix: string) => propertiesOf(template, 'AWS::Lambda::EventSourceMapping', prefix)[0]
const { FilterCriteria: criteria, ...properties } = mapping('EventSource')
const functionId = (name: string) => idOf(template, 'AWS::Lambda::Function', `Function${name}Function`)
const queueArn = (prefix: string) => ({ 'Fn::GetAtt': [idOf(template, 'AWS::SQS::Queue', prefix), 'Arn'] })

test('A failing record is isolated by halving its batch, retried three times, and dead-lettered within six hours', () => {
  expect(properties).toEqual({
    EventSourceArn: { 'Fn::GetAtt': [idOf(template, 'AWS::DynamoDB::Table'), 'StreamArn'] },
    FunctionName: { Ref: functionId('events') },
    StartingPosition: 'TRIM_HORIZON',
    BatchSize: 100,
    ParallelizationFactor: 4,
    MaximumBatchingWindowInSeconds: 5,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: 3,
    MaximumRecordAgeInSeconds: 6 * 3600,
    DestinationConfig: { OnFailure: { Destination: queueArn('EventSourceDeadLetters') } },
  })
})

test('Mail is sent by at most two runs at once, and a message that failed five times is dead-lettered', () => {
  expect(mapping('MailQueue')).toMatchObject({
    FunctionName: { Ref: functionId('mail') },
    Enabled: true,
    BatchSize: 10,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ScalingConfig: { MaximumConcurrency: 2 },
  })
  template.hasResourceProperties('AWS::SQS::Queue', {
    RedrivePolicy: { deadLetterTargetArn: queueArn('MailQueueDeadLetters'), maxReceiveCount: 5 },
  })
})

test('The dead-letter queue keeps messages for 14 days and denies requests without TLS', () => {
  template.hasResourceProperties('AWS::SQS::Queue', { MessageRetentionPeriod: 14 * 24 * 3600 })
  const [policy] = propertiesOf(template, 'AWS::SQS::QueuePolicy')
  expect(policy.PolicyDocument.Statement).toMatchObject([
    { Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
  ])
})

test('The function events gets the name of settle; its policy allows to invoke settle and no other function', () => {
  const settle = functionId('settle')
  const [events] = propertiesOf(template, 'AWS::Lambda::Function', 'FunctioneventsFunction')
  expect(events.Environment.Variables.SETTLE_FUNCTION).toEqual({ Ref: settle })
  const invoking = resourcesOf(template, 'AWS::IAM::Policy').flatMap(([id, { Properties }]) =>
    Properties.PolicyDocument.Statement.filter(({ Action }: { Action: unknown }) =>
      JSON.stringify(Action).includes('lambda:'),
    ).map((statement: object) => [id.slice(0, -8), statement]),
  )
  expect(invoking).toEqual([
    [
      'FunctioneventsPermissions',
      { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: { 'Fn::GetAtt': [settle, 'Arn'] } },
    ],
  ])
})

describe('The filter of the stream', () => {
  type Image = Record<string, { S: string }>
  interface Pattern {
    eventName?: string[]
    dynamodb: Record<string, Record<string, { S: (string | { prefix: string })[] }>>
  }
  const patterns: Pattern[] = criteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))
  const passes = (image: Image, eventName: string) =>
    patterns.some(
      (pattern) =>
        (pattern.eventName?.includes(eventName) ?? true) &&
        Object.values(pattern.dynamodb)
          .flatMap((part) => Object.entries(part))
          .every(([name, { S }]) => {
            const value = image[name]?.S ?? ''
            return S.some((one) => (typeof one === 'string' ? value === one : value.startsWith(one.prefix)))
          }),
    )
  const audit = { pk: { S: partitions.audit('2026-11') }, sk: { S: '1' } }

  test.each<[string, Image, boolean, string?]>([
    ['a due payout', { sk: { S: 'PAYOUT' }, gsi1pk: { S: partitions.due } }, true],
    ['a due refund', { sk: { S: 'TASK' }, gsi2pk: { S: queues.refunds.pk } }, true],
    ['a changed audit entry', audit, true],
    ['a deleted audit entry', audit, true, 'REMOVE'],
    ['a new audit entry', audit, false, 'INSERT'],
    ['a paid payout', { sk: { S: 'PAYOUT' }, gsi1pk: { S: queues.confirmingPayouts.pk } }, true],
    ['a final payout', { sk: { S: 'PAYOUT' } }, false],
    ['a task', { sk: { S: 'TASK' }, gsi1pk: { S: partitions.createdBy('1') } }, true],
    ['a case of reports', { pk: { S: 'REPORT#task#1' }, sk: { S: 'CASE' } }, true],
    ['a new notification', { pk: { S: partitions.inbox('1') } }, true, 'INSERT'],
    ['an expired notification', { pk: { S: partitions.inbox('1') } }, false, 'REMOVE'],
    ['a submission', { sk: { S: 'SUBMISSION#1' }, gsi1pk: { S: partitions.submittedBy('1') } }, true],
    ['a session', { sk: { S: 'SESSION' } }, false],
  ])('The filter decides on a change to %s: %j passes is %s', (_, image, isPassed, eventName = 'MODIFY') => {
    expect(passes(image, eventName)).toBe(isPassed)
    const item = Object.fromEntries(Object.entries(image).map(([name, { S }]) => [name, S]))
    const before = eventName === 'INSERT' ? undefined : item
    expect(startsEvents({ before, after: eventName === 'REMOVE' ? undefined : item })).toBe(isPassed)
  })
})
