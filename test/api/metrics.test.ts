import { toBaseUnits } from '../../domain/escrow.ts'
import { handler as schedule } from '../../functions/handlers/schedule.ts'
import { handler as settle } from '../../functions/handlers/settle.ts'
import { readConfig } from '../../functions/runtime/config.ts'
import { openServices } from '../../functions/runtime/context.ts'
import { measure } from '../../functions/schedule/measure.ts'
import { keys, partitions } from '../../functions/table/keys.ts'
import * as payouts from '../../functions/table/payouts.ts'
import * as refunds from '../../functions/table/refunds.ts'
import { update } from '../../functions/table/table.ts'
import { captureOutputLines } from '../support/capture-output.ts'

vi.hoisted(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'false'
})
const {
  createDuePayouts,
  createDuePayout,
  openOwnServices,
  own,
  postedTask,
  rewriteApproval,
  connection,
  storedTask,
  submittedTo,
} = await import('../support/isolated-fixture.ts')

interface Emf {
  _aws: object
  [value: string]: unknown
}

let lines: string[]
beforeEach(() => {
  lines = captureOutputLines()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** The log lines from which CloudWatch extracts this metric. */
const measured = (name: string): Emf[] =>
  lines.map((line) => JSON.parse(line) as Emf).filter((line) => line._aws && name in line)

const sumOf = (name: string) => measured(name).reduce((sum, line) => sum + Number(line[name]), 0)

/** What EventBridge starts every minute. */
async function scheduled() {
  await settle()
  await schedule()
}

test('The schedule counts paid and failed payouts and reports that none is due', async () => {
  const { all } = await createDuePayouts(4)
  const recipient = own.config.ESCROW_ADDRESS
  const [forged, refused] = [all[1]?.submission.id ?? '', all[2]?.submission.id ?? '']
  await own.table.write([update(keys.payout(forged), { set: { recipient } })])
  await rewriteApproval(refused, { recipient })
  await scheduled()
  expect([sumOf('PayoutsPaid'), sumOf('PayoutsFailed'), sumOf('FailedPayouts')]).toEqual([2, 2, 2])
  expect(measured('PayoutsDue')).toEqual([
    expect.objectContaining({ service: 'marketplace', PayoutsDue: 0, OldestPayoutAge: 0 }),
  ])
})

test('A scheduled run reports the signer’s gas, the daily limit left, the largest creator’s share and the oldest due refund once', async () => {
  const { task } = await postedTask({ reward: 10, maxCompletions: 3 })
  await submittedTo(task)
  const stored = await storedTask(task.id)
  const time = Date.now()
  const before = (seconds: number) => new Date(time - seconds * 1000).toISOString()
  // The refund waits for the submission, and is due an hour after the task was closed.
  expect(await refunds.close(own.table, stored, before(3690), {})).toBe(true)
  expect(await refunds.start(own.table, stored, before(90))).toBe(true)
  const { meter } = openServices(readConfig(connection.env))
  const limited = openOwnServices({ meter, now: () => time })
  limited.chain.funds = async () => ({
    ...(await own.chain.funds()),
    dailyLimit: toBaseUnits(40),
    leftToday: toBaseUnits(1),
  })
  await measure(limited)
  await scheduled()
  expect(measured('OldestRefundAge').map(({ OldestRefundAge }) => OldestRefundAge)).toEqual([90, 0])
  expect(measured('SignerGas')[0]).toMatchObject({ DailyLimitLeft: 2.5 })
  // The creator of the first test paid 20 of these 40 TAX.
  expect(measured('LargestCreatorShare')[0]).toMatchObject({ LargestCreatorShare: 50 })
  expect(measured('SignerGas')[0]?.SignerGas).toBeCloseTo(Number((await own.chain.funds()).gas) / 1e18, 1)
})

test('A paid payout is counted once, also if settle runs twice and its release is requested again', async () => {
  const { doer, release } = await createDuePayout()
  await settle({ startedBy: 'stream' })
  await scheduled()
  expect((await release(doer.id)).status).toBe(200)
  expect(sumOf('PayoutsPaid')).toBe(1)
})

test('A due payout that is paid on the chain already is counted as paid if this service paid it, and else as failed', async () => {
  const { all } = await createDuePayouts(2)
  await scheduled()
  for (const [index, { submission }] of all.entries()) {
    const { createdAt } = (await payouts.get(own.table, submission.id)) ?? {}
    const set = { status: 'due', transactionHash: null, gsi1pk: `${partitions.due}0`, gsi1sk: createdAt }
    const remove = index === 1 ? ['signedHashes'] : []
    await own.table.write([update(keys.payout(submission.id), { set, remove })])
  }
  await scheduled()
  expect([sumOf('PayoutsPaid'), sumOf('PayoutsFailed')]).toEqual([3, 1])
})

test('The PayoutsDue metric comes with the age of the oldest due payout', async () => {
  await createDuePayouts(2)
  const { meter } = openServices(readConfig(connection.env))
  const later = openOwnServices({ meter, now: () => Date.now() + 600_000 })
  await measure(later)
  const [line] = measured('PayoutsDue')
  expect(line?.PayoutsDue).toBe(2)
  expect(line?.OldestPayoutAge).toBeGreaterThanOrEqual(600)
  expect(line?.OldestPayoutAge).toBeLessThan(660)
})

test('While the chain cannot be reached, the schedule reports due payouts, and the comparison with the table fails', async () => {
  await own.chain.operator()
  const before = process.env.RPC_URL
  vi.resetModules()
  process.env.RPC_URL = 'http://127.0.0.1:9/secret-key'
  const unreachable = await import('../../functions/handlers/settle.ts')
  await expect(unreachable.handler()).rejects.toThrow()
  const measuring = await import('../../functions/handlers/schedule.ts')
  await measuring.handler()
  const watch = await import('../../functions/handlers/watch.ts')
  await expect(watch.handler()).rejects.toThrow()
  process.env.RPC_URL = before
  expect(measured('PayoutsDue')).toEqual([expect.objectContaining({ PayoutsDue: 2 })])
  expect(measured('NodeUnreachable').map((line) => line.NodeUnreachable)).toEqual([1])
  expect(measured('SignerGas')).toEqual([])
  lines = captureOutputLines()
  await scheduled()
  expect(measured('NodeUnreachable').map((line) => line.NodeUnreachable)).toEqual([0])
})
