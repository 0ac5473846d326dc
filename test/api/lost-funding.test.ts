import { checkFunding } from '../../functions/market/funding.ts'
import type { Chain } from '../../functions/payouts/chain.ts'
import { settle } from '../../functions/payouts/settle.ts'
import * as funding from '../../functions/table/funding.ts'
import { keys } from '../../functions/table/keys.ts'
import * as tasks from '../../functions/table/tasks.ts'
import { ApiUser } from '../../ops/api-user.ts'
import { openFixture } from '../support/fixture.ts'
import {
  connection,
  inFiveSeconds,
  newUser,
  newVisitor,
  openOwnServices,
  own,
  postedTask,
  provider,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'
import { statusAndMessage } from '../support/responses.ts'
import { form } from '../support/task-form.ts'

const { newFundedUser, site } = openFixture(connection)
const minutes = 60_000
const check = (after: number, chain: Chain = own.chain) =>
  checkFunding(
    openOwnServices({
      chain,
      config: { ...own.config, FINALITY: 65 },
      now: () => Date.now() + after * minutes,
    }),
  )
const isListed = async (id: string) =>
  (await newVisitor().call('GET /api/tasks', {})).some((task) => task.id === id)

test('A task whose funding a reorganisation took back leaves the lists, takes no proof and no approval and tells its poster, until the funding returns', async () => {
  const poster = await newFundedUser()
  const snapshot = await provider.send('evm_snapshot', [])
  const { id } = await poster.post(form)
  const { salt, refundableAt, escrowId } = await storedTask(id)
  const doer = await newUser()
  const submit = () =>
    statusAndMessage(doer.request('POST /api/submissions', { taskId: id, proofText: 'A tram.' }))
  const early = await (await newUser()).call('POST /api/submissions', { taskId: id, proofText: 'A tram.' })
  const approve = async () =>
    (await poster.request('PATCH /api/submissions/{id}', { id: early.id, status: 'approved' })).status
  expect(await check(3)).toBe(0)
  expect(await isListed(id)).toBe(true)

  await provider.send('evm_revert', [snapshot])
  expect(await check(20)).toBe(1)
  expect(await isListed(id)).toBe(false)
  expect(await submit()).toEqual([409, 'This task no longer takes submissions'])
  expect(await approve()).toBe(409)
  const told = await poster.call('GET /api/tasks/{id}', { id })
  expect(Date.parse(told.fundingLost ?? '')).toBeGreaterThan(Date.now())

  // Another client of the same wallet, because the former one counts its nonces itself.
  await new ApiUser(site, poster.wallet).fund(form, { salt, refundableAt })
  expect(await check(25)).toBe(0)
  expect(await isListed(id)).toBe(true)
  expect((await poster.call('GET /api/tasks/{id}', { id })).fundingLost).toBeUndefined()
  expect([await submit(), await approve()]).toEqual([[200, ''], 200])

  for (let block = 0; block < 70; block++) await provider.send('evm_mine', [])
  expect(await check(60)).toBe(0)
  expect(await own.table.get(keys.escrow(escrowId))).not.toHaveProperty('gsi1pk')
})

const markLost = ({ escrowId, id }: tasks.StoredTask) =>
  funding.markLost(own.table, { id: escrowId, taskId: id }, Date.now(), Date.now())

test('If the poster closes a task in the moment in which its funding returns, the next check notices it, and the doer can be paid', async () => {
  const { poster, task } = await postedTask()
  const { submission } = await submittedTo(task)
  const { escrowId } = await storedTask(task.id)
  await markLost(await storedTask(task.id))
  for (let block = 0; block < 70; block++) await provider.send('evm_mine', [])
  const escrow: Chain['escrow'] = async (...of) => {
    if (of[0] === escrowId) await poster.request('POST /api/tasks/{id}/close', { id: task.id })
    return own.chain.escrow(...of)
  }
  await check(3, { ...own.chain, escrow })
  await check(6)
  expect(
    (await poster.request('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })).status,
  ).toBe(200)
})

test('A task that loses its funding, or gets it back, in the moment in which an admin shows it again is read again', async () => {
  const { task } = await postedTask()
  await tasks.hide(own.table, await storedTask(task.id), { reason: 'Spam', at: task.createdAt }, [])
  const hidden = await storedTask(task.id)
  const unhide = (read: tasks.StoredTask) => tasks.listAgain(own.table, read, 'hiddenAt', Date.now())
  const markReturned = (read: tasks.StoredTask) => tasks.listAgain(own.table, read, 'fundingLost', Date.now())
  await markLost(hidden)
  expect(await unhide(hidden)).toBe(false)
  const lost = await storedTask(task.id)
  await markReturned(lost)
  expect(await unhide(lost)).toBe(false)
  await markLost(hidden)
  const both = await storedTask(task.id)
  expect(await unhide(both)).toBe(true)
  expect(await markReturned(both)).toBe(false)
})

test('A node that lags behind does not mark a funding as lost that a concurrent run has found to be final', async () => {
  const { id } = await (await newFundedUser()).post(form)
  for (let block = 0; block < 70; block++) await provider.send('evm_mine', [])
  const escrow = async () => {
    await check(20)
    return null
  }
  const lagging = openOwnServices({ chain: { ...own.chain, escrow }, now: () => Date.now() + 20 * minutes })
  expect(await checkFunding(lagging)).toBe(0)
  expect(await storedTask(id)).not.toHaveProperty('fundingLost')
})

test.each([
  ['refunded', { cents: 0, hash: null }],
  ['firstPart', undefined],
] as const)('The refund of a closed task waits an hour for its lost funding to return, and then returns nothing: `%s`', async (part, end) => {
  const poster = await newFundedUser()
  const snapshot = await provider.send('evm_snapshot', [])
  const task = await poster.post(form)
  if (part === 'firstPart') await submittedTo(task)
  await provider.send('evm_revert', [snapshot])
  expect(await check(20)).toBe(1)
  await poster.call('POST /api/tasks/{id}/close', { id: task.id })
  for (const [after, expected] of [
    [79, null],
    [81, end],
  ] as const) {
    const services = openOwnServices({ now: () => Date.now() + after * minutes })
    await settle(services, inFiveSeconds(services))
    expect((await storedTask(task.id))[part]).toEqual(expected)
  }
})
