import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brand } from '../../domain/brand.ts'
import { dataHeaders, securityHeaders } from '../../domain/headers.ts'
import { bundleFunction } from '../../infra/bundle.ts'
import { sizes } from '../../infra/function-settings.ts'
import { root } from '../repository/repository-files.ts'
import {
  idOf,
  page,
  propertiesOf,
  resolveIntrinsics,
  resourcesOf,
  templateInUsEast1,
  templateOf,
  writtenFile,
} from '../support/synthesized-stack.ts'

const template = templateOf('prod')
const [{ DistributionConfig: distribution }] = propertiesOf(template, 'AWS::CloudFront::Distribution')
const [taskList, leaderboard, api, live, ...others] = distribution.CacheBehaviors
const uploaded = others.slice(-2)
const cached = others.slice(0, -2)
const config = cached.at(-1)
const documents = cached.slice(0, -1)
const site = distribution.DefaultCacheBehavior
const propertiesById = (type: string, id: string) =>
  template.findResources(`AWS::CloudFront::${type}`)[id]?.Properties
type Behaviour = Record<string, { Ref: string }>
const cacheOf = ({ CachePolicyId }: Behaviour) =>
  propertiesById('CachePolicy', CachePolicyId?.Ref ?? '')?.CachePolicyConfig
const sentFor = ({ OriginRequestPolicyId }: Behaviour) =>
  propertiesById('OriginRequestPolicy', OriginRequestPolicyId?.Ref ?? '')?.OriginRequestPolicyConfig
const headersOf = ({ ResponseHeadersPolicyId }: Behaviour) =>
  propertiesById('ResponseHeadersPolicy', ResponseHeadersPolicyId?.Ref ?? '')?.ResponseHeadersPolicyConfig
const originOf = ({ TargetOriginId }: Record<string, unknown>) =>
  distribution.Origins.find(({ Id }: { Id: string }) => Id === TargetOriginId)

interface Statement {
  Effect: string
  Principal: { Service?: string; AWS?: object }
  Action: string[]
  Condition?: { StringEquals: Record<string, unknown> }
}

describe('Paths of the app', () => {
  /** The CloudFront function from its source text. */
  const handler = new Function(
    `${readFileSync(path.join(root, 'infra/spa-fallback.js'), 'utf8')}; return handler`,
  )() as (event: object) => { uri: string; querystring: object }
  const rewrite = (uri: string) => handler({ request: { uri, querystring: { id: { value: '1' } } } })

  test.each([
    ['/', '/index.html'],
    ['/tasks', '/tasks.html'],
    ['/leaderboard', '/leaderboard.html'],
    ['/about', '/about.html'],
    ['/tasks/', '/app.html'],
    ['/dashboard', '/dashboard.html'],
    ['/money', '/app.html'],
    ['/a/b/c', '/app.html'],
    ['/v1.2/about', '/app.html'],
  ])('The path %s is rewritten to %s and keeps its query string', (path, uri) => {
    expect(rewrite(path)).toEqual({ uri, querystring: { id: { value: '1' } } })
  })

  test.each([
    '/index.html',
    '/config.json',
    '/robots.txt',
    '/assets/page-1a2b3c4d.js',
    '/assets/missing',
    '/manifest.webmanifest',
  ])('The path %s looks like a file and is not rewritten', (uri) => {
    expect(rewrite(uri).uri).toBe(uri)
  })

  test('Only the site’s behaviour rewrites paths, and no error response is cached or replaced by a page', () => {
    const [{ EventType, FunctionARN }] = site.FunctionAssociations
    expect(EventType).toBe('viewer-request')
    const code = propertiesById('Function', FunctionARN['Fn::GetAtt'][0])
    expect(code?.FunctionCode).toBe(readFileSync(path.join(root, 'infra/spa-fallback.js'), 'utf8'))
    expect(api.FunctionAssociations).toBeUndefined()
    expect(distribution.CustomErrorResponses).toEqual(
      [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 0,
      })),
    )
  })
})

