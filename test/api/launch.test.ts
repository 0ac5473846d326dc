import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { StackStatus } from '@aws-sdk/client-cloudformation'
import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { Contract, HDNodeWallet, type InterfaceAbi, id, parseEther } from 'ethers'
import { escrowAbi, tokenAbi } from '../../contracts/abi.ts'
import { deployContracts } from '../../contracts/deploy.ts'
import { brand } from '../../domain/brand.ts'
import type { SiteConfig } from '../../domain/config.ts'
import type { ErrorBody } from '../../domain/errors.ts'
import { RequestFailed } from '../../functions/canary/api-client.ts'
import { siteConfig } from '../../functions/market/site-config.ts'
import { readConfig } from '../../functions/runtime/config.ts'
import { openServices } from '../../functions/runtime/context.ts'
import { account as devAccount } from '../../local/accounts.ts'
import { listen } from '../../local/engines/listen.ts'
import { openAws } from '../../ops/launch/aws.ts'
import { runSteps } from '../../ops/launch/runner.ts'
import { takeSecrets } from '../../ops/launch/secrets.ts'
import { isDeployed } from '../../ops/launch/stack-status.ts'
import { launchSteps } from '../../ops/launch/steps.ts'
import { type Options, openWorld } from '../../ops/launch/world.ts'
import { type Account, startAwsStandIn } from '../support/aws-stand-in.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'
import { stageOf } from '../support/synthesized-stack.ts'

const contractsName = `/${brand.toLowerCase()}/prod/contracts`
const stackName = `${brand}-prod`
const site = mkdtempSync(path.join(tmpdir(), 'site-'))
mkdirSync(path.join(site, 'assets'))
for (const page of ['index.html', 'app.html'])
  writeFileSync(path.join(site, page), '<script src="/assets/page.js"></script><div id="root"></div>')
writeFileSync(path.join(site, 'assets', 'page.js'), '')

const { connection } = await startIsolatedStack({}, { site })
const { SITE_CONFIG, RPC_URL: rpcUrl = '', KMS_KEY_ID = '', TABLE_NAME = '' } = connection.env
const { tokenAddress: _t, escrowAddress: _e, votesAddress: _v, ...settings } = JSON.parse(SITE_CONFIG ?? '')
// The functions are opened at their first request: they read the contracts of the stage, not those of the local stack.
Object.assign(process.env, { ESCROW_ADDRESS: `ssm:${contractsName}`, SITE_CONFIG: JSON.stringify(settings) })
const { site: fixtureSite, newFundedUser } = openFixture(connection)
const { provider } = fixtureSite
const admin = await newFundedUser()
const owner = devAccount(4)
const roles = { OWNER_ADDRESS: owner.address, GUARDIAN_ADDRESS: devAccount(5).address }

/** A node that refuses the transaction with this number, counted from 1, and all later ones. */
const never = Number.POSITIVE_INFINITY
let refusedFrom = never
let sentTransactions = 0
const node = await listen(async (request, response) => {
  const body = (await json(request)) as { id: number; method: string }
  const isRefused = body.method === 'eth_sendRawTransaction' && ++sentTransactions >= refusedFrom
  const error = { jsonrpc: '2.0', id: body.id, error: { code: -32000, message: 'The node is down' } }
  const headers = { 'content-type': 'application/json' }
  const forwarded = () =>
    fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) }).then((answer) => answer.text())
  response.writeHead(200, headers).end(isRefused ? JSON.stringify(error) : await forwarded())
})
afterAll(() => node.close())

const pageServer = await listen((_, response) => void response.end('<html>'))
const refusing = await listen((_, response) => void response.writeHead(403).end())
afterAll(() => Promise.all([pageServer.close(), refusing.close()]))
const deployedOutputs = {
  SiteOrigin: connection.origin,
  TableName: TABLE_NAME,
  SignerKeyA: KMS_KEY_ID,
  AlarmTopic: 'arn:aws:sns:us-east-1:123456789012:alarms',
}

const bootstrapped = { CDKToolkit: { status: 'CREATE_COMPLETE' } }

