// `npm run bench:gas`: measures the gas of every call of the escrow, of plain ERC-20 transfers and of a bare airdrop. Exits
// with 1 if a target is missed.
import { parseArgs } from 'node:util'
import type { Release } from '../../contracts/encode-releases.ts'
import {
  airdropGas,
  deployMetered,
  type MeteredEscrow,
  newHolder,
  transactionCap,
} from './bench-gas-calls.ts'
import { compileTestFile } from './compile-test-file.ts'
import { startLocalChain } from './local-chain.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const many = options.quick ? 100 : 500
const most = options.quick ? 100 : 1_200
/**
 * Gas that a payment in TaxToken may cost more than one in a plain ERC-20. The compiler compares selectors one after another,
 * 22 gas each, and ERC-1363 and ERC-2612 put 7 more before `transfer`: 154. Ids and wallets are random, and each byte that is
 * not zero costs 12 gas more: 26 for chance.
 */
const dispatchLimit = 180

/** Gas. Per recipient for batches and the airdrop. */
interface Measured {
  transferNew: bigint
  transfer: bigint
  releaseNew: bigint
  release: bigint
  releaseBare: bigint
  /** A batch of 100 slots of one task. */
  sameTask: bigint
  sameTaskBare: bigint
  sameTaskNew: bigint
  airdrop: bigint
  /** A batch of one slot of each of `many` tasks. */
  differentTasks: bigint
  differentTasksBare: bigint
  differentTasksNew: bigint
  approve: bigint
  fund: bigint
  fundInTwo: bigint
  fundInOne: bigint | null
  largest: number
  largestNew: number
}

async function measure(metered: MeteredEscrow, callable: boolean): Promise<Measured> {
  const holders = Array.from({ length: most }, newHolder)
  const holder = newHolder()
  const [transferNew, transfer] = [await metered.transfer(holder), await metered.transfer(holder)]

  const one = await metered.fundInTwo(100)
  const fundInOne = callable ? (await metered.fundInOne(100)).gas : null
  const payee = newHolder()
  const releaseNew = await metered.release(one.id, 0, payee)
  const release = await metered.release(one.id, 1, payee)
  const releaseBare = await metered.release(one.id, 2, payee, true)

  const hundred = holders.slice(0, 100)
  const batch = async (bare?: boolean) => {
    const { id } = await metered.fundInTwo(100)
    const releases = hundred.map((recipient, slot): Release => ({ escrowId: id, slot, recipient }))
    return (await metered.releaseBatch(releases, bare)) / 100n
  }
  const [sameTaskNew, sameTask, sameTaskBare] = [await batch(), await batch(), await batch(true)]
  const airdrop = (await airdropGas(chain, bare('AssemblyAirdrop'), metered.token, hundred)) / 100n

  const ids: string[] = []
  while (ids.length < most) ids.push((await metered.fundInTwo(5)).id)
  const slot = (slot: number) =>
    ids.map((escrowId, index): Release => ({ escrowId, slot, recipient: holders[index] ?? newHolder() }))
  const fresh = ids.map((escrowId): Release => ({ escrowId, slot: 4, recipient: newHolder() }))
  for (let at = 0; at < most; at += 250) await metered.releaseBatch(slot(0).slice(at, at + 250))
  const differentTasks = (await metered.releaseBatch(slot(1).slice(0, many))) / BigInt(many)
  const differentTasksBare = (await metered.releaseBatch(slot(3).slice(0, many), true)) / BigInt(many)
  const differentTasksNew = (await metered.releaseBatch(fresh.slice(0, 100))) / 100n
  return {
    transferNew,
    transfer,
    releaseNew,
    release,
    releaseBare,
    sameTask,
    sameTaskBare,
    sameTaskNew,
    airdrop,
    differentTasks,
    differentTasksBare,
    differentTasksNew,
    approve: one.approve,
    fund: one.fund,
    fundInTwo: one.gas,
    fundInOne,
    largest: await largestThatFits(metered, slot(2)),
    largestNew: await largestThatFits(metered, fresh.slice(100)),
  }
}

async function largestThatFits(metered: MeteredEscrow, releases: Release[]): Promise<number> {
  let [fits, over] = [0, releases.length + 1]
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (await metered.fits(releases.slice(0, middle))) fits = middle
    else over = middle
  }
  return fits
}

const chain = await startLocalChain()
const bare = await compileTestFile('tokens/AssemblyAirdrop.sol')
try {
  const artifact = await compileTestFile('tokens/PlainToken.sol')
  const plain = await measure(await deployMetered(chain, artifact('PlainToken')), false)
  const tax = await measure(await deployMetered(chain), true)
  print(plain, tax)
} finally {
  await chain.close()
}

function print(plain: Measured, tax: Measured) {
  const row = (name: string, left: string, right: string, target = '') =>
    console.log(`${name.padEnd(66)}${left.padStart(12)}${right.padStart(12)}   ${target}`)
  const gas = (name: string, key: keyof Measured, limit = 0) => {
    const met = Number(plain[key]) <= limit
    row(name, count(plain[key]), count(tax[key]), limit ? verdict(`≤ ${count(limit)}`, met) : '')
  }

  console.log(`Gas on a Hardhat node. "existing" recipients already hold the token. Releases carry an access list (EIP-2930), unless
the row says "without list". The targets are for the plain token, and for TaxToken in comparison with it: ERC-1363 and
ERC-2612 add 154 gas to each payment (decision 0013).\n`)
  row('', 'plain ERC20', 'TaxToken', 'target')
  gas('transfer, new recipient', 'transferNew')
  gas('transfer, existing recipient', 'transfer')
  gas('release, new recipient', 'releaseNew')
  gas('release, existing recipient', 'release', 51_000)
  gas('release, existing recipient, without list', 'releaseBare')
  gas('bare assembly airdrop to 100, existing: per recipient', 'airdrop')
  gas('batch of 100, one task, existing: per recipient', 'sameTask', 8_900)
  gas('batch of 100, one task, existing, without list: per recipient', 'sameTaskBare')
  gas('batch of 100, one task, new: per recipient', 'sameTaskNew')
  gas(`batch of ${many}, different tasks, existing: per recipient`, 'differentTasks', 15_950)
  gas(`batch of ${many}, different tasks, existing, without list: per recipient`, 'differentTasksBare')
  gas('batch of 100, different tasks, new: per recipient', 'differentTasksNew')
  gas('approve', 'approve')
  gas('fund', 'fund')
  gas('fund in one transaction', 'fundInOne')
  const ratio = Number(tax.fundInOne) / Number(tax.fundInTwo)
  row('  × approve + fund', '–', ratio.toFixed(3), verdict('≤ 0.63', ratio <= 0.63))
  for (const key of ['transfer', 'release', 'sameTask', 'differentTasks'] as const) {
    const more = Number(tax[key] - plain[key])
    row(
      `TaxToken − plain ERC20, ${key}`,
      '–',
      `${more}`,
      verdict(`≤ ${dispatchLimit}`, more <= dispatchLimit),
    )
  }
  const size = `largest batch under ${count(transactionCap)}, one slot of each task`
  gas(`${size}, existing`, 'largest')
  gas(`${size}, new`, 'largestNew')
}

function count(value: bigint | number | null) {
  return value === null ? '–' : value.toLocaleString('en')
}

function verdict(target: string, met: boolean) {
  if (!met) process.exitCode = 1
  return `${target}  ${met ? 'PASS' : 'FAIL'}`
}
