import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { chain } from '../../domain/limits.ts'
import { groups } from '../../domain/route.ts'
import { readConfig } from '../../functions/config.ts'
import { type FunctionName, sizes } from '../../infra/function-settings.ts'
import { root } from '../repository/repository-files.ts'
import { contracts, templateOf } from '../support/synthesized-stack.ts'

const template = templateOf('prod', { contracts })
const names: FunctionName[] = [...groups, 'settle']
const found = Object.entries(template.findResources('AWS::Lambda::Function'))
const ofName = (name: FunctionName) => found.find(([id]) => id.startsWith(`Function${name}Function`))?.[1]

describe.each(names)('the function %s', (name) => {
  const { Properties, DependsOn } = ofName(name) ?? {}

  test('is its handler, on arm64 and Node 24, with source maps', () => {
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

  test('finds in its environment everything that it reads', () => {
    const { Variables } = Properties.Environment
    const values = Object.fromEntries(
      Object.entries(Variables).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : key === 'SITE_ORIGIN' ? 'https://site.example' : 'x'.repeat(40),
      ]),
    )
    expect(readConfig(values)).toMatchObject({
      CHAIN_ID: chain.id,
      RPC_URL: 'ssm:/prod/rpc-url',
      ESCROW_ADDRESS: contracts.escrow,
      ESCROW_DEPLOY_BLOCK: contracts.deployBlock,
      CONFIRMATIONS: 1,
      FINALITY: 65,
      SERVICE_NAME: 'marketplace-prod',
    })
    expect(Variables).toHaveProperty('SITE_ORIGIN.Fn::Join')
  })

  test('has no secret in its environment but the dynamic references to the origin’s keys', () => {
    const { ORIGIN_KEYS, ...others } = Properties.Environment.Variables
    expect(JSON.stringify(others)).not.toContain('{{resolve')
    if (name === 'settle') expect(ORIGIN_KEYS).toBeUndefined()
    else expect(JSON.stringify(ORIGIN_KEYS).match(/\{\{resolve:secretsmanager/g)).toHaveLength(2)
  })

  test('keeps its lines for as long as the stage says', () => {
    const log = template.findResources('AWS::Logs::LogGroup')[Properties.LoggingConfig.LogGroup.Ref]
    expect(log).toMatchObject({ Properties: { RetentionInDays: 90 }, DeletionPolicy: 'Retain' })
  })

  test('starts only when it may do its work', () => {
    expect(DependsOn).toContainEqual(expect.stringMatching(`^Function${name}Needs`))
  })
})

test('no call outlasts API Gateway, and each function that waits for the chain outlasts its patience', () => {
  for (const group of groups) expect(sizes[group].timeout).toBeLessThan(30)
  expect(sizes.payouts.timeout).toBeGreaterThan(20 + 5)
  expect(sizes.settle.timeout).toBeGreaterThan(45 + 10)
})

test('one scrypt at a time has its 128 MB and a whole processor', () => {
  expect(sizes.auth.memory).toBeGreaterThanOrEqual(1769)
})

test('settle is called every minute, twice at most at once, and what fails twice is a dead letter', () => {
  template.hasResourceProperties('AWS::Events::Rule', {
    ScheduleExpression: 'rate(1 minute)',
    State: 'ENABLED',
  })
  expect(ofName('settle')?.Properties.ReservedConcurrentExecutions).toBe(2)
  const [letters] = Object.keys(template.findResources('AWS::SQS::Queue'))
  template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    MaximumRetryAttempts: 1,
    MaximumEventAgeInSeconds: 300,
    DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [letters, 'Arn'] } } },
  })
  template.hasResourceProperties('AWS::SQS::Queue', { MessageRetentionPeriod: 14 * 24 * 3600 })
})

test('nothing is scheduled while there are no contracts', () => {
  templateOf('prod').hasResourceProperties('AWS::Events::Rule', { State: 'DISABLED' })
})

test('the functions change after CloudFront, so that the key it shows is one they know', () => {
  const [distribution] = Object.keys(template.findResources('AWS::CloudFront::Distribution'))
  for (const group of groups) expect(ofName(group)?.DependsOn).toContain(distribution)
})
