// `npm run sim:signer` lets the product's `settle` pay 100,000 due payouts on a simulated table and chain, and reports the time and cost.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { toBaseUnits } from '../../domain/escrow.ts'
import { completions } from '../../domain/limits.ts'
import type { PayoutServices } from '../../functions/payouts/run.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys, partitions } from '../../functions/table/keys.ts'
import { putDue } from '../../functions/table/payouts.ts'
import { type Item, tableOver } from '../../functions/table/table.ts'
import { type GasModel, measureGas } from './payout-throughput/gas-model.ts'
import { type Limits, SimulatedChain } from './payout-throughput/simulated-chain.ts'
import { MeteredTable } from './payout-throughput/simulated-table.ts'
import { Clock } from './payout-throughput/virtual-clock.ts'

const { values } = parseArgs({ options: { payouts: { type: 'string', default: '100000' } } })
const count = Number(values.payouts)

/** Milliseconds between two scheduled runs, and the maximum milliseconds of one run (functions/handlers/settle.ts). */
const schedule = { every: 60_000, patience: 45_000 }
const confirmations = 1
const hex = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}`
const taskIdOf = (escrowId: string) => escrowId.slice(2, 28)
const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Creates due payouts in random order: tasks with the default number of completions, and ten payouts for each doer. */
function createPayouts(table: MeteredTable, start: number) {
  const tasks = Array.from({ length: Math.ceil(count / completions.default) }, () => hex(32))
  const doers = Array.from({ length: Math.ceil(count / 10) }, () => hex(20))
  const escrows = new Map(
    tasks.map((id) => [
      id,
      {
        reward: toBaseUnits(50),
        slots: completions.default,
        paidCount: 0,
        closed: false,
        paidBitmap: 0n,
        owedBitmap: 0n,
      },
    ]),
  )
  for (const escrowId of tasks) {
    const id = taskIdOf(escrowId)
    table.put({ ...keys.task(id), id, escrowId, reward: 50, completions: completions.default })
  }
  const slots = tasks.flatMap((escrowId) =>
    Array.from({ length: completions.default }, (_, slot) => ({ escrowId, slot, order: Math.random() })),
  )
  slots.sort((a, b) => a.order - b.order)
  slots.slice(0, count).forEach(({ escrowId, slot }, index) => {
    const id = index.toString(32).toUpperCase().padStart(26, '0')
    const at = new Date(start - count + index).toISOString()
    const userId = `01ARZ3NDEKTSV4RRFFQ69G5FAV`
    const common = {
      taskId: taskIdOf(escrowId),
      userId: `${userId.slice(0, 20)}${id.slice(20)}`,
      createdAt: at,
    }
    const write = putDue({
      ...common,
      submissionId: id,
      recipient: doers[index % doers.length] ?? '',
      amount: 50,
      escrowId,
      slot,
      status: 'due',
      transactionHash: null,
      reason: null,
      signedHashes: [],
      creatorId: '',
      refundableAt: 0,
    })
    if ('put' in write) table.put(write.put)
    const submission: Item = {
      ...keys.submission(common.taskId, common.userId),
      ...common,
      id,
      proofText: 'x'.repeat(400),
      proofLink: null,
      proofFileUrl: null,
      notes: null,
      status: 'approved',
      reviewedBy: userId,
      reviewNotes: null,
      reviewedAt: at,
      slot,
      wallet: doers[index % doers.length] ?? '',
      updatedAt: at,
      transactionHash: null,
      gsi1pk: partitions.submittedBy(common.userId),
      gsi1sk: id,
      gsi2pk: partitions.reviewedFor(userId),
      gsi2sk: id,
      gsi3pk: partitions.submissions,
      gsi3sk: id,
    }
    table.put(submission)
  })
  return escrows
}

async function payAll(name: string, limits: Limits, model: GasModel) {
  const start = Date.parse('2026-03-01T00:00:00Z')
  const clock = new Clock(start)
  const metered = new MeteredTable(clock)
  const chain = new SimulatedChain(clock, model, limits, createPayouts(metered, start))
  const sleep = (milliseconds: number) => clock.wait(milliseconds)
  let paid = 0
  let runs = 0
  const silent: PayoutServices['log'] = {
    info: () => {},
    warn: () => {},
    error: () => {},
    appendKeys: () => {},
    createChild: () => silent,
  }
  const services = {
    config: { CONFIRMATIONS: confirmations, FINALITY: 64 },
    table: tableOver(metered.client(), 'simulated', sleep),
    chain: chain.client(),
    sender: chain.sender(),
    now: () => clock.now,
    sleep,
    log: silent,
    meter: {
      request: () => {},
      paid: (n: number) => (paid += n),
      failed: () => {},
      due: () => {},
      waiting: () => {},
    },
  } as unknown as PayoutServices
  const before = process.hrtime.bigint()
  let last = start
  const settleUntilDone = async () => {
    for (let outcome = 'waiting'; outcome !== 'done'; runs++) {
      const began = clock.now
      outcome = await settle(services, began + schedule.patience)
      last = clock.now
      const took = clock.now - began
      if (outcome !== 'done') await clock.wait(schedule.every * Math.ceil(took / schedule.every) - took)
    }
  }
  await clock.run(settleUntilDone())
  const seconds = (last - start) / 1000
  const line = (what: string, is: string) => console.log(`  ${what.padEnd(32)}${is}`)
  console.log(`\n${name}: ${number(limits.blockGas / 1e6)} M gas each ${limits.blockTime / 1000} s`)
  line('payouts paid', `${number(paid)} in ${number(runs)} scheduled runs`)
  line('transactions, signatures', `${number(chain.transactions)}, ${number(chain.signatures)}`)
  line('payouts per transaction', number(paid / chain.transactions))
  line(
    'gas',
    `${number(chain.gasUsed / paid)} per payout, ${number((100 * chain.gasUsed) / (limits.blockGas * ((seconds * 1000) / limits.blockTime)))}% of the chain’s block gas`,
  )
  line('time until all are paid', `${number(seconds / 60, 1)} minutes`)
  line('payouts per second', number(paid / seconds, 1))
  line(
    'table, per payout',
    `${number(metered.written / paid, 1)} WCU, ${number(metered.read / paid, 1)} RCU, ${number(metered.requests / paid, 2)} requests`,
  )
  line('table, per second', `${number(metered.written / seconds)} WCU, ${number(metered.read / seconds)} RCU`)
  line('simulation time', `${number(Number(process.hrtime.bigint() - before) / 1e9, 1)} s`)
  if (paid !== count) throw new Error(`${paid} of ${count} were paid`)
}

console.log(
  `${number(count)} due payouts of tasks with ${completions.default} completions, ten for each doer.`,
)
const model = await measureGas()
console.log(
  `Measured gas: ${number(model.base)} per batch, ${number(model.escrow)} per escrow, ${number(model.recipient)} per recipient, ${number(model.newHolder)} more for a new token holder. The model was ${number(model.off, 1)}% off for a mixed batch.`,
)
await payAll('Blocks as on Ethereum', { blockGas: 60_000_000, blockTime: 12_000 }, model)
await payAll('Small blocks', { blockGas: 5_000_000, blockTime: 1000 }, model)
