import { expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import type { PayoutServices } from '../../functions/payouts/run.ts'
import { settle } from '../../functions/payouts/settle.ts'
import * as payouts from '../../functions/table/payouts.ts'
import { openOwnServices, postedTask, submittedTo } from '../support/isolated-fixture.ts'

// This file starts its own stack, because these nodes report errors about every due payout.

async function approvedSubmission() {
  const { poster, task } = await postedTask()
  const { doer, submission } = await submittedTo(task)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  return { doer, submission, before: await doer.balance() }
}

/** Services whose node answers `error` to the simulation of every batch that contains this recipient. */
function withSimulationError(error: string, recipient: string): PayoutServices {
  const own = openOwnServices()
  return {
    ...own,
    sender: {
      ...own.sender,
      simulate: async (call) =>
        'some' in call && call.some((one) => one.recipient === recipient)
          ? { error, reason: `${error}()` }
          : own.sender.simulate(call),
    },
  }
}

test.each([
  'NoRevertData',
  'SlotAlreadyPaid',
  'UnknownEscrow',
])('A payout for which the node wrongly reports %s stays due, and a later run with a correct node pays it', async (error) => {
  const one = await approvedSubmission()
  const other = await approvedSubmission()
  const faulty = withSimulationError(error, one.doer.wallet.address)
  await settle(faulty, Date.now() + 3000)
  expect(await payouts.get(faulty.table, one.submission.id)).toMatchObject({ status: 'due', reason: null })

  const own = openOwnServices()
  await settle(own, Date.now() + 10_000)
  for (const { doer, submission, before } of [one, other]) {
    expect(await payouts.get(own.table, submission.id)).toMatchObject({ status: 'paid' })
    expect((await doer.balance()) - before).toBe(toBaseUnits(50))
  }
})
