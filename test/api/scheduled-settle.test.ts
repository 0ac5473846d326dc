import { expect, test } from 'vitest'
import { handler } from '../../functions/handlers/settle.ts'
import * as payouts from '../../functions/table/payouts.ts'
import { openOwnServices, postedTask, submittedTo } from '../support/shared-fixture.ts'

/** Repeats the scheduled handler until no other settle run holds the lease. @returns its outcome */
async function scheduled(): Promise<string> {
  while (true) {
    const { outcome } = await handler()
    if (outcome !== 'busy') return outcome
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('The scheduled handler pays a due payout, and a second run pays nothing more', async () => {
  const { table } = openOwnServices()
  const { poster, task } = await postedTask()
  const { doer, submission } = await submittedTo(task)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  expect(await doer.balance()).toBe(0n)

  expect(await scheduled()).toBe('done')
  expect(await payouts.get(table, submission.id)).toMatchObject({ status: 'paid' })
  expect(await doer.balance()).toBe(50n * 10n ** 18n)
  expect(await scheduled()).toBe('done')
  expect(await doer.balance()).toBe(50n * 10n ** 18n)
})
