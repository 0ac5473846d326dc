import { Contract, parseEther, Wallet } from 'ethers'
import { tokenAbi } from '../../contracts/abi.ts'
import { toBaseUnits } from '../../domain/escrow.ts'
import { closeRefundable } from '../../functions/market/refunds.ts'
import { openApprovals } from '../../functions/payouts/approvals.ts'
import type { PayoutServices } from '../../functions/payouts/run.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { type Key, keys, partitions } from '../../functions/table/keys.ts'
import type { Payout } from '../../functions/table/payouts.ts'
import * as payouts from '../../functions/table/payouts.ts'
import { queues } from '../../functions/table/queue.ts'
import { type Item, update } from '../../functions/table/table.ts'
import {
  createDuePayout,
  createDuePayouts,
  inFiveSeconds,
  openOwnServices,
  operator,
  own,
  payoutOf,
  postedTask,
  provider,
  stack,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'

// Somebody who can write a few items of the table must not get another task's money, and must not stop other payouts.

/** Creates a task with a pending submission. `approve` sends the request that approves it. */
async function pendingSubmission(reward: number, maxCompletions = 1) {
  const { poster, task } = await postedTask({ reward, maxCompletions })
  const one = await submittedTo(task)
  const approve = () =>
    poster.request('PATCH /api/submissions/{id}', { id: one.submission.id, status: 'approved' })
  return { ...one, approve, taskId: task.id }
}

/** Services for one settle run, with the reasons of its alarms and the hashes of the payout transactions that it signs. */
function observedRun(changes: Partial<PayoutServices['sender']> = {}) {
  const alarms: string[] = []
  const hashes: string[] = []
  const sender: PayoutServices['sender'] = {
    ...own.sender,
    ...changes,
    async sign(...parameters) {
      const signed = await (changes.sign ?? own.sender.sign)(...parameters)
      hashes.push(signed.hash)
      return signed
    },
  }
  const meter = { ...own.meter, waiting: (reason: string) => alarms.push(reason) }
  const run = () => settle({ ...own, meter, sender }, inFiveSeconds())
  return { alarms, hashes, run }
}

type Submitted = Awaited<ReturnType<typeof submittedTo>>

async function expectPaid({ doer, submission }: Submitted, reward = 10) {
  expect(await payoutOf({ submission })).toMatchObject({ status: 'paid' })
  expect(await doer.balance()).toBe(toBaseUnits(reward))
}

async function expectFailed({ doer, submission }: Submitted, reason: string) {
  expect(await payoutOf({ submission })).toMatchObject({ status: 'failed', reason, transactionHash: null })
  expect(await doer.balance()).toBe(0n)
}

/** Changes attributes of one item, as somebody who can write to the table does. */
const forge = (key: Key, set: Item) => own.table.write([update(key, { set })])

/** The attributes of a task's item that name its escrow and the escrow's terms. */
async function escrowOf(taskId: string) {
  const { escrowId, funder, refundableAt, reward, salt } = await storedTask(taskId)
  return { escrowId, funder, refundableAt, reward, salt }
}

test('A payout changed to name another task is not paid, even if a second forged payout makes settle read its genuine approval', async () => {
  const thief = await createDuePayout()
  const genuine = await payoutOf(thief)
  const victim = await pendingSubmission(500)
  await victim.approve()
  const { amount, escrowId, taskId } = await payoutOf(victim)
  await forge(keys.payout(genuine.submissionId), { amount, escrowId, taskId, gsi1sk: '2000#' })
  await own.table.write([payouts.putDue({ ...genuine, submissionId: '01DECOY' })])
  expect(await observedRun().run()).toBe('done')
  await expectFailed(thief, 'No submission or no task belongs to this payout')
  await expectPaid(victim, 500)
})

test('A task changed to name another task’s escrow is not paid from that escrow', async () => {
  const victim = await pendingSubmission(500)
  await victim.approve()
  const thief = await pendingSubmission(10)
  await forge(keys.task(thief.taskId), await escrowOf(victim.taskId))
  await thief.approve()
  await payouts.moveToEnd(own.table, await payoutOf(victim), Date.now() + 1000)
  const { alarms, run } = observedRun()
  expect(await run()).toBe('done')
  expect(alarms).toEqual(['MismatchedPayout'])
  await expectFailed(thief, 'The escrow of this payout belongs to another task')
  await expectPaid(victim, 500)
})

test('A task changed to a closed one with another task’s escrow does not refund that escrow, whose reward is paid later', async () => {
  const victim = await pendingSubmission(10, 2)
  const { task: forged } = await postedTask({ reward: 10, maxCompletions: 2 })
  const now = new Date().toISOString()
  const terms = await escrowOf(victim.taskId)
  const closed = {
    isActive: false,
    closedAt: now,
    refunded: null,
    gsi2pk: `${queues.refunds.pk}0`,
    gsi2sk: now,
  }
  await forge(keys.task(forged.id), { ...terms, ...closed })
  expect(await observedRun().run()).toBe('waiting')
  expect(await own.chain.escrow(terms.escrowId)).toMatchObject({ closed: false, paidCount: 0 })
  await own.table.write([{ update: keys.task(forged.id), set: 'REMOVE gsi2pk, gsi2sk' }])
  await victim.approve()
  expect(await observedRun().run()).toBe('done')
  await expectPaid(victim)
})

test('A task whose escrow is listed as refundable too early stays open', async () => {
  const { taskId } = await pendingSubmission(10, 2)
  const { escrowId } = await storedTask(taskId)
  await forge(keys.escrow(escrowId), { gsi2sk: '2000#' })
  expect(await closeRefundable(own)).toBe(0)
  const task = await storedTask(taskId)
  expect(task.isActive).toBe(true)
  expect(task.closedAt).toBeUndefined()
})

test.each([
  ['a wallet of no account', async () => Wallet.createRandom().address],
  ['the wallet of another account', async () => (await pendingSubmission(10)).doer.wallet.address],
])('An approval is refused with 409 if the user’s item was changed to %s', async (_, forgedWallet) => {
  const { approve, doer, submission } = await pendingSubmission(10)
  await forge(keys.user(doer.id), { walletAddress: await forgedWallet() })
  expect(await approve()).toMatchObject({ status: 409 })
  expect(await payouts.get(own.table, submission.id)).toBeUndefined()
})

const malformed = 'The payout is malformed'
test.each<[string, Partial<Payout>, string]>([
  ['fractional slot', { slot: 0.5 }, malformed],
  ['negative slot', { slot: -1 }, malformed],
  ['malformed recipient', { recipient: '0x12' }, malformed],
  ['malformed escrow id', { escrowId: '0x12' }, malformed],
  [
    'malformed escrow id that no task has claimed',
    { escrowId: '0x13' },
    'The escrow of this payout belongs to another task',
  ],
])('A payout with a %s fails, and the other due payout is paid', async (_, changes, reason) => {
  const bad = await createDuePayout()
  const honest = await createDuePayout()
  const payout = await payoutOf(bad)
  const { escrowId, recipient, slot, taskId, userId } = { ...payout, ...changes }
  // Without the slot and the wallet of its submission, only the payout names them.
  await own.table.write([{ update: keys.submission(taskId, userId), set: 'REMOVE slot, wallet' }])
  await forge(keys.payout(payout.submissionId), { slot, recipient, escrowId })
  await forge(keys.task(taskId), { escrowId })
  if (escrowId === '0x12') await own.table.write([{ put: { ...keys.escrow(escrowId), escrowId, taskId } }])
  const { alarms, run } = observedRun()
  expect(await run()).toBe('done')
  expect(alarms).toEqual(['MismatchedPayout'])
  await expectFailed(bad, reason)
  await expectPaid(honest)
})

test('A due payout whose signed hash is malformed does not stop another due payout', async () => {
  const bad = await createDuePayout()
  expect(await observedRun().run()).toBe('done')
  await forge(keys.payout(bad.submission.id), {
    status: 'due',
    transactionHash: null,
    signedHashes: new Set(['0x12']),
    gsi1pk: `${partitions.due}0`,
    gsi1sk: '2000#',
  })
  const honest = await createDuePayout()
  expect(await observedRun().run()).toBe('done')
  await expectPaid(honest)
})

test('A paid payout whose transaction hash is malformed gets its hash back, and another paid payout becomes final', async () => {
  const bad = await createDuePayout()
  const honest = await createDuePayout()
  expect(await observedRun().run()).toBe('done')
  const { transactionHash } = await payoutOf(bad)
  await forge(keys.payout(bad.submission.id), { transactionHash: '0x12' })
  const later = openOwnServices({ now: () => Date.now() + 120_000 })
  expect(await settle(later, inFiveSeconds(later))).toBe('done')
  expect(await payoutOf(bad)).toMatchObject({ status: 'paid', transactionHash })
  expect(await own.table.get(keys.payout(honest.submission.id))).not.toHaveProperty('gsi1pk')
})

test('A payout transaction succeeds even if its 16 doers empty their wallets between the simulation and the block', async () => {
  const { all } = await createDuePayouts(16)
  expect(await observedRun().run()).toBe('done')
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 16 })
  const again = []
  for (const { doer } of all) {
    const submission = await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'Again.' })
    await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
    await provider.send('hardhat_setBalance', [doer.wallet.address, `0x${parseEther('1').toString(16)}`])
    again.push({ doer, submission })
  }
  const token = new Contract(stack.siteConfig.tokenAddress, tokenAbi, provider)
  const { hashes, run } = observedRun({
    async broadcast(bytes) {
      for (const { doer } of all) {
        const own = token.connect(doer.wallet.connect(provider)) as Contract
        await (await own.getFunction('transfer').send(operator, await doer.balance())).wait()
      }
      return own.sender.broadcast(bytes)
    },
  })
  expect(await run()).toBe('done')
  for (const one of again) {
    expect([(await payoutOf(one)).transactionHash]).toEqual(hashes)
    await expectPaid(one)
  }
})

