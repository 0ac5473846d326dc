import { Match, type Template } from 'aws-cdk-lib/assertions'
import { propertiesOf, resourcesOf, templateOf } from '../support/synthesized-stack.ts'

const bucketsOf = (template: Template) => resourcesOf(template, 'AWS::S3::Bucket')

describe.each(['dev', 'prod'])('The uploads bucket of %s', (stage) => {
  const [properties] = propertiesOf(templateOf(stage), 'AWS::S3::Bucket', 'Uploads')

  test('Files in incoming/ expire after a day, and old versions after 30 days, those of incoming/ after another day', () => {
    const { LifecycleConfiguration, VersioningConfiguration } = properties
    expect(VersioningConfiguration).toEqual({ Status: 'Enabled' })
    const days = (NoncurrentDays: number) => ({ NoncurrentVersionExpiration: { NoncurrentDays } })
    expect(LifecycleConfiguration.Rules).toMatchObject([
      { Prefix: 'incoming/', ExpirationInDays: 1, Status: 'Enabled', ...days(1) },
      { ExpiredObjectDeleteMarker: true, Status: 'Enabled', ...days(30) },
    ])
    expect(LifecycleConfiguration.Rules[1]).not.toHaveProperty('Prefix')
  })

  test('The bucket blocks public access, and CORS allows only PUT from the site', () => {
    expect(properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      CorsConfiguration: {
        CorsRules: [
          { AllowedOrigins: [siteOrigin], AllowedMethods: ['PUT'], AllowedHeaders: ['content-type'] },
        ],
      },
    })
  })
})

const siteOrigin = {
  'Fn::Join': [
    '',
    ['https://', { 'Fn::GetAtt': [expect.stringMatching(/^SiteDistribution/), 'DomainName'] }],
  ],
}

test('Every bucket is encrypted and denies requests without TLS 1.2', () => {
  const template = templateOf('prod')
  expect(bucketsOf(template)).toHaveLength(4)
  for (const [Ref] of bucketsOf(template))
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      Bucket: { Ref },
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          Match.objectLike({ Effect: 'Deny', Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
        ]),
      },
    })
  template.allResourcesProperties('AWS::S3::Bucket', { BucketEncryption: Match.anyValue() })
})

test('Deleting prod retains three of four buckets; deleting dev retains none', () => {
  const policies = (stage: string) =>
    bucketsOf(templateOf(stage)).map(([, { DeletionPolicy }]) => DeletionPolicy)
  const retained = Array(3).fill('RetainExceptOnCreate')
  expect(policies('prod').sort()).toEqual(['Delete', ...retained]) // each deployment copies the site again
  expect(policies('dev')).toEqual(['Delete', 'Delete', 'Delete'])
})

test.each([
  ['dev', 3],
  ['prod', 1],
])('Every bucket of %s that is deleted with the stack is emptied first: %i buckets', (stage, count) => {
  const template = templateOf(stage)
  const deleted = bucketsOf(template).flatMap(([id, one]) => (one.DeletionPolicy === 'Delete' ? id : []))
  expect(deleted).toHaveLength(count)
  const emptied = propertiesOf(template, 'Custom::S3AutoDeleteObjects')
  expect(emptied.map(({ BucketName }) => BucketName.Ref).sort()).toEqual(deleted.sort())
})
