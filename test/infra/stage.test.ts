import { indexes } from '../../functions/table/keys.ts'
import { findPlaceholder, readStage, refuseOtherAccount } from '../../infra/stage.ts'
import { account, settings, stageOf } from '../support/synthesized-stack.ts'

const { stages } = settings.context

/** The error of the stage `prod` with these changes, or 'no error'; undefined removes a setting. */
function errorOf(changes: Record<string, unknown>): string {
  const prod = Object.fromEntries(
    Object.entries({ ...stages.prod, ...changes }).filter(([, value]) => value !== undefined),
  )
  try {
    readStage((key) => ({ stage: 'prod', stages: { ...stages, prod } })[key])
    return 'no error'
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError)
    return (error as Error).message
  }
}

test.each(Object.keys(stages))('The stage %s of cdk.json is valid', (stage) => {
  expect(readStage((key) => ({ stage, stages })[key]).name).toBe(stage)
})

test('Two stages in one account are refused', () => {
  const both = { dev: { ...stages.dev, account }, prod: { ...stages.prod, account } }
  expect(() => readStage((key) => ({ stage: 'prod', stages: both })[key])).toThrow(
    /^Set another account in stages\.prod\.account in cdk\.json: it is that of stages\.dev/,
  )
})

test.each([
  undefined,
  'production',
  'constructor',
  7,
])('An unknown stage %j is refused, and the error lists the stages of cdk.json', (stage) => {
  expect(() => readStage((key) => ({ stage, stages })[key])).toThrow(
    'Name a stage of cdk.json with -c stage=…: dev or prod.',
  )
})

test('A stage name with other characters than lowercase letters and digits is refused', () => {
  expect(() => readStage((key) => ({ stage: 'My_Stage', stages: { My_Stage: stages.dev } })[key])).toThrow(
    'Rename the stage "My_Stage" in cdk.json: a name has 2 to 12 lowercase letters and digits.',
  )
})

describe('A missing setting is named with its path', () => {
  test.each(Object.keys(stages.prod ?? {}))('The error names the missing setting %s', (name) => {
    expect(errorOf({ [name]: undefined })).toBe(`Set stages.prod.${name} in cdk.json: it is missing.`)
  })
})

describe('A wrong setting is named with the reason', () => {
  const stream = 'arn:aws:dynamodb:us-east-1:123456789012:table/Other/stream/1'
  const restored = { name: 'Other', streamArn: stream, indexes: Object.keys(indexes) }
  const certificate = 'arn:aws:acm:eu-west-1:123456789012:certificate/1'
  test.each([
    [{ alarmEmail: 'nobody' }, 'alarmEmail in cdk.json: its value is wrong (expected an e-mail address).'],
    [{ region: 'Frankfurt', firewall: false }, /^region in cdk\.json: its value is wrong \(.*eu-central-1/],
    [{ logDays: 31 }, /^logDays in cdk\.json: its value is wrong \(.*7, 14, 30/],
    [{ rpcUrlParameter: 'https://rpc.example/key' }, /^rpcUrlParameter .*name of a parameter/],
    [{ publicRpcUrl: 'http://rpc.example' }, /^publicRpcUrl .*https/],
    [{ region: 'af-south-1', firewall: false }, /^region .*logs/],
    [{ rpcUrlParameter: '/aws/rpc-url' }, /^rpcUrlParameter .*Amazon/],
    [{ publicRpcUrl: 'https://user:password@rpc.test' }, /^publicRpcUrl .*password/],
    [{ signerKeys: ['A', 'A'] }, /^signerKeys .*twice/],
    [{ socialLinks: [{ label: 'X', url: 'x.example' }] }, /^socialLinks\.0\.url /],
    [{ restoredTable: { ...restored, name: 'Restored' } }, /^restoredTable .*another table/],
    [{ restoredTable: { ...restored, indexes: ['gsi1'] } }, /^restoredTable\.indexes .*create the indexes/],
    [{ signerKeys: [] }, /^signerKeys /],
    [{ admins: ['ada'] }, /^admins\.0 .*wallet address/],
    [{ originKey: 0 }, /^originKey /],
    [{ finality: 1, confirmations: 2 }, 'finality in cdk.json: it must not be below confirmations.'],
    [{ region: null }, 'region in cdk.json, or firewall to false: the firewall must know it.'],
    [{ alarmEmail: null }, 'alarmEmail in cdk.json, or monthlyBudget to null: it notifies this address.'],
    [{ costMonitor: 'arn:aws:ce::1:anomalymonitor/1' }, /^costMonitor .*anomaly monitor/],
    [{ account: 123456789012 }, /^account /],
    [{ protected: true }, 'account in cdk.json: a protected stage must have it.'],
    [
      { account, protected: true },
      'alarmEmail in cdk.json: it is a placeholder, which a protected stage must not have.',
    ],
    [{ account: '1234' }, /^account .*12 digits/],
    [{ settleConcurrency: 1 }, /^settleConcurrency /],
    [{ domain: { name: 'a.example', certificate, hostedZone: null } }, /^domain\.certificate .*us-east-1/],
  ])('A stage with %j is refused with one sentence that gives the reason', (changes, expected) => {
    const error = errorOf(changes)
    expect(error).toMatch(/^Set stages\.prod\..*\.$/)
    const named = error.replace('Set stages.prod.', '')
    if (typeof expected === 'string') expect(named).toBe(expected)
    else expect(named).toMatch(expected)
    expect(error).not.toContain('\n')
  })

  test('A setting that does not exist is refused', () => {
    const expected = 'Remove alarmMail from stages.prod in cdk.json: there is no such setting.'
    expect(errorOf({ alarmMail: 'a@b.example' })).toBe(expected)
  })

  test('The error counts further problems', () => {
    expect(errorOf({ alarmEmail: 7, logDays: 1 })).toMatch(/; further problems: 1\.$/)
  })
})

test.each([
  [{ alarmEmail: 'operators@site.example' }, 'stages.prod.alarmEmail'],
  [{ publicRpcUrl: 'https://rpc.testnet.example:8545/' }, 'stages.prod.publicRpcUrl'],
  [{ socialLinks: [{ label: 'X', url: 'https://x.example/us' }] }, 'stages.prod.socialLinks.0.url'],
  [{ explorerUrl: 'https://explorer.test/a.example' }, undefined],
])('The placeholder of the settings %j is %s', (changes, name) => {
  expect(findPlaceholder(changes, 'stages.prod')).toBe(name)
})

test('Credentials of another account, or for a stage without one, are refused with one sentence; without credentials nothing is', () => {
  const stage = stageOf('prod')
  expect(() => refuseOtherAccount(stage, '999999999999')).toThrow(
    new RangeError(
      'Use credentials of account 123456789012, which stages.prod.account in cdk.json names: those in use are of account 999999999999.',
    ),
  )
  for (const current of [account, undefined]) refuseOtherAccount(stage, current)
  expect(() => refuseOtherAccount({ ...stage, account: null }, account)).toThrow(
    /^Set stages\.prod\.account in cdk\.json to the stage's own account\./,
  )
})
