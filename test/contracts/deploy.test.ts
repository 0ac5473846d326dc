import { Contract, HDNodeWallet, type Signer } from 'ethers'
import { deployContracts, deployFromSettings, initialSupply } from '../../contracts/deploy.ts'
import { readDeploySettings } from '../../contracts/deploy-settings.ts'
import { type LocalChain, startLocalChain } from './local-chain.ts'

const tax = 10n ** 18n

let chain: LocalChain
let settings: Record<string, string>

beforeAll(async () => {
  chain = await startLocalChain()
  settings = {
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

test('A deployment whose deployer has no coins fails with one sentence', async () => {
  const poor = HDNodeWallet.createRandom()
  const given = readDeploySettings({ ...settings, DEPLOYER_KEY: poor.privateKey })
  await expect(deployFromSettings(given, chain.provider, () => {})).rejects.toThrow(
    `The deployer ${poor.address} has no coins to pay for gas.`,
  )
})

test.each([
  ['DEPLOYER_KEY', ''],
  ['DEPLOYER_KEY', '0x12'],
  ['OPERATOR_ADDRESS', ''],
  ['OPERATOR_ADDRESS', '0x12'],
  ['DAILY_LIMIT', '1.5'],
  ['GUARDIAN_ADDRESS', 'nobody'],
])('Reading the deploy settings with %s "%s" throws one sentence that names the variable', (name, value) => {
  expect(() => readDeploySettings({ ...settings, [name]: value })).toThrow(
    new RegExp(`^[^\n]*${name}[^\n]*\\.$`),
  )
})

test('Without their variables owner, guardian and token are null and the limit is 10,000 TAX', () => {
  expect(readDeploySettings(settings)).toMatchObject({
    owner: null,
    guardian: null,
    token: null,
    dailyLimit: 10_000n * tax,
  })
})
