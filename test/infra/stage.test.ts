import { describe, expect, test } from 'vitest'
import { readStage } from '../../infra/stage.ts'
import { settings } from '../support/synthesized-stack.ts'

const { stages } = settings.context

/** What is said of the stage `prod` with these changes; undefined takes a setting away. */
function saidOf(changes: Record<string, unknown>): string {
  const prod = Object.fromEntries(
    Object.entries({ ...stages.prod, ...changes }).filter(([, value]) => value !== undefined),
  )
  try {
    readStage((key) => ({ stage: 'prod', stages: { ...stages, prod } })[key])
    return 'nothing'
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError)
    return (error as Error).message
  }
}

test.each(Object.keys(stages))('the stage %s of cdk.json is sound', (stage) => {
  expect(readStage((key) => ({ stage, stages })[key]).name).toBe(stage)
})

test.each([
  undefined,
  'production',
  'constructor',
  7,
])('%j is no stage, and it is said which are', (stage) => {
  expect(() => readStage((key) => ({ stage, stages })[key])).toThrow(
    'Say which stage with -c stage=…: dev or prod, as "stages" in cdk.json names them.',
  )
})

test('a stage’s name goes into names that AWS is strict about', () => {
  expect(() => readStage((key) => ({ stage: 'My_Stage', stages: { My_Stage: stages.dev } })[key])).toThrow(
    'A stage’s name is 2 to 12 small letters and digits: rename "My_Stage" in cdk.json.',
  )
})

describe('a setting that is missing is named with its place', () => {
  test.each(Object.keys(stages.prod ?? {}))('%s', (name) => {
    expect(saidOf({ [name]: undefined })).toBe(`Set stages.prod.${name} in cdk.json: it is missing.`)
  })
})

const contracts = { token: `0x${'1'.repeat(40)}`, escrow: `0x${'2'.repeat(40)}`, deployBlock: 1 }

describe('a setting that is malformed is named with what is wrong', () => {
  test.each([
    [
      { alarmEmail: 'nobody' },
      'Set stages.prod.alarmEmail in cdk.json: it is malformed (expected an email address).',
    ],
    [
      { region: 'Frankfurt', firewall: false },
      /^Set stages\.prod\.region in cdk\.json: it is malformed \(.*eu-central-1/,
    ],
    [{ logDays: 31 }, /^Set stages\.prod\.logDays in cdk\.json: it is malformed \(.*7, 14, 30/],
    [{ rpcUrlParameter: 'https://rpc.example/key' }, /^Set stages\.prod\.rpcUrlParameter .*parameter’s name/],
    [{ publicRpcUrl: 'http://rpc.example' }, /^Set stages\.prod\.publicRpcUrl .*https/],
    [
      { contracts: { ...contracts, escrow: '0x12' } },
      /^Set stages\.prod\.contracts\.escrow .*wallet address/,
    ],
    [{ contracts: { ...contracts, deployBlock: -1 } }, /^Set stages\.prod\.contracts\.deployBlock /],
    [
      { contracts: { ...contracts, token: `0x${'0'.repeat(40)}` } },
      /^Set stages\.prod\.contracts\.token .*nothing/,
    ],
    [{ contracts: { ...contracts, token: contracts.escrow } }, /^Set stages\.prod\.contracts .*the same/],
    [
      { contracts: { ...contracts, escrow: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } },
      /^Set stages\.prod\.contracts\.escrow .*checksum/,
    ],
    [{ region: 'af-south-1', firewall: false }, /^Set stages\.prod\.region .*logs/],
    [{ rpcUrlParameter: '/aws/rpc-url' }, /^Set stages\.prod\.rpcUrlParameter .*Amazon/],
    [{ publicRpcUrl: 'https://user:password@rpc.test' }, /^Set stages\.prod\.publicRpcUrl .*password/],
    [{ signerKeys: ['A', 'A'] }, /^Set stages\.prod\.signerKeys .*twice/],
    [{ socialLinks: [{ label: 'X', url: 'x.example' }] }, /^Set stages\.prod\.socialLinks\.0\.url /],
    [{ signerKeys: [] }, /^Set stages\.prod\.signerKeys /],
    [{ operatorRole: 'operators' }, /^Set stages\.prod\.operatorRole .*ARN of a role/],
    [{ originKey: 0 }, /^Set stages\.prod\.originKey /],
    [
      { alarmMail: 'a@b.example' },
      'Remove alarmMail from stages.prod in cdk.json: there is no such setting.',
    ],
    [
      { finality: 1, confirmations: 2 },
      'Set stages.prod.finality in cdk.json: it must be at least its confirmations.',
    ],
    [
      { region: 'eu-central-1' },
      'Set stages.prod.region in cdk.json to "us-east-1", or firewall to false: CloudFront’s firewalls are only there.',
    ],
    [
      {
        domain: {
          name: 'a.example',
          certificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
          hostedZone: null,
        },
      },
      /^Set stages\.prod\.domain\.certificate .*us-east-1/,
    ],
  ])('%j', (changes, said) => {
    const told = saidOf(changes)
    if (typeof said === 'string') expect(told).toBe(said)
    else expect(told).toMatch(said)
    expect(told.endsWith('.')).toBe(true)
    expect(told).not.toContain('\n')
  })

  test('with how many more there are', () => {
    expect(saidOf({ alarmEmail: 7, logDays: 1 })).toMatch(/, and 1 more\.$/)
  })
})

describe('a stage whose contracts are set has none of the placeholders left', () => {
  const own = JSON.parse(JSON.stringify(stages.prod).replaceAll('.example', '.test'))

  test('then it is sound', () => {
    expect(saidOf({ ...own, contracts })).toBe('nothing')
  })

  test.each([
    [{ alarmEmail: 'operators@site.example' }, 'alarmEmail'],
    [{ publicRpcUrl: 'https://rpc.testnet.example:8545/' }, 'publicRpcUrl'],
    [{ socialLinks: [{ label: 'X', url: 'https://x.example/us' }] }, 'socialLinks.0.url'],
  ])('%j', (changes, name) => {
    expect(saidOf({ ...own, ...changes, contracts })).toBe(
      `Set stages.prod.${name} in cdk.json: it is a placeholder, and with contracts set people come.`,
    )
    expect(saidOf({ ...own, ...changes })).toBe('nothing')
  })

  test('a path may end so', () => {
    expect(saidOf({ ...own, explorerUrl: 'https://explorer.test/a.example', contracts })).toBe('nothing')
  })
})