/** An account in which a launch has come as far as the contracts, a deployer with gas, and the lines that a launch prints. */
async function openLaunch(changes: Partial<Account> = {}, options: Record<string, unknown> = {}) {
  // Copied, because a launch changes the account.
  const account: Account = structuredClone({
    id: '123456789012',
    quota: 10,
    missing: [],
    parameters: { '/prod/rpc-url': node.origin },
    ...siteAt(connection.origin),
    certificate: 'ISSUED',
    confirmed: ['operators@site.test'],
    senders: ['site.test'],
    verified: new Set(),
    ...changes,
  })
  const aws = await startAwsStandIn(account)
  onTestFinished(() => aws.close())
  vi.stubEnv('AWS_ENDPOINT_URL', aws.origin)
  const deployer = HDNodeWallet.createRandom()
  await (
    await owner.connect(provider).sendTransaction({ to: deployer.address, value: parseEther('1') })
  ).wait()
  const commands: string[] = []
  const lines: string[] = []
  const { stage: own = {}, ...others } = options
  const world = openWorld({
    stage: {
      ...stageOf('prod'),
      settleConcurrency: null,
      explorerApi: `${aws.origin}/explorer`,
      admins: [admin.wallet.address],
      ...(own as object),
    },
    region: 'us-east-1',
    aws: openAws('us-east-1'),
    async cdk(args) {
      commands.push(args.join(' '))
      const name = args[0] === 'bootstrap' ? 'CDKToolkit' : stackName
      account.stacks[name] = {
        status: account.stacks[name] ? 'UPDATE_COMPLETE' : 'CREATE_COMPLETE',
        outputs: deployedOutputs,
        isProtected: true,
      }
    },
    settings: roles,
    secrets: { RPC_URL: node.origin, DEPLOYER_KEY: deployer.privateKey, PAYER_KEY: owner.privateKey },
    deleteFailedStack: false,
    skipPayment: false,
    newToken: true,
    print: (line) => lines.push(line),
    ...others,
  })
  return { account, aws, commands, deployer, lines, world }
}

const storedContracts = ({ parameters }: Account) => JSON.parse(parameters[contractsName] ?? '')

/** Runs the launch. Returns the last step that it printed. */
async function launch(world: ReturnType<typeof openWorld>, lines: string[]): Promise<string | undefined> {
  await runSteps(launchSteps(world), (line) => lines.push(line))
  return lines.findLast((line) => /^(done|waits) /.test(line))
}

test('A launch that is interrupted after every step, and within the contracts, does nothing twice', async () => {
  const { account, aws, commands, deployer, lines, world } = await openLaunch({
    parameters: {},
    stacks: {},
    confirmed: [],
  })
  const { handler } = await import('../../functions/handlers/settle.ts')
  let isOver = false
  const settling = (async () => {
    while (!isOver) await handler()
  })()
  const names = launchSteps(world).map(({ name }) => name)
  /** Runs the launch until it has run the step with this index. */
  async function interruptAfter(index: number): Promise<void> {
    const steps = launchSteps(world).slice(0, index + 1)
    const step = steps[index]
    if (!step?.run) return
    const { run } = step
    step.run = async () => {
      await run()
      throw new Error('interrupted')
    }
    await runSteps(steps, (line) => lines.push(line)).catch((error: Error) => lines.push(error.message))
  }
  for (const index of names.keys()) {
    if (names[index] === 'Alarm mail') account.confirmed.push('operators@site.test')
    for (const refused of names[index] === 'Contracts' ? [2, 2, never] : [never]) {
      sentTransactions = 0
      refusedFrom = refused
      await interruptAfter(index)
    }
  }
  expect(await launch(world, lines)).toMatch(/^done .*Protection/)
  isOver = true
  await settling
  if (process.env.SHOW_LAUNCH) console.info(lines.join('\n'))

  expect(commands).toEqual(['bootstrap', 'deploy --all'])
  expect(await provider.getTransactionCount(deployer.address)).toBe(3)
  const count = (name: string) => aws.calls.filter((call) => call === name).length
  expect([count('PutParameter'), count('verifysourcecode')]).toEqual([2, 3])
  const { escrow } = storedContracts(account)
  expect(lines.join('\n')).toContain('paid 10 CENTS')
  expect(await (await fetch(`${connection.origin}/config.json`)).json()).toMatchObject({
    escrowAddress: escrow,
  })
  expect((await admin.call('GET /api/user', {})).isAdmin).toBe(true)
  for (const secret of [deployer.privateKey, owner.privateKey, node.origin])
    expect(lines.join('\n')).not.toContain(secret)
})

