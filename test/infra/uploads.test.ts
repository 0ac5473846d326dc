import { Match, type Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { templateOf } from '../support/synthesized-stack.ts'

const bucketOf = (template: Template) => {
  const buckets = Object.values(template.findResources('AWS::S3::Bucket'))
  return buckets.find(({ Properties }) => Properties.CorsConfiguration)
}

describe.each(['dev', 'prod'])('the uploads bucket of %s', (stage) => {
  const template = templateOf(stage)

  test('loses an upload that nobody uses after a day, and one in use never', () => {
    expect(bucketOf(template)?.Properties.LifecycleConfiguration.Rules).toEqual([
      expect.objectContaining({ Prefix: 'incoming/', ExpirationInDays: 1, Status: 'Enabled' }),
    ])
  })

  test('has nothing public, and only pages of the site may reach it', () => {
    const { Properties } = bucketOf(template) ?? {}
    expect(Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      CorsConfiguration: {
        CorsRules: [
          {
            AllowedOrigins: [siteOrigin],
            AllowedMethods: ['PUT', 'GET'],
            AllowedHeaders: ['content-type'],
          },
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

test('every bucket refuses what does not come over TLS 1.2, and is encrypted', () => {
  const template = templateOf('prod')
  const buckets = Object.keys(template.findResources('AWS::S3::Bucket'))
  expect(buckets).toHaveLength(3)
  for (const Ref of buckets)
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

test('pictures and logs outlive the stack of prod, and not that of dev', () => {
  const policies = (stage: string) =>
    Object.values(templateOf(stage).findResources('AWS::S3::Bucket')).map(
      ({ DeletionPolicy }) => DeletionPolicy,
    )
  expect(policies('prod').sort()).toEqual(['Delete', 'Retain', 'Retain']) // the site is put there anew
  expect(policies('dev')).toEqual(['Delete', 'Delete', 'Delete'])
})

test.each([
  ['dev', 3],
  ['prod', 1],
])('every bucket of %s that goes with the stack is emptied first, which AWS would not do', (stage, count) => {
  const template = templateOf(stage)
  const buckets = Object.entries(template.findResources('AWS::S3::Bucket'))
  const going = buckets.flatMap(([id, { DeletionPolicy }]) => (DeletionPolicy === 'Delete' ? id : []))
  expect(going).toHaveLength(count)
  const emptied = Object.values(template.findResources('Custom::S3AutoDeleteObjects'))
  expect(emptied.map(({ Properties }) => Properties.BucketName.Ref).sort()).toEqual(going.sort())
})