describe('Headers of CloudFront', () => {
  const [{ BucketName }] = propertiesOf(template, 'AWS::S3::Bucket', 'Uploads')
  const uploads = `https://${resolveIntrinsics(BucketName)}.s3.us-east-1.<AWS::URLSuffix>`
  const expected = securityHeaders({ uploads, others: ['https://rpc.testnet.test'] })

  test.each([
    ['Pages', site, expected],
    ['Answers of the API', api, dataHeaders],
    ['Pages of tasks', documents[0], expected],
    ['The configuration', config, dataHeaders],
    ['Uploaded files', uploaded[0], dataHeaders],
    ['Files that were checked', uploaded[1], dataHeaders],
  ])('%s have the headers of domain/headers.ts and HSTS with subdomains for two years', (_, behaviour, expected) => {
    const { SecurityHeadersConfig: secure, CustomHeadersConfig: custom } = headersOf(behaviour)
    expect({
      'content-security-policy': resolveIntrinsics(secure.ContentSecurityPolicy.ContentSecurityPolicy),
      'x-content-type-options': secure.ContentTypeOptions && 'nosniff',
      'x-frame-options': secure.FrameOptions.FrameOption,
      'referrer-policy': secure.ReferrerPolicy.ReferrerPolicy,
      ...Object.fromEntries(custom.Items.map(({ Header, Value }: Record<string, string>) => [Header, Value])),
    }).toEqual(expected)
    expect(secure.StrictTransportSecurity).toMatchObject({
      AccessControlMaxAgeSec: 2 * 365 * 24 * 3600,
      IncludeSubdomains: true,
      Preload: false,
    })
    for (const header of [...Object.values(secure), ...custom.Items])
      expect(header).toMatchObject({ Override: true })
  })

  test('Pages redirect from HTTP to HTTPS; the API and files refuse HTTP, so that no client sends secrets in clear text', () => {
    for (const behaviour of [site, ...documents])
      expect(behaviour.ViewerProtocolPolicy).toBe('redirect-to-https')
    for (const behaviour of [api, live, config, ...uploaded])
      expect(behaviour.ViewerProtocolPolicy).toBe('https-only')
  })

  test('Only a stage with `hstsPreload` lets browser vendors add its domain to their lists', () => {
    const preloaded = templateOf('prod', { hstsPreload: true })
    const policies = propertiesOf(preloaded, 'AWS::CloudFront::ResponseHeadersPolicy')
    for (const { ResponseHeadersPolicyConfig: policy } of policies)
      expect(policy.SecurityHeadersConfig.StrictTransportSecurity.Preload).toBe(true)
  })

  test('CloudFront passes a presigned URL of a file to the bucket, without cookies, and caches no file', () => {
    expect(uploaded.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
      '/incoming/*',
      '/kept/*',
    ])
    for (const behaviour of uploaded) {
      expect(`https://${resolveIntrinsics(originOf(behaviour).DomainName)}`).toBe(uploads)
      expect(sentFor(behaviour)).toMatchObject({
        QueryStringsConfig: { QueryStringBehavior: 'all' },
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
      })
      expect(behaviour.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad') // AWS's own policy CachingDisabled
    }
  })

  test('Four headers that name software or storage are removed', () => {
    expect(headersOf(site).RemoveHeadersConfig.Items).toEqual([
      { Header: 'server' },
      { Header: 'apigw-requestid' },
      { Header: 'x-amz-server-side-encryption' },
      { Header: 'x-amz-version-id' },
    ])
  })
})

