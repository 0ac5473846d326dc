import { settle } from '../../functions/payouts/settle.ts'
import * as totals from '../../functions/table/totals.ts'
import {
  connection,
  createDuePayouts,
  inFiveSeconds,
  own,
  postedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'

const rebuild = (...words: string[]) => runOperatorCommand('ops/rebuild.ts', words, connection.env)

test('`rebuild totals` changes nothing after normal use, and restores totals that were damaged', async () => {
  await createDuePayouts(2)
  await settle(own, inFiveSeconds())
  await createDuePayouts(1)
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const [rejected] = [await submittedTo(task), await submittedTo(task)]
  await poster.call('PATCH /api/submissions/{id}', {
    id: rejected.submission.id,
    status: 'rejected',
    feedback: 'No',
  })
  expect(await rebuild('totals')).toEqual({
    code: 0,
    output: 'Nothing to change: totals agrees with the stored items.',
  })
  const before = await totals.read(own.table)
  expect(before).toMatchObject({ submissions: 5, approved: 3, rejected: 1, pending: 1, paidOut: 30 })

  await own.table.write([totals.add({ approved: -2, paidOut: 500 })])
  expect(await rebuild('totals')).toEqual({ code: 0, output: 'approved: 1 → 3\npaidOut: 530 → 30' })
  expect(await totals.read(own.table)).toEqual(before)
})

test('`rebuild` with an unknown name fails and lists the projections', async () => {
  const { code, output } = await rebuild('scores')
  expect(code).toBe(1)
  expect(output).toContain('The projections: search, totals, scorecards.')
})