/** An account whose stack has this status, and whose site has this address. */
const stackWith = (status: string, SiteOrigin = connection.origin) => ({
  stacks: { ...bootstrapped, [stackName]: { status, outputs: { ...deployedOutputs, SiteOrigin } } },
})
const siteAt = (origin: string) => stackWith('CREATE_COMPLETE', origin)
const failed = stackWith('ROLLBACK_COMPLETE')
const withoutTls = refusing.origin.replace('http:', 'https:')
const brokenContracts = { parameters: { '/prod/rpc-url': node.origin, [contractsName]: '{' } }
const pending = { domain: { name: 'a.test', certificate: 'arn' } }
const placeholder = { chainName: 'x', faucetUrl: 'https://faucet.example' }

test.each<[string, Partial<Account>, Record<string, unknown>, RegExp]>([
  ['Credentials of another account', { id: '9'.repeat(12) }, {}, /Use credentials of account 123456789012/],
  ['A placeholder', {}, { stage: placeholder }, /Set stages\.prod\.faucetUrl/],
  ['A region without a service', { missing: ['kms'] }, {}, /another region than us-east-1: it has no kms\./],
  ['A running deployment', stackWith('ROLLBACK_IN_PROGRESS'), {}, /CloudFormation is still working/],
  [
    'A stack whose deletion failed',
    stackWith('DELETE_FAILED'),
    {},
    /delete it with "aws cloudformation delete-stack --region us-east-1 --stack-name \w+-prod"/,
  ],
  [
    'A bootstrap stack whose deletion failed',
    { stacks: { CDKToolkit: { status: 'DELETE_FAILED' } } },
    {},
    /Bootstrap +CDKToolkit cannot be deployed \(DELETE_FAILED\)/,
  ],
  [
    'A quota of 10 with a reservation',
    {},
    { stage: { settleConcurrency: 2 } },
    /Set stages\.prod\.settleConcurrency to null until the quota of 10/,
  ],
  ['A quota of 102 without a reservation', { quota: 102 }, {}, /settleConcurrency to 2 and deploy/],
  [
    'A certificate that is not issued',
    { certificate: 'PENDING_VALIDATION' },
    { stage: pending },
    /Validate the certificate of a\.test in ACM: its status is PENDING_VALIDATION\./,
  ],
  ['No node URL', { parameters: {} }, { secrets: {} }, /Give the URL of the functions’ node as RPC_URL/],
  [
    'A failed first deployment',
    { ...failed, failure: 'CNAMEAlreadyExists' },
    {},
    /failed \(ROLLBACK_COMPLETE, CNAMEAlreadyExists\).*--delete-failed-stack/,
  ],
  [
    'An account that AWS has not verified for CloudFront',
    { ...failed, failure: 'Your account must be verified before you can add new CloudFront resources.' },
    {},
    /open a case with AWS Support, and add --delete-failed-stack once it is verified/,
  ],
  [
    'An unconfirmed alarm mail',
    { confirmed: [] },
    {},
    /Confirm every e-mail that AWS sent to operators@site/,
  ],
  ['An unreadable parameter', brokenContracts, {}, /the parameter \/\w+\/prod\/contracts: it is no JSON/],
  [
    'A page instead of /config.json',
    siteAt(pageServer.origin),
    {},
    /The site answers 200 to \/config\.json, and no JSON\./,
  ],
  [
    'A site that answers 403',
    siteAt(refusing.origin),
    {},
    /Address .*\/ answers with status 403: CloudFront may still deploy .*site-errors\.md/,
  ],
  [
    'A name that does not resolve',
    siteAt('https://site.invalid'),
    {},
    /Address .*The name site\.invalid does not resolve \(\w+\): DNS may take some minutes\.$/,
  ],
  [
    'A server without TLS',
    siteAt(withoutTls),
    {},
    /Address .*127\.0\.0\.1 makes no HTTPS connection \(\w+\)/,
  ],
  ['No deployer key', {}, { secrets: {} }, /Set DEPLOYER_KEY/],
  [
    'No admin',
    {},
    { stage: { admins: [] } },
    /Set stages\.prod\.admins in cdk\.json, because keepData is true/,
  ],
  ['A sender that SES has not verified', { senders: [] }, {}, /Mail +Verify site\.test in Amazon SES/],
  [
    'The sandbox of SES',
    { senders: ['no-reply@site.test'], isInMailSandbox: true },
    {},
    /Request production access in Amazon SES in us-east-1/,
  ],
  ['No token', {}, { newToken: false }, /Set TOKEN_ADDRESS .*or add --new-token/],
  [
    'No token beside an empty TOKEN_ADDRESS',
    {},
    { newToken: false, settings: { ...roles, TOKEN_ADDRESS: '' } },
    /Set TOKEN_ADDRESS .*or add --new-token/,
  ],
  ['No owner', {}, { settings: {} }, /Set OWNER_ADDRESS, because keepData is true\./],
  ['No guardian', {}, { settings: { ...roles, GUARDIAN_ADDRESS: '' } }, /Set GUARDIAN_ADDRESS/],
])('%s stops the launch with one sentence', async (_, changes, options, expected) => {
  const { commands, lines, world } = await openLaunch(changes, options)
  const last = await launch(world, lines)
  expect(last).toMatch(/^waits /)
  expect(last).toMatch(expected)
  expect(commands).toEqual([])
})

