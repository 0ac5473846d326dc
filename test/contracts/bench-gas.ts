// `npm run bench:gas`: measures the gas of every call of the escrow and of plain ERC-20 transfers on a Hardhat node.
import { parseArgs } from 'node:util'
import type { Release } from '../../contracts/encode-releases.ts'
import { deployMetered, type MeteredEscrow, newHolder, transactionCap } from './bench-gas-calls.ts'
import { compileTestFile } from './compile-test-file.ts'
import { startLocalChain } from './local-chain.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const many = options.quick ? 100 : 500
const most = options.quick ? 100 : 1_200

interface Measured {
  transferNew: bigint
  transfer: bigint
  releaseNew: bigint
  release: bigint
  /** Per recipient, for a batch of 100 slots of one task. */
  sameTask: bigint
  sameTaskNew: bigint
  /** Per recipient, for a batch of one slot of each of `many` tasks. */
  differentTasks: bigint
  differentTasksNew: bigint
  approve: bigint
  fund: bigint
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
  const [releaseNew, release] = [
    await metered.release(one.id, 0, payee),
    await metered.release(one.id, 1, payee),
  ]

  const hundred = holders.slice(0, 100)
  const first = await metered.fundInTwo(100)
  const second = await metered.fundInTwo(100)
  const paid = (id: string) => hundred.map((recipient, slot): Release => ({ escrowId: id, slot, recipient }))
  const sameTaskNew = (await metered.releaseBatch(paid(first.id))) / 100n
  const sameTask = (await metered.releaseBatch(paid(second.id))) / 100n

  const ids: string[] = []
  while (ids.length < most) ids.push((await metered.fundInTwo(5)).id)
  const slot = (slot: number) =>
    ids.map((escrowId, index): Release => ({ escrowId, slot, recipient: holders[index] ?? newHolder() }))
  const fresh = ids.map((escrowId): Release => ({ escrowId, slot: 4, recipient: newHolder() }))
  for (let at = 0; at < most; at += 250) await metered.releaseBatch(slot(0).slice(at, at + 250))
  const differentTasks = (await metered.releaseBatch(slot(1).slice(0, many))) / BigInt(many)
  const differentTasksNew = (await metered.releaseBatch(fresh.slice(0, 100))) / 100n
  return {
    transferNew,
    transfer,
    releaseNew,
    release,
    sameTask,
    sameTaskNew,
    differentTasks,
    differentTasksNew,
    approve: one.approve,
    fund: one.fund,
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
try {
  const artifact = await compileTestFile('tokens/PlainToken.sol')
  const plain = await measure(await deployMetered(chain, artifact('PlainToken')), false)
  const tax = await measure(await deployMetered(chain), true)
  const callable = await deployMetered(chain, artifact('PlainCallableToken'))
  const inTwo = await callable.fundInTwo(100)
  const inOne = await callable.fundInOne(100)
  print(plain, tax, { inOne: inOne.gas, inTwo: inTwo.gas })
  explain(plain)
} finally {
  await chain.close()
}

function print(plain: Measured, tax: Measured, callable: { inOne: bigint; inTwo: bigint }) {
  const row = (name: string, ours: string, taxes: string, target = '') =>
    console.log(`${name.padEnd(58)}${ours.padStart(12)}${taxes.padStart(12)}   ${target}`)
  const gas = (name: string, key: keyof Measured, limit?: bigint) =>
    row(
      name,
      count(plain[key]),
      count(tax[key]),
      limit ? verdict(`≤ ${count(limit)}`, Number(plain[key]) <= limit) : '',
    )
  const ratio = (one: bigint, other: bigint) => (Number(one) / Number(other)).toFixed(3)

  console.log(
    `Gas on a Hardhat node. "existing" recipients already hold the token. The targets are for the plain token.\n`,
  )
  row('', 'plain ERC20', 'TaxToken', 'target')
  gas('transfer, new recipient', 'transferNew')
  gas('transfer, existing recipient', 'transfer')
  gas('release, new recipient', 'releaseNew')
  row(
    '  × transfer',
    ratio(plain.releaseNew, plain.transferNew),
    ratio(tax.releaseNew, tax.transferNew),
    verdict('≤ 1.35', Number(plain.releaseNew) <= 1.35 * Number(plain.transferNew)),
  )
  gas('release, existing recipient', 'release')
  row(
    '  × transfer',
    ratio(plain.release, plain.transfer),
    ratio(tax.release, tax.transfer),
    verdict('≤ 1.35', Number(plain.release) <= 1.35 * Number(plain.transfer)),
  )
  gas('batch of 100, one task, existing: per recipient', 'sameTask', 9_300n)
  gas('batch of 100, one task, new: per recipient', 'sameTaskNew')
  gas(`batch of ${many}, different tasks, existing: per recipient`, 'differentTasks', 16_000n)
  gas('batch of 100, different tasks, new: per recipient', 'differentTasksNew')
  gas('approve', 'approve')
  gas('fund', 'fund')
  row('approve + fund, token with ERC-1363', count(callable.inTwo), count(tax.approve + tax.fund))
  row('fund in one transaction, token with ERC-1363', count(callable.inOne), count(tax.fundInOne))
  row(
    '  × approve + fund',
    ratio(callable.inOne, callable.inTwo),
    ratio(tax.fundInOne ?? 0n, tax.approve + tax.fund),
    verdict('≤ 0.7', Number(callable.inOne) <= 0.7 * Number(callable.inTwo)),
  )
  row(
    `largest batch under ${count(transactionCap)}, existing`,
    count(plain.largest),
    count(tax.largest),
    'one slot of each task',
  )
  row(
    `largest batch under ${count(transactionCap)}, new`,
    count(plain.largestNew),
    count(tax.largestNew),
    'one slot of each task',
  )
}

function explain(plain: Measured) {
  const unavoidable = 5_000 + 2_100 + 2_600 + 1_381
  const limit = 2_900
  console.log(`
Why 1.35 cannot be met for an existing recipient: in addition to the transfer, a release reads and writes the storage
slot of the escrow (5,000), reads that of the operator (2,100), calls a cold token (2,600) and logs Released (1,381): ${count(
    Number(plain.transfer) + unavoidable,
  )} gas, or
${((Number(plain.transfer) + unavoidable) / Number(plain.transfer)).toFixed(3)}, before any code runs. The daily limit also writes the operator's slot (${count(limit)}).`)
}

function count(value: bigint | number | null) {
  return value === null ? '–' : value.toLocaleString('en')
}

function verdict(target: string, met: boolean) {
  return `${target}  ${met ? 'PASS' : 'FAIL'}`
}