test('A payout transaction that reverts ends the run with one alarm, and the next run pays the payout', async () => {
  const one = await createDuePayout()
  const { alarms, hashes, run } = observedRun({
    sign: (pay, nonce) => own.sender.sign(pay, nonce, 50_000n), // too little gas
  })
  expect(await run()).toBe('waiting')
  expect(alarms).toEqual(['Reverted'])
  expect(hashes).toHaveLength(1)
  expect(await payoutOf(one)).toMatchObject({ status: 'due' })
  expect(await observedRun().run()).toBe('done')
  await expectPaid(one)
})

test('A payout whose submission cannot be read stays due with an alarm, and is paid once the submission is readable again', async () => {
  const bad = await createDuePayout()
  const honest = await createDuePayout()
  const { taskId, userId } = await payoutOf(bad)
  await forge(keys.submission(taskId, userId), { notes: 7 })
  const { alarms, run } = observedRun()
  expect(await run()).toBe('waiting')
  expect(alarms).toEqual(['UnreadableApproval'])
  expect(await payoutOf(bad)).toMatchObject({ status: 'due', reason: null })
  await expectPaid(honest)
  await forge(keys.submission(taskId, userId), { notes: null })
  expect(await observedRun().run()).toBe('done')
  await expectPaid(bad)
})