test('CloudFront sends the handshake of a WebSocket to /live with the cookies, the origin and the origin key', () => {
  expect(live.PathPattern).toBe('/live')
  expect(live.AllowedMethods).toEqual(['GET', 'HEAD'])
  const origin = originOf(live)
  expect(resolveIntrinsics(origin.DomainName)).toBe('<LiveApi>.execute-api.us-east-1.<AWS::URLSuffix>')
  expect(origin.OriginCustomHeaders[0].HeaderName).toBe('x-origin-key')
  const sent = sentFor(live)
  expect(sent.CookiesConfig.CookieBehavior).toBe('all')
  expect(sent.HeadersConfig.Headers).toEqual(
    expect.arrayContaining([
      'cloudfront-viewer-address',
      'origin',
      'Sec-WebSocket-Key',
      'Sec-WebSocket-Version',
    ]),
  )
})

describe('The API behind CloudFront', () => {
  test('CloudFront calls the API over TLS 1.2 with an origin key that is a dynamic reference to Secrets Manager', () => {
    expect(api.PathPattern).toBe('/api/*')
    const origin = originOf(api)
    expect(origin).toMatchObject({
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
      OriginCustomHeaders: [{ HeaderName: 'x-origin-key' }],
    })
    const [{ HeaderValue }] = origin.OriginCustomHeaders
    expect(resolveIntrinsics(HeaderValue)).toBe('{{resolve:secretsmanager:<OriginKey1>:SecretString:::}}')
  })

  test('CloudFront forwards exactly the headers that functions/http reads, so API Gateway gets its own Host', () => {
    const sent = sentFor(api)
    const folder = path.join(root, 'functions/http')
    const source = readdirSync(folder)
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      .join()
    const byName = [...source.matchAll(/event\.headers\['([\w-]+)'\]/g)].map(([, name]) => name)
    const destructured = [...source.matchAll(/const \{([^}]*)\} = event\.headers/g)].flatMap(([, names]) =>
      (names ?? '').split(',').map((name) => name.trim().replace(/^'([\w-]+)'.*/, '$1')),
    )
    expect([...new Set([...byName, ...destructured])].sort()).toEqual(sent.HeadersConfig.Headers)
    expect(sent.HeadersConfig.HeaderBehavior).toBe('whitelist')
  })

  test('The API’s cache key contains all cookies and the whole query string, and the longest TTL is one second', () => {
    expect(cacheOf(api)).toMatchObject({
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

test('Lists have a cache key with the whole query string and no cookies, and the API gets the cookies of other methods', () => {
  for (const [path, behaviour] of [
    ['/api/tasks', taskList],
    ['/api/leaderboard', leaderboard],
  ] as const) {
    const { AllowedMethods, TargetOriginId } = api
    expect(behaviour).toMatchObject({ PathPattern: path, AllowedMethods, TargetOriginId })
    expect(behaviour.CachedMethods ?? ['GET', 'HEAD']).toEqual(['GET', 'HEAD'])
    expect(cacheOf(behaviour)).toMatchObject({
      DefaultTTL: 0,
      MaxTTL: 60,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
      },
    })
    expect(sentFor(behaviour).CookiesConfig).toEqual({ CookieBehavior: 'all' })
    expect(sentFor(behaviour).HeadersConfig).toEqual(sentFor(api).HeadersConfig)
  }
})

describe('Files of the site', () => {
  const copies = resourcesOf(template, 'Custom::CDKBucketDeployment')
  const [assets, others] = copies.map(([, { Properties }]) => Properties)

  test('Assets, whose names contain a hash, are cached for a year as immutable', () => {
    expect(assets).toMatchObject({
      Exclude: ['*'],
      Include: ['assets/*'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    })
  })

  test('All other files are revalidated each time and are copied after the assets', () => {
    expect(others).toMatchObject({ Exclude: ['assets/*'], SystemMetadata: { 'cache-control': 'no-cache' } })
    expect(copies[1]?.[1].DependsOn).toContainEqual(expect.stringMatching(/^SiteFilesAssets/))
    expect(cacheOf(site)).toMatchObject({ MinTTL: 0, DefaultTTL: 0 })
  })

  test('Deployments delete no files of earlier deployments', () => {
    for (const copy of [assets, others]) expect(copy.Prune).toBe(false)
  })

  test('CloudFront compresses the site’s files with Brotli', () => {
    expect(site.Compress).toBe(true)
    expect(cacheOf(site).ParametersInCacheKeyAndForwardedToOrigin.EnableAcceptEncodingBrotli).toBe(true)
  })

  test('The bucket policy allows reading only to this distribution, and emptying to the function that deletes the bucket', () => {
    const [{ PolicyDocument }] = propertiesOf(template, 'AWS::S3::BucketPolicy', 'SiteBucket')
    const statements: Statement[] = PolicyDocument.Statement
    const readable = statements
      .filter(({ Effect }) => Effect === 'Allow')
      .map(({ Principal, Action, Condition }) => ({
        principal: resolveIntrinsics(Principal.Service ?? Principal.AWS),
        actions: Action,
        source: Condition ? resolveIntrinsics(Condition.StringEquals['AWS:SourceArn']) : null,
      }))
    expect(readable).toEqual([
      {
        principal: '<CustomS3AutoDeleteObjectsCustomResourceProviderRole>',
        actions: ['s3:PutBucketPolicy', 's3:GetBucket*', 's3:List*', 's3:DeleteObject*'],
        source: null,
      },
      {
        principal: 'cloudfront.amazonaws.com',
        actions: ['s3:GetObject', 's3:ListBucket'],
        source: 'arn:<AWS::Partition>:cloudfront::<AWS::AccountId>:distribution/<SiteDistribution>',
      },
    ])
  })
})

test('The pages of tasks, feeds, the sitemap and robots.txt are answers of the API, cached without cookies, for GET and HEAD', () => {
  expect(documents.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
    ...['/t/*', '/feeds/*', '/sitemap.xml', '/robots.txt'],
  ])
  const { TargetOriginId, OriginRequestPolicyId } = api
  const { CachePolicyId } = site
  for (const behaviour of documents) {
    expect(behaviour).toMatchObject({ TargetOriginId, OriginRequestPolicyId, CachePolicyId })
    expect(behaviour.AllowedMethods).toEqual(['GET', 'HEAD'])
    expect(behaviour.FunctionAssociations).toBeUndefined()
  }
})

test('The function that makes the pages of tasks has the page of its own deployment, whose assets are copied before', () => {
  const functions = resourcesOf(template, 'AWS::Lambda::Function').map(([, one]) => one)
  const having = functions.filter(({ Properties }) => Properties.Environment?.Variables.SITE_PAGE)
  expect(having).toHaveLength(1)
  expect(having[0]?.DependsOn).toContainEqual(expect.stringMatching(/^SiteFilesAssets/))
  const folder = bundleFunction('tasks', page)
  const { SITE_PAGE } = having[0]?.Properties.Environment.Variables ?? {}
  expect(readFileSync(path.join(folder, SITE_PAGE), 'utf8')).toBe(page)
})

test('The API answers /config.json with the stage’s public settings, cached without cookies', () => {
  expect(config).toMatchObject({ PathPattern: '/config.json', TargetOriginId: api.TargetOriginId })
  expect(config.CachePolicyId).toEqual(site.CachePolicyId)
  expect(cacheOf(config)).toMatchObject({
    ParametersInCacheKeyAndForwardedToOrigin: { CookiesConfig: { CookieBehavior: 'none' } },
  })
  const [settings, ...others] = propertiesOf(template, 'AWS::Lambda::Function').flatMap(
    ({ Environment }) => Environment?.Variables.SITE_CONFIG ?? [],
  )
  expect(others).toEqual([])
  expect(JSON.parse(settings)).toEqual({
    brand,
    chainId: 3636,
    rpcUrl: 'https://rpc.testnet.test',
    chainName: 'Testnet',
    explorerUrl: null,
    faucetUrl: 'https://faucet.test',
    presaleUrl: 'https://presale.test',
    whitepaperUrl: 'https://whitepaper.test',
    socialLinks: [],
  })
})

test('/.well-known/security.txt names the stage’s contact and expires at the end of the next year', () => {
  const written = writtenFile('.well-known/security.txt', 'prod', {
    securityContact: 'mailto:security@site.test',
  })
  expect(written).toContain('Contact: mailto:security@site.test\n')
  expect(Date.parse(/Expires: (\S+)/.exec(written)?.[1] ?? '')).toBeGreaterThan(Date.now())
})

test('index.html names its preview picture by a URL with the distribution’s domain', () => {
  const written = writtenFile('index.html', 'prod')
  const [, mark = ''] = /content="https:\/\/(<<marker:\S+>>)\/card\.png"/.exec(written) ?? []
  const [, others] = propertiesOf(template, 'Custom::CDKBucketDeployment')
  const marks = Object.assign({}, ...others.SourceMarkers)
  expect(resolveIntrinsics(marks[mark])).toBe('<SiteDistribution>')
})

describe('A stage with a domain and a firewall', () => {
  const domain = {
    name: 'market.site.test',
    certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
    hostedZone: { id: 'Z1', name: 'site.test' },
  }
  const own = templateOf('prod', { domain })

  test('The distribution has the domain as its only alias, TLS 1.2, the web ACL and two DNS records', () => {
    own.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: [domain.name],
        ViewerCertificate: { AcmCertificateArn: domain.certificate, MinimumProtocolVersion: 'TLSv1.2_2021' },
        WebACLId: { 'Fn::GetAtt': [idOf(own, 'AWS::WAFv2::WebACL'), 'Arn'] },
      },
    })
    own.resourceCountIs('AWS::Route53::RecordSet', 2)
  })

  test('Without a hosted zone, the output DomainTarget names the distribution and no DNS record is created', () => {
    expect(templateOf('prod').findOutputs('DomainTarget')).toEqual({})
    const elsewhere = templateOf('prod', { domain: { ...domain, hostedZone: null } })
    elsewhere.resourceCountIs('AWS::Route53::RecordSet', 0)
    expect(resolveIntrinsics(elsewhere.findOutputs('DomainTarget').DomainTarget?.Value)).toBe(
      '<SiteDistribution>',
    )
  })

  test('Functions, CORS of the uploads bucket and index.html use the stage’s domain', () => {
    const variables = propertiesOf(own, 'AWS::Lambda::Function').map(
      ({ Environment }) => Environment?.Variables,
    )
    const origins = variables.flatMap((one) => (one?.TABLE_NAME ? one.SITE_ORIGIN : []))
    expect(origins).toEqual(Object.keys(sizes).map(() => 'https://market.site.test'))
    own.hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: { CorsRules: [{ AllowedOrigins: ['https://market.site.test'] }] },
    })
    expect(writtenFile('index.html', 'prod', { domain })).toContain(
      'content="https://market.site.test/card.png"',
    )
  })

  test('Outside us-east-1, the web ACL is in a stack of its own in us-east-1, whose output the distribution names', () => {
    const elsewhere = templateOf('prod', { region: 'eu-central-1' })
    elsewhere.resourceCountIs('AWS::WAFv2::WebACL', 0)
    const firewall = templateInUsEast1('firewall', 'prod', { region: 'eu-central-1' })
    const [[OutputName, output] = []] = Object.entries(firewall.findOutputs('*'))
    expect(output?.Value).toEqual({ 'Fn::GetAtt': [idOf(firewall, 'AWS::WAFv2::WebACL'), 'Arn'] })
    const [{ DistributionConfig }] = propertiesOf(elsewhere, 'AWS::CloudFront::Distribution')
    const StackName = 'Test-prod-firewall-eu-central-1'
    const acl = { 'Fn::GetStackOutput': { StackName, Region: 'us-east-1', OutputName } }
    expect(DistributionConfig.WebACLId).toEqual(acl)
  })

  test('A stage with firewall false has no web ACL', () => {
    templateOf('dev').resourceCountIs('AWS::WAFv2::WebACL', 0)
  })
})
