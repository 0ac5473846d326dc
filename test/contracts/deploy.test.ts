import { Contract, HDNodeWallet, type Signer } from 'ethers'
import { deployContracts, initialSupply } from '../../contracts/deploy.ts'
import { readDeploySettings } from '../../contracts/deploy-settings.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'
import { type LocalChain, startLocalChain } from './local-chain.ts'

const run = (environment: Record<string, string>) =>
  runOperatorCommand('contracts/deploy-cli.ts', ['--network', 'testnet'], environment)
const tax = 10n ** 18n

let chain: LocalChain
let settings: Record<string, string>

beforeAll(async () => {
  chain = await startLocalChain()
  settings = {
    TESTNET_RPC_URL: chain.url,
    DEPLOYER_KEY: (chain.account(0).signer as Signer as HDNodeWallet).privateKey,
    OPERATOR_ADDRESS: chain.account(1).address,
  }
})
afterAll(() => chain?.close())

test('Deployment sets the given roles, limit and token, wraps the token for votes, and the owner receives the supply', async () => {
  const [signer, owner, operator, guardian] = [0, 1, 2, 3].map((index) => chain.account(index))
  if (!signer || !owner || !operator || !guardian) throw new Error('no accounts')
  const { token, escrow, votesAddress } = await deployContracts({
    signer,
    owner: owner.address,
    operator: operator.address,
    guardian: guardian.address,
    dailyLimit: 7n * tax,
  })
  const ask = (name: string) => escrow.getFunction(name).staticCall()
  expect(await ask('owner')).toBe(owner.address)
  expect(await ask('operator')).toBe(operator.address)
  expect(await ask('guardian')).toBe(guardian.address)
  expect(await ask('dailyLimit')).toBe(7n * tax)
  expect(await ask('token')).toBe(await token.getAddress())
  expect(await token.getFunction('balanceOf').staticCall(owner.address)).toBe(initialSupply)
  const votes = new Contract(votesAddress ?? '', ['function underlying() view returns (address)'], signer)
  expect(await votes.getFunction('underlying').staticCall()).toBe(await token.getAddress())
})

test('contracts:deploy deploys to the network given by the environment variables', async () => {
  const { output, code } = await run({ ...settings, DAILY_LIMIT: '250' })
  expect(output).toMatch(/^escrow {3}0x[0-9a-fA-F]{40}\nvotes {4}0x[0-9a-fA-F]{40}$/m)
  expect(output).toMatch(/^{"token":.+"votes":"0x[0-9a-fA-F]{40}"}$/m)
  expect(output).toContain(`owner    ${chain.account(0).address}`)
  expect(output).toMatch(/^guardian 0x\w+ {2}\(the owner: nobody can stop a thief/m)
  expect(code).toBe(0)
})

test('contracts:deploy fails with one sentence if no chain answers', async () => {
  const { output, code } = await run({ ...settings, TESTNET_RPC_URL: 'http://127.0.0.1:9' })
  expect(output).toBe('No chain answers at http://127.0.0.1:9.')
  expect(code).toBe(1)
})

test('contracts:deploy fails with one sentence if the deployer has no coins for gas', async () => {
  const poor = HDNodeWallet.createRandom()
  const { output } = await run({ ...settings, DEPLOYER_KEY: poor.privateKey })
  expect(output).toBe(`The deployer ${poor.address} has no coins to pay for gas.`)
})

test.each([
  ['TESTNET_RPC_URL', ''],
  ['TESTNET_RPC_URL', 'ftp://somewhere'],
  ['DEPLOYER_KEY', ''],
  ['DEPLOYER_KEY', '0x12'],
  ['OPERATOR_ADDRESS', ''],
  ['OPERATOR_ADDRESS', '0x12'],
  ['DAILY_LIMIT', '1.5'],
  ['GUARDIAN_ADDRESS', 'nobody'],
])('Reading the deploy settings with %s "%s" throws one sentence that names the variable', (name, value) => {
  expect(() => readDeploySettings('testnet', { ...settings, [name]: value })).toThrow(
    new RegExp(`^[^\n]*${name}[^\n]*\\.$`),
  )
})

test('Without their variables owner, guardian and token are null and the limit is 10,000 TAX', () => {
  expect(readDeploySettings('testnet', settings)).toMatchObject({
    owner: null,
    guardian: null,
    token: null,
    dailyLimit: 10_000n * tax,
  })
})