test('A stage in another region than us-east-1 is bootstrapped in both, and has a second stack to deploy', async () => {
  const region = 'eu-west-1'
  const { account, commands, lines, world } = await openLaunch({ emptyRegions: ['us-east-1'] }, { region })
  const launchThere = () => launch({ ...world, aws: openAws(region) }, lines)
  expect(await launchThere()).toMatch(/^waits .*Bootstrap/)
  account.emptyRegions = []
  expect(await launchThere()).toMatch(/^waits .*Stack/)
  expect(commands).toEqual(['bootstrap', 'deploy --all'])
  for (const further of ['global', 'firewall'])
    account.stacks[`${stackName}-${further}-eu-west-1`] = { status: 'DELETE_FAILED' }
  expect(await launchThere()).toContain('-global-eu-west-1 cannot')
  account.stacks[`${stackName}-global-eu-west-1`] = { status: 'CREATE_COMPLETE', outputs: deployedOutputs }
  expect(await launchThere()).toContain('-firewall-eu-west-1 cannot')
})

test('An error of the API stops the launch with one sentence', async () => {
  const lines: string[] = []
  const isDone = () =>
    Promise.reject(new RequestFailed('GET /api/user', 503, { message: 'down' } as ErrorBody))
  expect(await runSteps([{ name: 'Payment', isDone }], (line) => lines.push(line))).toBe(false)
  expect(lines[0]).toMatch(/^waits .* GET \/api\/user: 503: down$/)
})

