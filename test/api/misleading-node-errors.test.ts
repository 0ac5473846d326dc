import { afterAll, expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import type { Services } from '../../functions/context.ts'
import { settle } from '../../functions/payouts/settle.ts'
import * as payouts from '../../functions/table/payouts.ts'
import { openOwnServices, postedTask, stack, submittedTo } from '../support/isolated-fixture.ts'

// A stack of its own: the errors that these nodes report are about every payout that is due.
afterAll(() => stack.close())

async function approved() {
  const { poster, task } = await postedTask()
  const { doer, submission } = await submittedTo(task)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  return { doer, submission, before: await doer.balance() }
}

/** Services whose node says `error` of every batch with this payout's recipient in it. */
function nodeThatSays(error: string, recipient: string): Services {
  const own = openOwnServices()
  return {
    ...own,
    chain: {
      ...own.chain,
      simulate: async (releases) =>
        releases.some((one) => one.recipient === recipient)
          ? { error, reason: `${error}()` }
          : own.chain.simulate(releases),
    },
  }
}

test.each([
  'NoRevertData',
  'SlotAlreadyPaid',
  'UnknownEscrow',
])('a node that wrongly says %s leaves the payout due, and it is paid once the node is right again', async (error) => {
  const one = await approved()
  const other = await approved()
  const misled = nodeThatSays(error, one.doer.wallet.address)
  await settle(misled, Date.now() + 3000)
  expect(await payouts.get(misled.table, one.submission.id)).toMatchObject({ status: 'due', reason: null })

  const own = openOwnServices()
  await settle(own, Date.now() + 10_000)
  for (const { doer, submission, before } of [one, other]) {
    expect(await payouts.get(own.table, submission.id)).toMatchObject({ status: 'paid' })
    expect((await doer.balance()) - before).toBe(toBaseUnits(50))
  }
})