const unproven = 'No proof shows that a function that may approve has approved this payout'

/** Writes a forged approval of a pending submission, complete but for its proof, which is this text. */
async function forgeApproval(one: Awaited<ReturnType<typeof pendingSubmission>>, mac: string) {
  const { escrowId, creatorId, refundableAt } = await storedTask(one.taskId)
  const payout: Payout = {
    ...{ submissionId: one.submission.id, taskId: one.taskId, userId: one.doer.id, escrowId, creatorId },
    ...{ recipient: one.doer.wallet.address, amount: 10, slot: 0, status: 'due', transactionHash: null },
    ...{
      reason: null,
      createdAt: new Date().toISOString(),
      signedHashes: [],
      mac,
      reviewedBy: null,
      refundableAt,
    },
  }
  await forge(keys.task(one.taskId), { completions: 1 })
  await forge(keys.submission(one.taskId, one.doer.id), {
    ...{ status: 'approved', slot: 0, wallet: payout.recipient },
  })
  await own.table.write([payouts.putDue(payout)])
}

test.each<[string, () => Promise<string>]>([
  ['no proof', async () => ''],
  ['a text that is no proof', async () => 'AA=='],
  ['the proof of another approval', async () => (await payoutOf(await createDuePayout())).mac],
])('An approval that somebody wrote to every item of the table, with %s, is not paid', async (_, macOf) => {
  const thief = await pendingSubmission(10)
  await forgeApproval(thief, await macOf())
  const { alarms, run } = observedRun()
  expect(await run()).toBe('done')
  await expectFailed(thief, unproven)
  expect(alarms).toEqual(['MismatchedPayout'])
})

test.each<[keyof Payout, unknown, Item]>([
  ['recipient', `0x${'ab'.repeat(20)}`, { wallet: `0x${'ab'.repeat(20)}` }],
  ['slot', 1, { slot: 1 }],
  ['createdAt', '2026-01-01T00:00:00.000Z', {}],
])('A payout is not paid if its %s was changed in all items after the approval', async (field, value, ofSubmission) => {
  const one = await pendingSubmission(10, 3)
  await one.approve()
  await forge(keys.payout(one.submission.id), { [field]: value })
  await forge(keys.task(one.taskId), { completions: 2 })
  if (Object.keys(ofSubmission).length > 0)
    await forge(keys.submission(one.taskId, one.doer.id), ofSubmission)
  expect(await observedRun().run()).toBe('done')
  await expectFailed(one, unproven)
})

test('A payout of a version without proofs is paid only until the time that the operator has set', async () => {
  const one = await pendingSubmission(10)
  await one.approve()
  await forge(keys.payout(one.submission.id), { mac: '' })
  const until = (UNPROVEN_UNTIL: string) => ({ ...own, config: { ...own.config, UNPROVEN_UNTIL } })
  await settle(until(new Date(Date.now() - 1000).toISOString()), inFiveSeconds())
  await expectFailed(one, unproven)
  await payouts.retry(own.table, await payoutOf(one))
  await settle(until(new Date(Date.now() + 60_000).toISOString()), inFiveSeconds())
  await expectPaid(one)
})

test('While KMS cannot be reached, an approved payout stays due', async () => {
  const one = await createDuePayout()
  const approvals = openApprovals({ keyId: own.config.APPROVAL_KEY_ID, endpoint: 'http://127.0.0.1:9' })
  await expect(settle({ ...own, approvals }, inFiveSeconds())).rejects.toThrow('ECONNREFUSED')
  expect(await payoutOf(one)).toMatchObject({ status: 'due' })
  expect(await observedRun().run()).toBe('done')
  await expectPaid(one)
})
