import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { brand } from '../../domain/brand.ts'
import { securityHeaders } from '../../domain/headers.ts'
import { root } from '../repository/repository-files.ts'
import { contracts, resolveIntrinsics, templateOf, writtenFile } from '../support/synthesized-stack.ts'

const template = templateOf('prod', { contracts })
const one = (type: string) => Object.values(template.findResources(type))[0]?.Properties
const { DistributionConfig: distribution } = one('AWS::CloudFront::Distribution')
const [api] = distribution.CacheBehaviors
const site = distribution.DefaultCacheBehavior
const policyOf = (type: string, { Ref }: { Ref: string }) => template.findResources(type)[Ref]?.Properties

describe('addresses of the app', () => {
  /** CloudFront's function, as it runs there. */
  const handler = new Function(
    `${readFileSync(path.join(root, 'infra/spa-fallback.js'), 'utf8')}; return handler`,
  )() as (event: object) => { uri: string; querystring: object }
  const asked = (uri: string) => handler({ request: { uri, querystring: { id: { value: '1' } } } })

  test.each(['/', '/tasks', '/tasks/', '/admin', '/a/b/c', '/v1.2/about'])('%s gets the page', (uri) => {
    expect(asked(uri)).toEqual({ uri: '/index.html', querystring: { id: { value: '1' } } })
  })

  test.each([
    '/index.html',
    '/config.json',
    '/robots.txt',
    '/assets/page-1a2b3c4d.js',
    '/assets/missing',
    '/manifest.webmanifest',
  ])('%s is a file, and missing if it is missing', (uri) => {
    expect(asked(uri).uri).toBe(uri)
  })

  test('are only looked at where the site is, so that errors of the API stay errors', () => {
    const [{ EventType, FunctionARN }] = site.FunctionAssociations
    expect(EventType).toBe('viewer-request')
    const code = template.findResources('AWS::CloudFront::Function')[FunctionARN['Fn::GetAtt'][0]]
    expect(code?.Properties.FunctionCode).toBe(readFileSync(path.join(root, 'infra/spa-fallback.js'), 'utf8'))
    expect(api.FunctionAssociations).toBeUndefined()
    for (const error of distribution.CustomErrorResponses)
      expect(error).toEqual({ ErrorCode: expect.any(Number), ErrorCachingMinTTL: 0 })
  })
})

describe('headers', () => {
  const { ResponseHeadersPolicyConfig: policy } = one('AWS::CloudFront::ResponseHeadersPolicy')
  const { BucketName: bucketName } =
    Object.entries(template.findResources('AWS::S3::Bucket')).find(([id]) => id.startsWith('Uploads'))?.[1]
      .Properties ?? {}
  const uploads = `https://${resolveIntrinsics(bucketName)}.s3.us-east-1.<AWS::URLSuffix>`
  const local = securityHeaders({ uploads, others: ['https://rpc.testnet.test'] })

  test('are the local gateway’s, and https for a year', () => {
    const { SecurityHeadersConfig: secure, CustomHeadersConfig: custom } = policy
    expect({
      'content-security-policy': resolveIntrinsics(secure.ContentSecurityPolicy.ContentSecurityPolicy),
      'x-content-type-options': secure.ContentTypeOptions && 'nosniff',
      'x-frame-options': secure.FrameOptions.FrameOption,
      'referrer-policy': secure.ReferrerPolicy.ReferrerPolicy,
      ...Object.fromEntries(custom.Items.map(({ Header, Value }: Record<string, string>) => [Header, Value])),
    }).toEqual(local)
    expect(secure.StrictTransportSecurity).toMatchObject({ AccessControlMaxAgeSec: 365 * 24 * 3600 })
    for (const header of [...Object.values(secure), ...custom.Items])
      expect(header).toMatchObject({ Override: true })
  })

  test('are on the site and on the API alike', () => {
    expect(site.ResponseHeadersPolicyId).toEqual(api.ResponseHeadersPolicyId)
  })

  test('name no software', () => {
    expect(policy.RemoveHeadersConfig.Items).toContainEqual({ Header: 'server' })
  })
})

describe('the API behind CloudFront', () => {
  const origins: Record<string, unknown>[] = distribution.Origins
  const origin = origins.find(({ Id }) => Id === api.TargetOriginId)

  test('is asked over TLS with a key from Secrets Manager that is nowhere in the template', () => {
    expect(api.PathPattern).toBe('/api/*')
    expect(origin).toMatchObject({
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
      OriginCustomHeaders: [{ HeaderName: 'x-origin-key' }],
    })
    const [{ HeaderValue }] = origin?.OriginCustomHeaders as [{ HeaderValue: unknown }]
    expect(resolveIntrinsics(HeaderValue)).toBe('{{resolve:secretsmanager:<OriginKeyKey1>:SecretString:::}}')
  })

  test('gets the viewer’s address and every header that the functions read, and its own host', () => {
    const { OriginRequestPolicyConfig: sent } = policyOf(
      'AWS::CloudFront::OriginRequestPolicy',
      api.OriginRequestPolicyId,
    )
    const named = ['request.ts', 'multipart.ts', 'viewer.ts', 'session.ts', 'serve.ts'].flatMap((file) => {
      const source = readFileSync(path.join(root, 'functions', file), 'utf8')
      return [...source.matchAll(/event\.headers\['([\w-]+)'\]/g)].map(([, name]) => name)
    })
    expect(new Set(named)).toEqual(new Set(['content-type', 'cloudfront-viewer-address']))
    expect(sent.HeadersConfig).toEqual({
      HeaderBehavior: 'whitelist',
      Headers: ['cloudfront-viewer-address', 'content-type', 'origin', 'sec-fetch-site'],
    })
  })

  test('is never kept for anybody else: cookies and the whole query are part of what is asked', () => {
    const { CachePolicyConfig: cache } = policyOf('AWS::CloudFront::CachePolicy', api.CachePolicyId)
    expect(cache).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 1,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'all' },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
        EnableAcceptEncodingBrotli: true,
      },
    })
  })
})