describe('A stage that is destroyed and launched again', () => {
  /** A launch whose every deployment makes a stack with an id, a signing key and functions of its own. */
  async function openStage() {
    let services = openServices(readConfig(connection.env))
    const deployments: string[] = []
    const front = await listen(async (request, response) => {
      response.end(request.url === '/config.json' ? JSON.stringify(await siteConfig(services)) : '{}')
    })
    onTestFinished(() => front.close())
    const opened = await openLaunch(
      { stacks: bootstrapped },
      {
        stage: { leastGas: 0 },
        async cdk() {
          const id = `stack-${deployments.push((await siteConfig(services)).escrowAddress)}`
          const kms = new KMSClient({ region: 'us-east-1', endpoint: connection.env.KMS_ENDPOINT ?? '' })
          const created = await kms.send(
            new CreateKeyCommand({ KeySpec: 'ECC_SECG_P256K1', KeyUsage: 'SIGN_VERIFY' }),
          )
          const SignerKeyA = created.KeyMetadata?.KeyId ?? ''
          const outputs = { ...deployedOutputs, SiteOrigin: front.origin, SignerKeyA }
          opened.account.stacks[stackName] = { id, status: 'CREATE_COMPLETE', outputs }
          const own = { ESCROW_ADDRESS: `ssm:${contractsName}`, SITE_CONFIG: JSON.stringify(settings) }
          services = openServices(readConfig({ ...connection.env, ...own, STACK_ID: id }))
        },
      },
    )
    const { account, lines, world } = opened
    const config = async () => (await fetch(`${front.origin}/config.json`)).json() as Promise<SiteConfig>
    /** Runs the launch as far as the smoke test, which this site does not pass. */
    const run = async (options: Partial<Options> = {}) => {
      const last = await launch(openWorld({ ...world, ...options }), lines)
      return { last, config: await config() }
    }
    const destroy = () => delete account.stacks[stackName]
    return { ...opened, deployments, destroy, run }
  }

  test('The site gets a new escrow and keeps the token, and never names the escrow of the deleted stack', async () => {
    const { account, destroy, run } = await openStage()
    const first = await run()
    expect(first.last).toMatch(/^waits .*Smoke test/)
    const { token, escrow, votes } = storedContracts(account)
    expect(first.config).toMatchObject({ tokenAddress: token, escrowAddress: escrow })
    destroy()
    const interrupted = await run({ secrets: {} })
    expect(interrupted.last).toMatch(/^waits .*Contracts +Set DEPLOYER_KEY/)
    expect(interrupted.config).toMatchObject({ escrowAddress: '' })
    const second = await run()
    expect(second.last).toMatch(/^waits .*Smoke test/)
    const stored = storedContracts(account)
    expect(stored).toMatchObject({ token, votes, stack: 'stack-2' })
    expect(stored.escrow).not.toBe(escrow)
    expect(second.config).toMatchObject({ tokenAddress: token, escrowAddress: stored.escrow })
  })

  test('The escrow of the deleted stack that holds money is replaced only if it is named', async () => {
    const { account, deployments, destroy, run } = await openStage()
    await run()
    const { token, escrow } = storedContracts(account)
    const funder = owner.connect(provider)
    const send = async (to: string, abi: InterfaceAbi, name: string, args: unknown[]) =>
      (await new Contract(to, abi, funder).getFunction(name).send(...args)).wait()
    const refundableAt = Math.floor(Date.now() / 1000) + 30 * 86_400
    await send(token, tokenAbi, 'approve', [escrow, parseEther('45')])
    await send(escrow, escrowAbi, 'fund', [[owner.address, parseEther('45'), 1, refundableAt, id('salt')]])
    destroy()
    // As an older version stored it.
    account.parameters[contractsName] = JSON.stringify({ token, escrow })
    const refused = `The escrow ${escrow} of the deleted stack still holds 45 CENTS`
    for (const leaveEscrow of [undefined, token]) {
      expect((await run({ leaveEscrow })).last).toContain(refused)
      expect(deployments).toHaveLength(1)
    }
    expect(storedContracts(account)).toEqual({ token, escrow })
    const left = await run({ leaveEscrow: escrow })
    expect(left.last).toMatch(/^waits .*Smoke test/)
    expect(left.config.escrowAddress).not.toBe(escrow)
    expect(left.config).toMatchObject({ tokenAddress: token })
    const { escrow: replaced } = storedContracts(account)
    expect(left.config.escrowAddress).toBe(replaced)
  })

  test('A node that does not know the escrow of the deleted stack stops the launch', async () => {
    const { account, deployments, run } = await openStage()
    const [token, escrow] = [HDNodeWallet.createRandom().address, HDNodeWallet.createRandom().address]
    account.parameters[contractsName] = JSON.stringify({ token, escrow })
    expect((await run()).last).toContain(`${escrow} of the deleted stack is not on the chain of this node`)
    expect(deployments).toEqual([])
  })

  test('The node URL of the deleted stack is replaced by the given one', async () => {
    const { account, run } = await openStage()
    account.parameters['/prod/rpc-url'] = 'http://127.0.0.1:1'
    expect((await run()).last).toMatch(/^waits .*Smoke test/)
    expect(account.parameters['/prod/rpc-url']).toBe(node.origin)
  })
})

/** What the launch does with a stack: uses it, deploys it, or stops with a sentence. */
function answerTo(status: StackStatus): RegExp | boolean {
  if (/_IN_PROGRESS$/.test(status) && status !== 'REVIEW_IN_PROGRESS') return /Wait until/
  if (/^ROLLBACK_/.test(status)) return /--delete-failed-stack/
  if (/^(CREATE|DELETE)_FAILED$/.test(status)) return /delete-stack --region r --stack-name s"/
  if (status === 'UPDATE_FAILED') return /rollback-stack --region r --stack-name s"/
  if (status === 'UPDATE_ROLLBACK_FAILED') return /continue-update-rollback --region r --stack-name s"/
  if (status === 'IMPORT_ROLLBACK_FAILED') return /in AWS’s console/
  return /^(CREATE|UPDATE)_COMPLETE$/.test(status)
}

