import { App, Stack } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'
import { Uploads } from '../../infra/uploads.ts'

function synthesized(): Template {
  const stack = new Stack(new App(), 'Test')
  new Uploads(stack, 'Uploads', { siteOrigin: 'https://site.example' })
  return Template.fromStack(stack)
}

test('an upload that nobody uses expires after a day, and one in use never does', () => {
  const [bucket] = Object.values(synthesized().findResources('AWS::S3::Bucket'))
  expect(bucket?.Properties.LifecycleConfiguration.Rules).toEqual([
    expect.objectContaining({ Prefix: 'incoming/', ExpirationInDays: 1, Status: 'Enabled' }),
  ])
})

test('nothing in the bucket is public, and only pages of the site may reach it', () => {
  const template = synthesized()
  template.hasResourceProperties('AWS::S3::Bucket', {
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
    CorsConfiguration: {
      CorsRules: [
        Match.objectLike({ AllowedOrigins: ['https://site.example'], AllowedMethods: ['PUT', 'GET'] }),
      ],
    },
  })
  template.hasResourceProperties('AWS::S3::BucketPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ]),
    },
  })
})

test('the bucket outlives its stack', () => {
  const [bucket] = Object.values(synthesized().findResources('AWS::S3::Bucket'))
  expect(bucket?.DeletionPolicy).toBe('Retain')
})