describe('files', () => {
  const copies = Object.values(template.findResources('Custom::CDKBucketDeployment'))
  const [assets, others] = copies.map(({ Properties }) => Properties)

  test('with a hash in their name are kept for ever', () => {
    expect(assets).toMatchObject({
      Exclude: ['*'],
      Include: ['assets/*'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    })
  })

  test('of any other name, config.json among them, are asked for anew each time, and come last', () => {
    expect(others).toMatchObject({ Exclude: ['assets/*'], SystemMetadata: { 'cache-control': 'no-cache' } })
    expect(copies[1]?.DependsOn).toContainEqual(expect.stringMatching(/^SiteFilesAssets/))
    const { CachePolicyConfig: cache } = policyOf('AWS::CloudFront::CachePolicy', site.CachePolicyId)
    expect(cache).toMatchObject({ MinTTL: 0, DefaultTTL: 0 })
  })

  test('of former deployments stay for those who have the site open', () => {
    for (const copy of [assets, others]) expect(copy.Prune).toBe(false)
  })

  test('are compressed with Brotli too', () => {
    const { CachePolicyConfig: cache } = policyOf('AWS::CloudFront::CachePolicy', site.CachePolicyId)
    expect(site.Compress).toBe(true)
    expect(cache.ParametersInCacheKeyAndForwardedToOrigin.EnableAcceptEncodingBrotli).toBe(true)
  })

  test('are read through CloudFront’s own signature alone', () => {
    const [bucket] = Object.entries(template.findResources('AWS::S3::BucketPolicy')).filter(([id]) =>
      id.startsWith('SiteBucket'),
    )
    const allowed = bucket?.[1].Properties.PolicyDocument.Statement.filter(
      ({ Effect }: { Effect: string }) => Effect === 'Allow',
    )
    expect(allowed.length).toBeGreaterThan(0)
    for (const statement of allowed) {
      if (JSON.stringify(statement.Principal).includes('cloudfront'))
        expect(statement.Condition.StringEquals).toHaveProperty('AWS:SourceArn')
    }
  })
})

test('config.json says what the stage is, and has no demo accounts', () => {
  expect(JSON.parse(writtenFile('config.json', 'prod', { contracts }))).toEqual({
    brand,
    chainId: 3636,
    rpcUrl: 'https://rpc.testnet.test',
    tokenAddress: contracts.token,
    escrowAddress: contracts.escrow,
    chainName: 'Testnet',
    explorerUrl: null,
    faucetUrl: 'https://faucet.test',
    presaleUrl: 'https://presale.test',
    whitepaperUrl: 'https://whitepaper.test',
    socialLinks: [],
  })
})

test('config.json names no contracts before there are any', () => {
  const config = JSON.parse(writtenFile('config.json', 'prod'))
  expect([config.tokenAddress, config.escrowAddress]).toEqual(['', ''])
})

test('the page names its picture by the whole address of the site, whatever that will be', () => {
  const written = writtenFile('index.html', 'prod', { contracts })
  const [, mark = ''] = /content="https:\/\/(<<marker:\S+>>)\/card\.png"/.exec(written) ?? []
  const [, others] = Object.values(template.findResources('Custom::CDKBucketDeployment'))
  const marks = Object.assign({}, ...(others?.Properties.SourceMarkers ?? []))
  expect(resolveIntrinsics(marks[mark])).toBe('<SiteDistribution>')
})

describe('a stage with a domain and a firewall', () => {
  const domain = {
    name: 'market.site.test',
    certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
    hostedZone: { id: 'Z1', name: 'site.test' },
  }
  const own = templateOf('prod', { contracts, domain })

  test('answers under its name alone, over TLS 1.2, behind the web ACL', () => {
    own.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: [domain.name],
        ViewerCertificate: {
          AcmCertificateArn: domain.certificate,
          MinimumProtocolVersion: 'TLSv1.2_2021',
        },
        WebACLId: { 'Fn::GetAtt': [Object.keys(own.findResources('AWS::WAFv2::WebACL'))[0], 'Arn'] },
      },
    })
    own.resourceCountIs('AWS::Route53::RecordSet', 2)
  })

  test('says what its name must lead to, for records that are written elsewhere', () => {
    expect(templateOf('prod').findOutputs('DomainTarget')).toEqual({})
    const elsewhere = templateOf('prod', { contracts, domain: { ...domain, hostedZone: null } })
    elsewhere.resourceCountIs('AWS::Route53::RecordSet', 0)
    expect(resolveIntrinsics(elsewhere.findOutputs('DomainTarget').DomainTarget?.Value)).toBe(
      '<SiteDistribution>',
    )
  })

  test('tells the functions, the uploads and the page that name', () => {
    const functions = Object.values(own.findResources('AWS::Lambda::Function'))
    const ours = functions.filter(({ Properties }) => Properties.Environment?.Variables.TABLE_NAME)
    expect(ours).toHaveLength(9)
    for (const { Properties } of ours)
      expect(Properties.Environment.Variables.SITE_ORIGIN).toBe('https://market.site.test')
    expect(writtenFile('index.html', 'prod', { contracts, domain })).toContain(
      'content="https://market.site.test/card.png"',
    )
  })

  test('has no firewall where it asks for none', () => {
    templateOf('dev').resourceCountIs('AWS::WAFv2::WebACL', 0)
  })
})