test.each(
  Object.values(StackStatus),
)('A stack in the status %s is used, deployed, or stops the launch with one sentence', (status) => {
  const ask = (deleteFailed: boolean) => isDeployed({ name: 's', region: 'r', status }, deleteFailed)
  const answer = answerTo(status)
  if (typeof answer === 'boolean') expect(ask(false)).toBe(answer)
  else expect(() => ask(false)).toThrow(answer)
  if (/^ROLLBACK_(COMPLETE|FAILED)$/.test(status)) expect(ask(true)).toBe(false)
})

test('With --delete-failed-stack, the CDK deploys over a failed first deployment', async () => {
  const { commands, lines, world } = await openLaunch(failed, { deleteFailedStack: true, secrets: {} })
  await launch(world, lines)
  expect(commands).toEqual(['deploy --all'])
})

test('An address of an escrow that is not ours, or that has another operator or token, stops the launch', async () => {
  const { lines, world, account, deployer } = await openLaunch({}, { stage: { leastGas: 1e9 } })
  expect(await launch(world, lines)).toMatch(/^waits .*Send at least 1000000000 coins/)
  const own = storedContracts(account)
  // A comment that is edited changes solc's metadata at the end of the code.
  const code = await provider.getCode(own.escrow)
  await provider.send('hardhat_setCode', [own.escrow, `${code.slice(0, -20)}00${code.slice(-18)}`])
  expect(await launch(world, lines)).toMatch(/^waits .*Send at least/)
  const ownRoles = { owner: owner.address, operator: owner.address, guardian: owner.address }
  const given = { signer: owner.connect(provider), dailyLimit: parseEther('1'), tokenAddress: own.token }
  const { escrow } = await deployContracts({ ...ownRoles, ...given })
  const other = await escrow.getAddress()
  const signer = await world.operator()
  for (const [change, problem] of [
    [{ escrow: own.votes }, `The contract at ${own.votes} is not the TaskEscrow of this version.`],
    [{ escrow: other }, `The operator of the escrow ${other} is ${owner.address}, not ${signer}.`],
    [{ token: own.votes }, `The token of the escrow ${own.escrow} is ${own.token}, not ${own.votes}.`],
  ] as const) {
    account.parameters[contractsName] = JSON.stringify({ ...own, ...change })
    expect(await launch(world, lines)).toContain(`${problem} Correct the parameter ${contractsName}.`)
  }
  expect(await provider.getTransactionCount(deployer.address)).toBe(3)
})

test.each([
  [2, { OWNER_ADDRESS: devAccount(6).address }, 4],
  [2, { GUARDIAN_ADDRESS: devAccount(6).address }, 3],
  [3, { GUARDIAN_ADDRESS: devAccount(6).address }, 5],
  [3, { DAILY_LIMIT: '7' }, 5],
])('Interrupted at transaction %i and run again with %j, a launch sends %i transactions: it adopts no contract of other roles', async (refused, changes, transactions) => {
  const { deployer, lines, world } = await openLaunch({}, { stage: { leastGas: 1e9 } })
  sentTransactions = 0
  refusedFrom = refused
  expect(await launch(world, lines)).toMatch(/^waits .*The node is down/)
  refusedFrom = never
  const again = openWorld({ ...world, settings: { ...roles, ...changes } })
  expect(await launch(again, lines)).toMatch(/^waits .*Send/)
  expect(await provider.getTransactionCount(deployer.address)).toBe(transactions)
})

test.each([
  ['a key', [`0x${'1'.repeat(64)}`], /^A secret must be no argument/],
  ['a URL', ['--key=https://node.test/secret'], /^A secret must be no argument/],
  ['an unknown option', ['--unknown'], /^npm run launch -- --stage prod/],
  ['the stage prod of cdk.json', ['--stage', 'prod'], /waits .*cdk\.json: it is a placeholder\./],
])('The command fails with one sentence for %s', async (_, args, expected) => {
  const { account, aws } = await openLaunch()
  account.id = '1'
  const { code, output } = await runOperatorCommand('ops/launch/cli.ts', args, {
    AWS_ENDPOINT_URL: aws.origin,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  })
  expect(output).toMatch(expected)
  expect(code).toBe(1)
})

