import { type Contract, hexlify, id, randomBytes } from 'ethers'
import { deployContracts } from '../../contracts/deploy.ts'
import { encodeReleases } from '../../contracts/encode-releases.ts'
import { encodeTerms } from '../../contracts/escrow-encoding.ts'
import { type LocalChain, startLocalChain } from './local-chain.ts'

const tax = 10n ** 18n
const one = id('one')
const other = id('other')
const doer = (index: number) => `0x${'d0e'.padEnd(38, '0')}${index.toString(16).padStart(2, '0')}`

test('A single release is encoded as escrow id, 16-byte bitmap of its slot, and recipient', () => {
  const encoded = encodeReleases([{ escrowId: one, slot: 9, recipient: doer(1) }])
  expect(encoded).toBe(`${one}${'200'.padStart(32, '0')}${doer(1).slice(2)}`)
})

test('Releases of one escrow are encoded as one group, lowest slot first', () => {
  const [a, b, c] = [doer(1), doer(2), doer(3)] as [string, string, string]
  const encoded = encodeReleases([
    { escrowId: one, slot: 3, recipient: a },
    { escrowId: other, slot: 0, recipient: b },
    { escrowId: one.toUpperCase().replace('0X', '0x'), slot: 1, recipient: c },
  ])
  const bitmap = (bits: number) => bits.toString(16).padStart(32, '0')
  const first = `${one.slice(2)}${bitmap(0b1010)}${c.slice(2)}${a.slice(2)}`
  expect(encoded).toBe(`0x${first}${other.slice(2)}${bitmap(1)}${b.slice(2)}`)
})

test.each([
  ['no releases', []],
  ['a short id', [{ escrowId: '0x12', slot: 0, recipient: doer(1) }]],
  ['an id that is not hex', [{ escrowId: `0x${'z'.repeat(64)}`, slot: 0, recipient: doer(1) }]],
  ['a short address', [{ escrowId: one, slot: 0, recipient: '0x12' }]],
  ['a negative slot', [{ escrowId: one, slot: -1, recipient: doer(1) }]],
  ['a slot beyond the bitmap', [{ escrowId: one, slot: 128, recipient: doer(1) }]],
  ['half a slot', [{ escrowId: one, slot: 0.5, recipient: doer(1) }]],
  ['a slot twice', [0, 0].map((slot) => ({ escrowId: one, slot, recipient: doer(1) }))],
])('Encoding %s throws a RangeError', (_, releases) => {
  expect(() => encodeReleases(releases)).toThrow(RangeError)
})

let chain: LocalChain
let token: Contract
let escrow: Contract
let owner: string

beforeAll(async () => {
  chain = await startLocalChain()
  const signer = chain.account(0)
  owner = signer.address
  const operator = chain.account(1).address
  ;({ token, escrow } = await deployContracts({
    signer,
    owner,
    operator,
    guardian: owner,
    dailyLimit: 1_000n * tax,
  }))
})
afterAll(() => chain?.close())

async function fund(reward: bigint, slots: number): Promise<string> {
  const inAMonth = Math.floor(Date.now() / 1000) + 30 * 86_400
  const terms = { reward: reward * tax, slots, refundableAt: inAMonth, salt: hexlify(randomBytes(32)) }
  const fundInOne = token.getFunction('transferAndCall(address,uint256,bytes)')
  await (
    await fundInOne.send(await escrow.getAddress(), reward * tax * BigInt(slots), encodeTerms(terms))
  ).wait()
  return escrow.getFunction('escrowId').staticCall({ funder: owner, ...terms })
}

test('The contract pays the encoded releases, and its logs name the recipient of each slot', async () => {
  const [small, large] = [await fund(2n, 3), await fund(1n, 100)]
  const releases = [
    { escrowId: large, slot: 99, recipient: doer(1) },
    { escrowId: small, slot: 2, recipient: doer(2) },
    { escrowId: large, slot: 0, recipient: doer(3) },
    { escrowId: small, slot: 1, recipient: doer(2) },
  ]
  const asOperator = escrow.connect(chain.account(1)) as Contract
  const sent = await asOperator.getFunction('releaseBatch').send(encodeReleases(releases))
  const receipt = await sent.wait()

  const balanceOf = token.getFunction('balanceOf')
  expect(await Promise.all([1, 2, 3].map((index) => balanceOf.staticCall(doer(index))))).toEqual([
    tax,
    4n * tax,
    tax,
  ])
  const logged = receipt?.logs.map((log) => {
    const released = escrow.interface.parseLog(log)
    return released
      ? [released.args.escrowId, released.args.slots]
      : token.interface.parseLog(log)?.args.to.toLowerCase()
  })
  expect(logged).toEqual([[large, (1n << 99n) | 1n], doer(3), doer(1), [small, 0b110n], doer(2), doer(2)])
})
