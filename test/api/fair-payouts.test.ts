import { toBaseUnits, toCents } from '../../domain/escrow.ts'
import { termsOf } from '../../domain/refund.ts'
import { type PayoutServices, withSender } from '../../functions/payouts/run.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as payouts from '../../functions/table/payouts.ts'
import { isIn } from '../../functions/table/shards.ts'
import * as spending from '../../functions/table/spending.ts'
import { type Item, type Table, update } from '../../functions/table/table.ts'
import { changeAtOnce, escrow, sendAsOwner } from '../support/escrow-owner.ts'
import {
  createDuePayouts,
  inFiveSeconds,
  openOwnServices,
  own,
  payoutOf,
  postedTask,
  provider,
  stack,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'

afterAll(() => stack.close())

const day = 86_400_000
const unlimited = 1_000_000

/** Reasons of the alarms that settle runs of the current test have raised. */
let alarms: Set<string>
beforeEach(() => {
  alarms = new Set()
})

function run(changes: Partial<PayoutServices> = {}) {
  const services = openOwnServices(changes)
  const meter = { ...own.meter, waiting: (reason: string) => alarms.add(reason) }
  return settle({ ...services, meter }, inFiveSeconds(services))
}

/** Sets the daily limit so that this many CENTS are left today. */
async function leaveToday(cents: number) {
  const [limit, left]: bigint[] = await Promise.all(
    ['dailyLimit', 'availableToday'].map((name) => escrow.getFunction(name).staticCall()),
  )
  await changeAtOnce('setDailyLimit', (limit ?? 0n) - (left ?? 0n) + toBaseUnits(cents))
}

async function submittedReward(reward: number) {
  const { poster, task } = await postedTask({ reward, maxCompletions: 2 })
  const one = await submittedTo(task)
  const approve = () =>
    poster.call('PATCH /api/submissions/{id}', { id: one.submission.id, status: 'approved' })
  return { ...one, approve }
}

async function approvedReward(reward: number) {
  const one = await submittedReward(reward)
  await one.approve()
  return one
}
type Approved = Awaited<ReturnType<typeof submittedTo>>

/** Runs with a fee cap that allows this much gas. */
async function runWithGas(gas: bigint, changes: Partial<PayoutServices> = {}) {
  const { maxFeePerGas } = await provider.getFeeData()
  const FEE_CAP = `0.${String((maxFeePerGas ?? 0n) * gas).padStart(18, '0')}`
  const { sender: _, ...services } = openOwnServices({ ...changes, config: { ...own.config, FEE_CAP } })
  return run(withSender(services))
}

const statuses = (all: Approved[]) => Promise.all(all.map(async (one) => (await payoutOf(one)).status))

test('When ten own accounts of a poster are approved for the whole daily limit, an honest reward that is due too is paid today', async () => {
  const { all: attackers } = await createDuePayouts(10)
  const honest = await approvedReward(50)
  await leaveToday(100)
  expect(await run()).toBe('waiting')
  expect(await statuses([honest])).toEqual(['paid'])
  expect((await statuses(attackers)).filter((status) => status === 'paid')).toHaveLength(5)
  expect(alarms).toContain('DailyLimitExceeded')
  await leaveToday(unlimited)
  expect(await run()).toBe('done')
})

/** A table in memory that can only be read: 5,000 items would take a minute on the engine. */
function tableOf(items: Item[]): Table {
  const query: Table['query'] = async ({ above = '', below = '~~', index, limit, pk }) => {
    const found = items.filter((item) => isIn(pk, item[`${index}pk`]) && String(item[`${index}sk`]) > above)
    const page = found.filter((item) => String(item[`${index}sk`]) < below).slice(0, limit)
    return { items: page, next: found.length > limit ? page.at(-1) : undefined }
  }
  const getAll: Table['getAll'] = async (all) => items.filter(({ pk }) => all.some((key) => key.pk === pk))
  return { ...own.table, getAll, query }
}

/** A function that makes items of due payouts by the number of their creator. */
async function dueItems() {
  const template = await payoutOf(await approvedReward(1))
  return (creator: number, number: number, changes: Partial<payouts.Payout> = {}): Item => {
    const submissionId = `01MANY${creator}${String(number).padStart(8, '0')}`
    const write = payouts.putDue({ ...template, ...changes, submissionId, creatorId: `C${creator}` })
    return 'put' in write ? write.put : {}
  }
}

test('Urgent payouts take turns by creator', async () => {
  const dueOf = await dueItems()
  const refundableAt = Math.floor(Date.now() / 1000)
  const items = [10, 10, 10, 11].map((creator, number) =>
    dueOf(creator, number, { refundableAt: refundableAt + number }),
  )
  const { unprotected, urgent } = await payouts.due(tableOf(items), Date.now(), '')
  const creators = (all: payouts.Payout[]) => all.map(({ creatorId }) => creatorId)
  expect(creators(urgent)).toEqual(['C10', 'C11', 'C10', 'C10'])
  expect(creators(unprotected)).toEqual(['C10', 'C10', 'C10', 'C11'])
  expect(await run()).toBe('done')
})

test('5,000 due payouts of one creator hide no payout of another, and with twenty such creators each reading continues at the next', async () => {
  const dueOf = await dueItems()
  const many = (creator: number, count: number) => Array.from({ length: count }, (_, n) => dueOf(creator, n))
  const read = async (items: Item[], after: string) => {
    const { inTurns, next } = await payouts.due(tableOf(items), Date.now(), after)
    return { next, creators: [...new Set(inTurns.slice(0, 8).map(({ creatorId }) => creatorId))] }
  }
  expect(await read([...many(10, 5000), dueOf(11, 0)], '')).toEqual({ next: '', creators: ['C10', 'C11'] })
  const crowd = Array.from({ length: 20 }, (_, creator) => many(creator + 10, 1001)).flat()
  const first = await read(crowd, '')
  expect([first.next, first.creators.length]).toEqual(['C17', 8])
  expect((await read(crowd, first.next)).creators[0]).toBe('C18')
  expect(await run()).toBe('done')
})

test('An unreadable payout at the head of the queue raises an alarm, moves to its end and hides no other payout', async () => {
  const [bad, honest] = [await approvedReward(1), await approvedReward(1)]
  const key = keys.payout(bad.submission.id)
  const setAmount = (amount: unknown) => own.table.write([update(key, { set: { amount } })])
  await setAmount('ten')
  expect(await run()).toBe('waiting')
  expect(await run()).toBe('waiting')
  expect(alarms).toEqual(new Set(['UnreadablePayout']))
  expect(await statuses([honest])).toEqual(['paid'])
  expect((await own.table.get(key))?.gsi1sk).toMatch(/^~#/)
  await setAmount(1)
  expect(await run()).toBe('done')
  expect(await statuses([bad])).toEqual(['paid'])
})

test('After the gas budget of a day is used up, payouts wait for the next day with an alarm', async () => {
  const first = await approvedReward(1)
  const config = { ...own.config, GAS_BUDGET: 1e-12 }
  const today = { config, now: () => Date.now() + 3 * day }
  expect(await run(today)).toBe('done')
  expect(await statuses([first])).toEqual(['paid'])
  const second = await approvedReward(1)
  expect(await run(today)).toBe('waiting')
  expect([await statuses([second]), alarms]).toEqual([['due'], new Set(['GasBudget'])])
  expect(await run({ config, now: () => Date.now() + 4 * day })).toBe('done')
  expect(await statuses([second])).toEqual(['paid'])
})

test('A transaction costs at most the fee cap: the payouts of a batch that exceeds it are paid in several transactions, and a payout that exceeds it alone waits with an alarm', async () => {
  const { all } = await createDuePayouts(6)
  const { maxFeePerGas } = await provider.getFeeData()
  expect(await runWithGas(200_000n)).toBe('done')
  const hashes = new Set(
    await Promise.all(all.map(async (one) => (await payoutOf(one)).transactionHash ?? '')),
  )
  expect(hashes.size).toBeGreaterThan(1)
  for (const hash of hashes)
    expect((await own.chain.receipt(hash))?.fee).toBeLessThanOrEqual((maxFeePerGas ?? 0n) * 200_000n)
  const alone = await approvedReward(1)
  expect([await runWithGas(20_000n), alarms]).toEqual(['waiting', new Set(['FeeCap'])])
  expect([await run(), await statuses([alone])]).toEqual(['done', ['paid']])
})

test('The tasks of one creator use at most their share of the daily limit and of the gas budget, and the rest is paid the next day', async () => {
  const { all } = await createDuePayouts(6)
  const countPaid = async () => (await statuses(all)).filter((status) => status === 'paid').length
  const on = (days: number, changes: Partial<PayoutServices['config']>) =>
    run({ config: { ...own.config, ...changes }, now: () => Date.now() + days * day })
  const CREATOR_SHARE = 35 / toCents(await own.chain.dailyLimit())
  expect(await on(5, { CREATOR_SHARE })).toBe('waiting')
  expect(await countPaid()).toBe(3)
  // The first payout of a day may be above the share.
  const other = await approvedReward(50)
  expect(await on(5, { CREATOR_SHARE })).toBe('waiting')
  expect([await countPaid(), await statuses([other])]).toEqual([3, ['paid']])

  const { creatorId } = await payoutOf(other)
  const used = await spending.usedBy(own.table, Date.now() + 5 * day, [creatorId])
  const ofGas = { CREATOR_SHARE: 0.25, GAS_BUDGET: 4 * (used.get(creatorId)?.fees ?? 0) }
  expect(await on(5, ofGas)).toBe('waiting')
  expect(await countPaid()).toBe(3)
  expect(await on(6, { CREATOR_SHARE })).toBe('done')
  expect(await countPaid()).toBe(6)
  expect(alarms).toEqual(new Set())
})

test('Payouts of 1 CENT wait ten minutes for others, and are made in the same transaction', async () => {
  const config = { ...own.config, SMALL_PAYOUT_WAIT: 600 }
  const small: Approved[] = []
  for (let number = 0; number < 3; number++) {
    small.push(await approvedReward(1))
    expect(await run({ config })).toBe('waiting')
  }
  expect(await statuses(small)).toEqual(['due', 'due', 'due'])
  const other = await approvedReward(50)
  expect(await run({ config })).toBe('done')
  const hashes = await Promise.all(
    [...small, other].map(async (one) => (await payoutOf(one)).transactionHash),
  )
  expect(new Set(hashes).size).toBe(1)
  const last = await approvedReward(1)
  expect(await run({ config })).toBe('waiting')
  expect(await run({ config, now: () => Date.now() + 601_000 })).toBe('done')
  expect(await statuses([last])).toEqual(['paid'])
})

// The last test, because it moves the time of the chain.
test('Approved rewards are paid although the daily limit, a pause or the gas budget stopped payouts until refundableAt and strangers refunded the escrows', async () => {
  const attackers = await createDuePayouts(10)
  const [first, second, third] = [
    await approvedReward(50),
    await approvedReward(50),
    await approvedReward(50),
  ]
  const tasks = await Promise.all(
    [first, second, third].map(({ submission }) => storedTask(submission.taskId)),
  )
  const [paused, late] = [await submittedReward(50), await submittedReward(50)]
  const refundableAt = Math.max(...tasks.map((task) => task.refundableAt)) * 1000
  const { timestamp = 0 } = (await provider.getBlock('latest')) ?? {}
  await provider.send('evm_increaseTime', [Math.round((refundableAt - day) / 1000) - timestamp])
  await provider.send('evm_mine', [])
  await leaveToday(0)
  const soon = () => refundableAt - day
  const isOwed = async (one: Approved) => {
    const { escrowId, slot } = await payoutOf(one)
    return Boolean(((await own.chain.escrow(escrowId))?.owedBitmap ?? 0n) >> BigInt(slot))
  }

  // The fee cap makes it hold the slots in several transactions.
  expect(await runWithGas(60_000n, { now: soon })).toBe('waiting')
  expect(alarms).toEqual(new Set(['DailyLimitExceeded', 'Held']))
  expect(await Promise.all([first, second, third].map(isOwed))).toEqual([true, true, true])
  await leaveToday(50)
  await sendAsOwner('pause')
  await paused.approve()
  const nearPaused = { now: () => refundableAt - 1000 }
  expect(await run(nearPaused)).toBe('waiting')
  expect([await isOwed(paused), [...alarms]]).toEqual([true, expect.arrayContaining(['EscrowPaused'])])
  await sendAsOwner('unpause')
  await late.approve()
  const noBudget = { ...nearPaused, config: { ...own.config, GAS_BUDGET: 1e-12 } }
  expect(await run(noBudget)).toBe('waiting')
  expect([await isOwed(late), [...alarms]]).toEqual([true, expect.arrayContaining(['GasBudget'])])

  await provider.send('evm_increaseTime', [2 * 86_400])
  await provider.send('evm_mine', [])
  const owed = [first, second, third, paused, late]
  for (const { submission } of owed) {
    const task = await storedTask(submission.taskId)
    await sendAsOwner('refund', termsOf(task, task))
    expect(await own.chain.escrow(task.escrowId)).toMatchObject({ closed: true, paidCount: 0 })
  }
  await leaveToday(unlimited)
  const afterwards = { now: () => refundableAt + day }
  expect(await run(afterwards)).toBe('done')
  expect(await statuses([...owed, ...attackers.all])).toEqual(Array(15).fill('paid'))
  for (const { doer } of owed) expect(await doer.balance()).toBe(toBaseUnits(50))
})