describe('npm run launch with secrets', () => {
  const RPC_URL = `RPC_URL=${node.origin}`
  const key = `DEPLOYER_KEY=0x${'5'.repeat(64)}`

  /**
   * Runs the command by npm, in a copy of the project whose CDK app writes its environment and fails.
   *
   * @returns the output of the command, and the environment of the app
   */
  async function runByNpm(lines: string[], env: Record<string, string>) {
    const { account, aws } = await openLaunch({ parameters: {}, stacks: {} })
    const folder = mkdtempSync(path.join(tmpdir(), 'launch-'))
    for (const entry of readdirSync('.').filter((file) => !/^(local|ops|cdk\.json|\..*)$/.test(file)))
      symlinkSync(path.resolve(entry), path.join(folder, entry), 'junction')
    for (const copied of ['local', 'ops']) cpSync(copied, path.join(folder, copied), { recursive: true })
    const app = `node -e "fs.writeFileSync('environment', JSON.stringify(process.env)); process.exit(1)"`
    const cdk = JSON.parse(readFileSync('cdk.json', 'utf8').replaceAll('.example', '.test'))
    cdk.context.stages.dev.account = account.id
    writeFileSync(path.join(folder, 'cdk.json'), JSON.stringify({ ...cdk, app }))
    writeFileSync(path.join(folder, 'secrets.env'), lines.join('\n'))
    chmodSync(path.join(folder, 'secrets.env'), 0o600)
    const { HOME = '', NODE_COMPILE_CACHE = '', PATH = '' } = process.env
    const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' }
    const own = { HOME, NODE_COMPILE_CACHE, PATH, ...credentials, AWS_ENDPOINT_URL: aws.origin, ...env }
    const args = ['run', 'launch', '--', '--stage', 'dev', '--secrets', 'secrets.env']
    const output = await new Promise<string>((resolve) =>
      execFile('npm', args, { cwd: folder, env: own, shell: process.platform === 'win32' }, (_, out, error) =>
        resolve(out + error),
      ),
    )
    const written = path.join(folder, 'environment')
    return { account, environment: existsSync(written) ? readFileSync(written, 'utf8') : '', output }
  }

  test('The secrets come from the named file or the environment, and neither the output nor the CDK gets them', async () => {
    const PAYER_KEY = `0x${'6'.repeat(64)}`
    const { account, environment, output } = await runByNpm([RPC_URL, key], { PAYER_KEY })
    expect(output).toMatch(/Node URL +in \/dev\/rpc-url[\s\S]*waits +3\/17 Bootstrap/)
    expect(account.parameters['/dev/rpc-url']).toBe(node.origin)
    expect(environment).toContain('AWS_ACCESS_KEY_ID')
    for (const secret of ['5'.repeat(64), '6'.repeat(64), node.origin])
      expect(output + environment).not.toContain(secret)
  })

  type Row = [string, string, { mode?: number; name?: string }, RegExp]
  /** Windows has no such modes. */
  const modes: Row[] = [
    ['a file that others may read', '', { mode: 0o640 }, /Others may read .*"chmod 600 .*secrets\.env"/],
    ['a file that others may write', '', { mode: 0o602 }, /Others may read or write/],
  ]

  test.each<Row>([
    ['a missing file', '', { name: 'none.env' }, /There is no file .*none\.env\.$/],
    ['a folder', '', { name: '' }, / is no regular file\.$/],
    ...(process.getuid ? modes : []),
    ['an unknown variable', 'DEPLOYER=1', {}, /unknown variable DEPLOYER: it may set RPC_URL,/],
    [
      'a variable without a value',
      `${RPC_URL}\nPAYER_KEY=`,
      {},
      /PAYER_KEY has no value in .*secrets\.env\.$/,
    ],
    ['a secret in place of a name', `${node.origin}/?key=1`, {}, /a line that is not NAME=value/],
  ])('The secrets are refused with one sentence, which contains no secret, for %s', (_, text, options, expected) => {
    const { mode = 0o600, name = 'secrets.env' } = options
    const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
    writeFileSync(path.join(folder, 'secrets.env'), text)
    chmodSync(path.join(folder, 'secrets.env'), mode)
    const take = () => takeSecrets(path.join(folder, name), {})
    expect(take).toThrow(RangeError)
    expect(take).toThrow(expected)
    expect(take).not.toThrow(node.origin)
  })
})
