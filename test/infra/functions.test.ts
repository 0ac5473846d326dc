import { existsSync } from 'node:fs'
import path from 'node:path'
import { brand } from '../../domain/brand.ts'
import { chain } from '../../domain/limits.ts'
import { groups } from '../../domain/route.ts'
import { readConfig } from '../../functions/runtime/config.ts'
import { backgroundFunctions, type FunctionName, sizes } from '../../infra/function-settings.ts'
import { root } from '../repository/repository-files.ts'
import { idOf, propertiesOf, resourcesOf, templateOf } from '../support/synthesized-stack.ts'

const template = templateOf('prod')
const names: FunctionName[] = [...groups, ...backgroundFunctions]
const lambdaOf = (name: FunctionName) =>
  resourcesOf(template, 'AWS::Lambda::Function', `Function${name}Function`)[0]?.[1]

test('Only the function of verdicts has the daily ceiling of an admin', () => {
  const limitOf = (name: FunctionName) => lambdaOf(name)?.Properties.Environment.Variables.ADMIN_DAILY_LIMIT
  expect(names.filter(limitOf)).toEqual(['verdicts'])
  expect(limitOf('verdicts')).toBe('2000')
})

describe.each(names)('The function %s', (name) => {
  const { Properties, DependsOn } = lambdaOf(name) ?? {}

  test('The function runs its own handler on arm64 and Node 24 with source maps, in the memory and time of its settings', () => {
    expect(existsSync(path.join(root, 'functions', 'handlers', `${name}.ts`))).toBe(true)
    expect(Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      Code: { ZipFile: `// ${name}` },
      MemorySize: sizes[name].memory,
      Timeout: sizes[name].timeout,
      Environment: { Variables: { NODE_OPTIONS: '--enable-source-maps' } },
    })
  })

  test('The environment of the function contains every required variable', () => {
    const { Variables } = Properties.Environment
    const values = Object.fromEntries(
      Object.entries(Variables).map(([key, value]) => [
        key,
        typeof value === 'string'
          ? value
          : ['SITE_ORIGIN', 'LIVE_ENDPOINT', 'MAIL_QUEUE'].includes(key)
            ? 'https://site.example'
            : 'x'.repeat(40),
      ]),
    )
    expect(readConfig(values)).toMatchObject({
      CHAIN_ID: chain.id,
      RPC_URL: 'ssm:/prod/rpc-url',
      ESCROW_ADDRESS: `ssm:/${brand.toLowerCase()}/prod/contracts`,
      CONFIRMATIONS: 1,
      FINALITY: 65,
      SERVICE_NAME: 'marketplace-prod',
    })
    expect(Variables).toHaveProperty('SITE_ORIGIN.Fn::Join')
  })

  test('The only secrets in the environment are dynamic references: to the two origin keys for API functions, and to its own for canary', () => {
    const { CANARY_KEY = '', ORIGIN_KEYS = '', ...others } = Properties.Environment.Variables
    expect(JSON.stringify(others)).not.toContain('{{resolve')
    expect(others.RPC_URL).toMatch(/^ssm:/)
    const secrets = [CANARY_KEY, ORIGIN_KEYS].map(
      (value) => JSON.stringify(value).match(/\{\{resolve:secretsmanager/g)?.length ?? 0,
    )
    const isOfApi = name === 'live' || groups.some((group) => group === name)
    expect(secrets).toEqual([name === 'canary' ? 1 : 0, isOfApi ? 2 : 0])
  })

  test('The log group of the function keeps logs for the stage’s 90 days', () => {
    const log = template.findResources('AWS::Logs::LogGroup')[Properties.LoggingConfig.LogGroup.Ref]
    expect(log).toMatchObject({ Properties: { RetentionInDays: 90 }, DeletionPolicy: 'RetainExceptOnCreate' })
  })

  test('The function depends on its policy, so that it has its permissions before it starts', () => {
    expect(DependsOn).toContainEqual(expect.stringMatching(`^Function${name}Permissions`))
  })
})

test('API functions time out before API Gateway, and payouts and settle after their own time limits', () => {
  for (const group of groups) expect(sizes[group].timeout).toBeLessThan(30)
  expect(sizes.payouts.timeout).toBeGreaterThan(3 + 10)
  expect(sizes.settle.timeout).toBeGreaterThan(45 + 10)
})

test('The function auth has a whole processor (1,769 MB) for scrypt', () => {
  expect(sizes.auth.memory).toBeGreaterThanOrEqual(1769)
})

test.each([
  ['settle', 'rate(1 minute)'],
  ['schedule', 'rate(1 minute)'],
  ['watch', 'rate(5 minutes)'],
  ['canary', 'rate(5 minutes)'],
])('The schedule starts %s at the %s, without retries or a dead-letter queue', (name, rate) => {
  const once = { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 }
  const Arn = { 'Fn::GetAtt': [expect.stringMatching(`^Function${name}Function`), 'Arn'] }
  expect(propertiesOf(template, 'AWS::Events::Rule')).toContainEqual(
    expect.objectContaining({
      ScheduleExpression: rate,
      State: 'ENABLED',
      Targets: [{ Arn, Id: 'Target0', RetryPolicy: once }],
    }),
  )
  const [config] = propertiesOf(template, 'AWS::Lambda::EventInvokeConfig', `Function${name}Function`)
  expect(config).toMatchObject(once)
  expect(config.DestinationConfig).toBeUndefined()
})

test('Only settle reserves concurrency, and only if the stage says how much, because a new account has none to reserve', () => {
  const reserving = (settleConcurrency: number | null) =>
    resourcesOf(templateOf('prod', { settleConcurrency }), 'AWS::Lambda::Function').flatMap(
      ([
        id,
        {
          Properties: { ReservedConcurrentExecutions: reserved },
        },
      ]) => (reserved === undefined ? [] : [[id.slice(0, -8), reserved]]),
    )
  expect(reserving(2)).toEqual([['FunctionsettleFunction', 2]])
  expect(reserving(null)).toEqual([])
})

test('API functions depend on the distribution, so that CloudFront never sends an origin key that they do not accept', () => {
  const distribution = idOf(template, 'AWS::CloudFront::Distribution')
  for (const group of groups) expect(lambdaOf(group)?.DependsOn).toContain(distribution)
})
