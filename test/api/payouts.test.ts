import { expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import type { Services } from '../../functions/context.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as payouts from '../../functions/table/payouts.ts'
import {
  newFundedUser,
  openOwnServices,
  postedTask,
  statusAndMessage,
  submittedTo,
} from '../support/shared-fixture.ts'

const soon = () => Date.now() + 15_000

/** An approved submission whose payout is due and not yet released. */
async function approvedSubmission(reward = 50) {
  const { poster, task } = await postedTask({ reward })
  const { doer, submission } = await submittedTo(task)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  const release = () =>
    poster.call('POST /api/blockchain/release-reward', { taskId: task.id, recipientId: doer.id })
  return { poster, task, doer, submission, release, before: await doer.balance() }
}

/** Repeats settle runs until this payout is no longer due, as the schedule does. */
async function settleUntilPaid(services: Services, submissionId: string) {
  for (let turn = 0; turn < 100; turn++) {
    await settle(services, soon())
    const payout = await payouts.get(services.table, submissionId)
    if (payout?.status !== 'due') return payout
    await services.sleep(50)
  }
  throw new Error('The payout stayed due')
}

test('Releasing a reward twice answers the same payout and pays once', async () => {
  const { doer, before, release } = await approvedSubmission()
  const first = await release()
  expect(await release()).toEqual(first)
  expect((await doer.balance()) - before).toBe(toBaseUnits(50))
})

test('Ten concurrent releases of one reward pay once and answer the same transaction', async () => {
  const { doer, before, release } = await approvedSubmission()
  const answers = await Promise.all(Array.from({ length: 10 }, release))
  expect(new Set(answers.map(({ transactionHash }) => transactionHash)).size).toBe(1)
  expect(answers.every(({ status }) => status === 'paid')).toBe(true)
  expect((await doer.balance()) - before).toBe(toBaseUnits(50))
})

test('If the browser is closed between approval and release, the schedule pays the reward', async () => {
  const { doer, before, submission } = await approvedSubmission()
  const payout = await settleUntilPaid(openOwnServices(), submission.id)
  expect(payout).toMatchObject({ status: 'paid' })
  expect((await doer.balance()) - before).toBe(toBaseUnits(50))
})

test('Three concurrent settle runs pay ten payouts once each', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => approvedSubmission(7)))
  await Promise.all([1, 2, 3].map(() => settle(openOwnServices(), soon())))
  const services = openOwnServices()
  for (const { doer, before, submission } of all) {
    expect(await settleUntilPaid(services, submission.id)).toMatchObject({ status: 'paid' })
    expect((await doer.balance()) - before).toBe(toBaseUnits(7))
  }
})

const crash = new Error('the process ended here')
type Fault = (own: Services) => Services

/** Points where the process may crash while it pays: each replaces one call of the real services by one that throws. */
const crashes: Record<string, Fault> = {
  'after signing, before the signed bytes are written': (own) => ({
    ...own,
    chain: {
      ...own.chain,
      sign: async (...args) => {
        await own.chain.sign(...args)
        throw crash
      },
    },
  }),
  'after the signed bytes are written, before they are broadcast': (own) => ({
    ...own,
    chain: { ...own.chain, broadcast: () => Promise.reject(crash) },
  }),
  'after the broadcast, before its answer': (own) => ({
    ...own,
    chain: {
      ...own.chain,
      broadcast: async (bytes) => {
        await own.chain.broadcast(bytes)
        throw crash
      },
    },
  }),
  'after the receipt, before the payout is marked paid': (own) => ({
    ...own,
    chain: {
      ...own.chain,
      receipt: async (hash) => {
        const found = await own.chain.receipt(hash)
        if (found) throw crash
        return found
      },
    },
  }),
  'after the payout is marked paid, before the in-flight transaction is deleted': (own) => ({
    ...own,
    table: {
      ...own.table,
      write: async (writes) => {
        if (writes.some((one) => 'delete' in one && one.delete.sk === 'INFLIGHT')) throw crash
        return own.table.write(writes)
      },
    },
  }),
}

test.each(
  Object.entries(crashes),
)('After a crash %s, the next settle run pays the reward exactly once', async (_, fault) => {
  const { doer, before, submission } = await approvedSubmission(13)
  const own = openOwnServices()
  for (let turn = 0; turn < 100; turn++) {
    const outcome = await settle(fault(own), soon()).catch((error: unknown) => error)
    if (outcome === crash) break
    await own.sleep(30)
  }
  expect(await settleUntilPaid(own, submission.id)).toMatchObject({ status: 'paid' })
  expect((await doer.balance()) - before).toBe(toBaseUnits(13))
})

test('The signed bytes of a transaction are in the table before they are broadcast', async () => {
  const { submission } = await approvedSubmission()
  const own = openOwnServices()
  const seen: unknown[] = []
  const watched: Services = {
    ...own,
    chain: {
      ...own.chain,
      broadcast: async (bytes) => {
        seen.push((await own.table.get(keys.inFlight))?.signed)
        expect(JSON.stringify(seen.at(-1))).toContain(bytes)
        return own.chain.broadcast(bytes)
      },
    },
  }
  expect(await settleUntilPaid(watched, submission.id)).toMatchObject({ status: 'paid' })
})

test('Releasing a reward answers 403 to users who may not review the task, and 409 while the submission is not approved', async () => {
  const { task, poster } = await postedTask()
  const { doer } = await submittedTo(task)
  const stranger = await newFundedUser()
  const ask = { taskId: task.id, recipientId: doer.id }
  expect((await statusAndMessage(stranger.request('POST /api/blockchain/release-reward', ask)))[0]).toBe(403)
  expect((await statusAndMessage(doer.request('POST /api/blockchain/release-reward', ask)))[0]).toBe(403)
  expect((await statusAndMessage(poster.request('POST /api/blockchain/release-reward', ask)))[0]).toBe(409)
  const unknown = { ...ask, recipientId: stranger.id }
  expect((await statusAndMessage(poster.request('POST /api/blockchain/release-reward', unknown)))[0]).toBe(
    404,
  )
})
