import { indexes, ttlAttribute } from '../../functions/table/keys.ts'
import { sizes } from '../../infra/function-settings.ts'
import { propertiesOf, stackOf, stageOf, templateOf } from '../support/synthesized-stack.ts'

const tableOf = (stage: string) => Object.values(templateOf(stage).findResources('AWS::DynamoDB::Table'))[0]

const keySchema = ({ pk, sk }: { pk: string; sk: string }) => [
  { AttributeName: pk, KeyType: 'HASH' },
  { AttributeName: sk, KeyType: 'RANGE' },
]

describe('The table of prod', () => {
  const { Properties } = tableOf('prod') ?? {}

  test('The table is on demand, encrypted, with point-in-time recovery, expiry by ttl, a stream of old and new images, and the keys pk and sk', () => {
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      SSESpecification: { SSEEnabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: ttlAttribute, Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      KeySchema: keySchema({ pk: 'pk', sk: 'sk' }),
    })
  })

  test.each(
    Object.entries(indexes),
  )('The index %s has the keys and the projection of functions/table/keys.ts', (name, index) => {
    const include = 'include' in index ? index.include.filter((attribute) => attribute !== index.sk) : null
    expect(Properties.GlobalSecondaryIndexes).toContainEqual({
      IndexName: name,
      KeySchema: keySchema(index),
      Projection: {
        ProjectionType: include ? (include.length > 0 ? 'INCLUDE' : 'KEYS_ONLY') : 'ALL',
        ...(include?.length && { NonKeyAttributes: include }),
      },
    })
    const sortKey = { AttributeName: index.sk, AttributeType: index.type }
    expect(Properties.AttributeDefinitions).toContainEqual(sortKey)
  })

  test('The table has no index that functions/table/keys.ts does not name', () => {
    expect(Properties.GlobalSecondaryIndexes).toHaveLength(Object.keys(indexes).length)
  })
})

test('Termination protection follows the setting protected, so that a failed first deployment can be deleted', () => {
  const isProtected = (value: boolean) => stackOf(stageOf('prod', { protected: value })).terminationProtection
  expect([true, false].map(isProtected)).toEqual([true, false])
})

test('Rolling back the first deployment of prod deletes everything but the table, whose deletion protection prevents that', () => {
  const { Resources } = templateOf('prod').toJSON()
  const retained = Object.entries(
    Resources as Record<string, { Type: string; DeletionPolicy?: string }>,
  ).filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain')
  expect(retained.map(([, { Type }]) => Type)).toEqual(['AWS::DynamoDB::Table'])
})

test('The table of prod is retained and protected from deletion; the table of dev is not', () => {
  expect(tableOf('prod')).toMatchObject({
    DeletionPolicy: 'Retain',
    Properties: { DeletionProtectionEnabled: true },
  })
  expect(tableOf('dev')).toMatchObject({
    DeletionPolicy: 'Delete',
    Properties: { DeletionProtectionEnabled: false },
  })
})

test('With restoredTable, functions, policies and the event source use the restored table, and the stack’s own table is unchanged', () => {
  const streamArn =
    'arn:aws:dynamodb:us-east-1:123456789012:table/Market-restored/stream/2026-11-21T10:00:00.000'
  const restored = templateOf('prod', {
    restoredTable: { name: 'Market-restored', streamArn, indexes: Object.keys(indexes) },
  })
  const names = propertiesOf(restored, 'AWS::Lambda::Function').flatMap(
    ({ Environment }) => Environment?.Variables?.TABLE_NAME ?? [],
  )
  expect(names).toEqual(Object.keys(sizes).map(() => 'Market-restored'))
  const policies = JSON.stringify(restored.findResources('AWS::IAM::Policy'))
  expect(policies).toContain(':table/Market-restored')
  expect(policies).toContain(':table/Market-restored/index/gsi1')
  expect(policies).not.toMatch(/"Fn::GetAtt":\["Table/)
  restored.hasResourceProperties('AWS::Lambda::EventSourceMapping', { EventSourceArn: streamArn })
  expect(Object.values(restored.findResources('AWS::DynamoDB::Table'))[0]).toEqual(tableOf('prod'))
})
