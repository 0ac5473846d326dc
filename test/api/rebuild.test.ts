import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import { update } from '../../functions/table/table.ts'
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
import { allItems, findInconsistencies } from '../support/table-consistency.ts'

const rebuild = (...words: string[]) => runOperatorCommand('ops/rebuild.ts', words, connection.env)

test('`rebuild totals` changes nothing after normal use, and restores totals that were damaged', async () => {
  await createDuePayouts(2)
  await settle(own, inFiveSeconds())
  await createDuePayouts(1)
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const [rejected] = [await submittedTo(task), await submittedTo(task)]
  await poster.reject(rejected.submission)
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

test('`rebuild counts` changes nothing after normal use, and restores the counts of users and tasks that an older version wrote', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 4 })
  const [pending, rejected, appealed, approved] = [
    await submittedTo(task),
    await submittedTo(task),
    await submittedTo(task),
    await submittedTo(task),
  ]
  for (const { submission } of [rejected, appealed]) await poster.reject(submission)
  await poster.approve(approved.submission)
  await appealed.doer.appeal(appealed.submission)
  expect(await rebuild('counts')).toEqual({
    code: 0,
    output: 'Nothing to change: counts agrees with the stored items.',
  })
  const damaged = keys.user(pending.doer.id)
  await own.table.write([
    update(keys.task(task.id), { add: { taken: -2, submissions: 1 } }),
    update(damaged, { remove: ['undecided', 'submissions', 'pendingReward'] }),
  ])
  const { code, output } = await rebuild('counts')
  expect(code).toBe(0)
  expect(output.split('\n').toSorted()).toEqual([
    `TASK ${task.id} submissions: 5 → 4`,
    `TASK ${task.id} taken: 2 → 4`,
    `USER ${pending.doer.id} pendingReward: 0 → 10`,
    `USER ${pending.doer.id} submissions: 0 → 1`,
    `USER ${pending.doer.id} undecided: 0 → 1`,
  ])
  expect(findInconsistencies(await allItems(connection))).toEqual([])
})

test('`rebuild` with an unknown name fails and lists the projections', async () => {
  const { code, output } = await rebuild('scores')
  expect(code).toBe(1)
  expect(output).toContain('The projections: search, totals, scorecards, counts, proofs, former-proofs.')
})
