import { type Contract, HDNodeWallet, id, toBeHex, zeroPadValue } from 'ethers'
import { accessListOf, storageLayout } from '../../contracts/access-list.ts'
import { deployContracts } from '../../contracts/deploy.ts'
import { encodeReleases, type Release } from '../../contracts/encode-releases.ts'
import { type LocalChain, startLocalChain } from './local-chain.ts'

const tax = 10n ** 18n
let chain: LocalChain
let escrow: Contract
let contracts: { escrow: string; token: string }

beforeAll(async () => {
  chain = await startLocalChain()
  const owner = chain.account(0)
  const deployed = await deployContracts({
    signer: owner,
    owner: owner.address,
    operator: owner.address,
    guardian: owner.address,
    dailyLimit: 1000n * tax,
  })
  escrow = deployed.escrow
  contracts = { escrow: await escrow.getAddress(), token: await deployed.token.getAddress() }
  await (await deployed.token.getFunction('approve').send(contracts.escrow, 2n ** 255n)).wait()
})
afterAll(() => chain?.close())

/** Funds this many escrows of one slot and returns a release of each. */
async function fund(count: number): Promise<Release[]> {
  const releases: Release[] = []
  while (releases.length < count) {
    const refundableAt = Math.floor(Date.now() / 1000) + 86_400
    const terms = [chain.account(0).address, tax, 1, refundableAt, HDNodeWallet.createRandom().privateKey]
    await (await escrow.getFunction('fund').send(terms)).wait()
    const escrowId = await escrow.getFunction('escrowId').staticCall(terms)
    releases.push({ escrowId, slot: 0, recipient: HDNodeWallet.createRandom().address })
  }
  return releases
}

/** The storage slots that a call reads or writes, by contract. */
async function slotsTouched(data: string): Promise<Record<string, string[]>> {
  const call = { from: chain.account(0).address, to: contracts.escrow, data }
  const { structLogs } = await chain.provider.send('debug_traceCall', [
    call,
    'latest',
    { disableMemory: true },
  ])
  const touched: Record<string, Set<string>> = { [contracts.escrow]: new Set(), [contracts.token]: new Set() }
  for (const { op, depth, stack } of structLogs as { op: string; depth: number; stack: string[] }[])
    if (op === 'SLOAD' || op === 'SSTORE')
      touched[depth === 1 ? contracts.escrow : contracts.token]?.add(
        zeroPadValue(toBeHex(BigInt(`0x${stack.at(-1)?.replace(/^0x/, '')}`)), 32),
      )
  return Object.fromEntries(Object.entries(touched).map(([address, slots]) => [address, [...slots].sort()]))
}

/** Gas that an access list saves, by the node's estimates, which are a few gas above what a call uses. */
async function savingOf(data: string, accessList: ReturnType<typeof accessListOf>): Promise<number> {
  const call = { from: chain.account(0).address, to: contracts.escrow, data }
  const listed = await chain.provider.estimateGas({ ...call, accessList })
  return Number((await chain.provider.estimateGas(call)) - listed)
}

test('The access list of a batch over 25 escrows names exactly the storage slots that the batch touches, and saves 2,900 gas', async () => {
  const releases = await fund(25)
  const [first] = await fund(1) // Its release makes the limit's day current, so that the batch does not read the settings.
  const { escrowId, slot, recipient } = first as Release
  await (await escrow.getFunction('release').send(escrowId, slot, recipient)).wait()
  const data = escrow.interface.encodeFunctionData('releaseBatch', [encodeReleases(releases)])
  const list = accessListOf(contracts, releases)
  const listed = Object.fromEntries(
    list.map(({ address, storageKeys }) => [address, [...storageKeys].sort()]),
  )
  expect(listed).toEqual(await slotsTouched(data))
  // The token's address, 26 balances, 25 escrows and the ledger save 100 gas each. The escrow's address costs 2,400.
  expect(Math.abs((await savingOf(data, list)) - (100 + 2_600 + 2_600 - 2_400))).toBeLessThan(50)
})

test('The access list of a single release names the token’s slots only, and saves 300 gas', async () => {
  const [release] = await fund(1)
  const { escrowId, slot, recipient } = release as Release
  const data = escrow.interface.encodeFunctionData('release', [escrowId, slot, recipient])
  const list = accessListOf(contracts, [release as Release])
  const touched = await slotsTouched(data)
  expect(list.map(({ address }) => address)).toEqual([contracts.token])
  expect([...(list[0]?.storageKeys ?? [])].sort()).toEqual(touched[contracts.token])
  expect(Math.abs((await savingOf(data, list)) - 300)).toBeLessThan(10)
})

test('An access list contains each storage slot once if an escrow or a recipient occurs twice', () => {
  const escrowId = id('escrow')
  const recipient = HDNodeWallet.createRandom().address
  const releases = Array.from({ length: 30 }, (_, slot) => ({ escrowId, slot, recipient }))
  const list = accessListOf(contracts, [
    ...releases,
    { escrowId, slot: 30, recipient: recipient.toLowerCase() },
  ])
  expect(list).toEqual([{ address: contracts.token, storageKeys: [expect.any(String), expect.any(String)] }])
  expect(storageLayout).toEqual({ ledger: 2, escrows: 6, balances: 0 })
})
