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
async function approved(reward = 50) {
  const { poster, task } = await postedTask({ reward })
  const { doer, submission } = await submittedTo(task)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  const release = () =>
    poster.call('POST /api/blockchain/release-reward', { taskId: task.id, recipientId: doer.id })
  return { poster, task, doer, submission, release, before: await doer.balance() }
}

/** Settles until this payout is no longer due, as the schedule would. */
async function settled(services: Services, submissionId: string) {
  for (let turn = 0; turn < 100; turn++) {
    await settle(services, soon())
    const payout = await payouts.get(services.table, submissionId)
    if (payout?.status !== 'due') return payout
    await services.sleep(50)
  }
  throw new Error('The payout stayed due')
}

test('releasing twice answers the same payout and pays once', async () => {
  const { doer, before, release } = await approved()
  const first = await release()
  expect(await release()).toEqual(first)
  expect((await doer.balance()) - before).toBe(toBaseUnits(50))
})

test('ten releases at once pay once and all name the same transaction', async () => {
  const { doer, before, release } = await approved()
  const answers = await Promise.all(Array.from({ length: 10 }, release))
  expect(new Set(answers.map(({ transactionHash }) => transactionHash)).size).toBe(1)
  expect(answers.every(({ status }) => status === 'paid')).toBe(true)
  expect((await doer.balance()) - before).toBe(toBaseUnits(50))
})

test('a browser closed between approval and release loses nothing: the schedule pays', async () => {
  const { doer, before, submission } = await approved()
  const payout = await settled(openOwnServices(), submission.id)
  expect(payout).toMatchObject({ status: 'paid' })
  expect((await doer.balance()) - before).toBe(toBaseUnits(50))
})

test('three settlers at once pay ten payouts once each', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => approved(7)))
  await Promise.all([1, 2, 3].map(() => settle(openOwnServices(), soon())))
  const services = openOwnServices()
  for (const { doer, before, submission } of all) {
    expect(await settled(services, submission.id)).toMatchObject({ status: 'paid' })
    expect((await doer.balance()) - before).toBe(toBaseUnits(7))
  }
})

const crash = new Error('the process ended here')
type Fault = (own: Services) => Services

/** Where a process may end while it pays: each wraps the real services so that one call never returns. */
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
  'after it is marked paid, before the transaction in flight is forgotten': (own) => ({
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

test.each(Object.entries(crashes))('a settler that ends %s loses nothing and pays once', async (_, fault) => {
  const { doer, before, submission } = await approved(13)
  const own = openOwnServices()
  for (let turn = 0; turn < 100; turn++) {
    const outcome = await settle(fault(own), soon()).catch((error: unknown) => error)
    if (outcome === crash) break
    await own.sleep(30)
  }
  expect(await settled(own, submission.id)).toMatchObject({ status: 'paid' })
  expect((await doer.balance()) - before).toBe(toBaseUnits(13))
})

test('the signed bytes are in the table before they are broadcast', async () => {
  const { submission } = await approved()
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
  expect(await settled(watched, submission.id)).toMatchObject({ status: 'paid' })
})

test('only who may review a task may release its rewards, and only for approved submissions', async () => {
  const { task, poster } = await postedTask()
  const { doer } = await submittedTo(task)
  const nosy = await newFundedUser()
  const ask = { taskId: task.id, recipientId: doer.id }
  expect((await statusAndMessage(nosy.request('POST /api/blockchain/release-reward', ask)))[0]).toBe(403)
  expect((await statusAndMessage(doer.request('POST /api/blockchain/release-reward', ask)))[0]).toBe(403)
  expect((await statusAndMessage(poster.request('POST /api/blockchain/release-reward', ask)))[0]).toBe(409)
  const unknown = { ...ask, recipientId: nosy.id }
  expect((await statusAndMessage(poster.request('POST /api/blockchain/release-reward', unknown)))[0]).toBe(
    404,
  )
})
