import { submissionInput } from '../../domain/submission.ts'
import type { Task } from '../../domain/task.ts'
import { consume } from '../../functions/events/consume.ts'
import { create } from '../../functions/market/submissions.ts'
import { offerPlaces } from '../../functions/market/waiting.ts'
import { type Key, keys } from '../../functions/table/keys.ts'
import * as users from '../../functions/table/users.ts'
import * as waitingList from '../../functions/table/waiting.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { projections } from '../../ops/rebuild.ts'
import { openFixture } from '../support/fixture.ts'
import {
  connection,
  contextOf,
  openOwnServices,
  own,
  postedTask,
  storedTask,
} from '../support/isolated-fixture.ts'
import { concurrently, countStatuses, statusAndMessage } from '../support/responses.ts'
import { allItems, findInconsistencies } from '../support/table-consistency.ts'
import { form } from '../support/task-form.ts'

const { newAdmin, newUser, newVisitor } = openFixture(connection)
const hour = 3_600_000
const allTaken = 'All places are taken for now. A place becomes free when a rejection is final.'

const submit = (task: Task, by: ApiUser) =>
  by.request('POST /api/submissions', { taskId: task.id, proofText: `Proof of ${by.wallet.address}` })
const proofOf = ({ id }: Task) => submissionInput.parse({ taskId: id, proofText: 'Mine.' })
const wait = ({ id }: Task, by: ApiUser) => by.request('POST /api/tasks/{id}/waiting', { id })
const leave = ({ id }: Task, by: ApiUser) => by.request('DELETE /api/tasks/{id}/waiting', { id })
const stateOf = async ({ id }: Task, by: ApiUser) =>
  (await by.call('GET /api/tasks/{id}/user-submission', { id })).waiting

/** Delivers the change of an item that the stream gives, twice. */
async function deliver(key: Key) {
  const after = await own.table.get(key)
  const services = { ...own, queueMail: async () => {}, startSettle: async () => {} }
  const isTask = key.sk === 'TASK'
  const change = { id: 'one', sequenceNumber: '1', before: isTask ? after : undefined, after }
  expect(await consume(services, [change, change])).toEqual([])
}

/** Runs the schedule `later` milliseconds from now, after the event of the task's present state. */
async function offer({ id }: Task, later = 1000) {
  await deliver(keys.task(id))
  await offerPlaces(openOwnServices({ now: () => Date.now() + later }))
}

/** A task whose places are all taken; `free` rejects the next proof, whose doer gives the place up. */
async function fullTask(places: number) {
  const { poster, task } = await postedTask({ maxCompletions: places })
  const ids: { doer: ApiUser; id: string }[] = []
  for (let turn = 0; turn < places; turn++) {
    const doer = await newUser()
    const { id } = (await (await submit(task, doer)).json()) as { id: string }
    ids.push({ doer, id })
  }
  const free = async () => {
    const { doer, id } = ids.pop() as (typeof ids)[number]
    await poster.call('PATCH /api/submissions/{id}', { id, status: 'rejected', feedback: 'No' })
    await doer.call('DELETE /api/submissions/{id}/appeal', { id })
  }
  return { poster, task, free }
}

async function waitingUsers(task: Task, count: number) {
  const people: ApiUser[] = []
  for (let turn = 0; turn < count; turn++) {
    const person = await newUser()
    expect((await wait(task, person)).status).toBe(200)
    people.push(person)
  }
  return people as [ApiUser, ApiUser, ApiUser]
}

async function consistent() {
  expect(findInconsistencies(await allItems(connection))).toEqual([])
  expect(await projections.counts(own.table)).toEqual([])
}

test('A bot does not take a place that became free before the doer who waited for it', async () => {
  const { task, free } = await fullTask(1)
  const [doer, bot] = [await newUser(), await newUser()]
  const before = await storedTask(task.id)
  await wait(task, doer)
  await free()
  expect(await statusAndMessage(submit(task, bot))).toEqual([409, allTaken])
  // The bot's request has read the task before the doer waited.
  const context = contextOf(await bot.call('GET /api/user', {}))
  const late = create(context, proofOf(task), { task: { ...before, taken: 0 } })
  await expect(late).rejects.toMatchObject({ code: 'conflict', message: allTaken })
  await offer(task)
  expect(await statusAndMessage(submit(task, bot))).toEqual([409, allTaken])
  expect((await submit(task, doer)).status).toBe(200)
  expect(await storedTask(task.id)).toMatchObject({ taken: 1, waiting: 0, undecided: 1 })
  await consistent()
})

test('Places are offered in the order of the list, and each doer sees the position and is told of the offer', async () => {
  const { task, free } = await fullTask(2)
  const [first, second, third] = await waitingUsers(task, 3)
  expect((await wait(task, first)).status).toBe(200)
  expect(await stateOf(task, third)).toEqual({ before: 2, offeredUntil: null })
  expect((await leave(task, second)).status).toBe(200)
  expect((await leave(task, second)).status).toBe(200)
  expect(await stateOf(task, second)).toBeUndefined()
  expect(await stateOf(task, third)).toEqual({ before: 1, offeredUntil: null })
  await free()
  await offer(task)
  const offered = await stateOf(task, first)
  expect(Date.parse(offered?.offeredUntil ?? '') - Date.now()).toBeGreaterThan(hour - 60_000)
  await deliver(keys.waiting(task.id, (await first.call('GET /api/user', {})).id))
  const { notifications } = await first.call('GET /api/notifications', {})
  const told = { kind: 'place-offered', taskId: task.id, until: offered?.offeredUntil }
  expect(notifications).toMatchObject([told])
  expect(await stateOf(task, third)).toEqual({ before: 0, offeredUntil: null })
  expect(await statusAndMessage(submit(task, third))).toEqual([409, allTaken])
  await consistent()
})

test('Of 20 submissions and 5 waiting doers with 3 freed places at once, exactly the offered doers get the places', async () => {
  const { task, free } = await fullTask(3)
  const waiting = [...(await waitingUsers(task, 3)), ...(await waitingUsers(task, 2))]
  const bots = await Promise.all(concurrently(15, () => newUser()))
  for (let turn = 0; turn < 3; turn++) await free()
  const attempts = async () => countStatuses([...bots, ...waiting].map((by) => submit(task, by)))
  const [before] = await Promise.all([attempts(), offer(task), offer(task), offer(task, 2000)])
  const after = await attempts()
  expect([(before[200] ?? 0) + (after[200] ?? 0), before[409]]).toEqual([3, 20 - (before[200] ?? 0)])
  const submitted = await Promise.all(
    waiting.map((by) => by.call('GET /api/tasks/{id}/user-submission', { id: task.id })),
  )
  expect(submitted.map(({ hasSubmitted }) => hasSubmitted)).toEqual([true, true, true, false, false])
  expect(await storedTask(task.id)).toMatchObject({ taken: 3, waiting: 2, undecided: 3 })
  await consistent()
})

test('The migration of the proofs of version 0.1.0 leaves waiting lists as they are', async () => {
  const { task } = await fullTask(1)
  const [first, second] = await waitingUsers(task, 2)
  await projections['former-proofs'](own.table)
  expect(await stateOf(task, first)).toMatchObject({ before: 0 })
  expect(await stateOf(task, second)).toMatchObject({ before: 1 })
})

test('A list outlasts the hiding of its task, and an offer that ends meanwhile does not count as unused', async () => {
  const { task, free } = await fullTask(1)
  const [offered, next] = await waitingUsers(task, 2)
  const admin = await newAdmin()
  const setVisibility = (hidden: boolean) =>
    admin.call('POST /api/admin/tasks/{id}/visibility', { id: task.id, hidden, reason: 'Reported' })
  await free()
  await offer(task)
  await setVisibility(true)
  await offer(task, hour + 5000)
  await offer(task, 2 * hour)
  await setVisibility(false)
  expect(
    await own.table.get(keys.waiting(task.id, (await offered.call('GET /api/user', {})).id)),
  ).toMatchObject({ missed: 0 })
  expect(await stateOf(task, next)).toEqual({ before: 0, offeredUntil: null })
  await consistent()
})

test('An offer that ends unused passes to the next doer, and a doer who left two offers unused cannot wait again', async () => {
  const { task, free } = await fullTask(1)
  const [idle, next] = await waitingUsers(task, 2)
  await free()
  await offer(task)
  await offer(task, hour - 60_000)
  // The offer ends while the proof is checked.
  let reads = 0
  const now = () => Date.now() + (reads++ < 2 ? 0 : 2 * hour)
  const context = contextOf(await idle.call('GET /api/user', {}), { now })
  const late = create(context, proofOf(task), { task: await storedTask(task.id) })
  await expect(late).rejects.toMatchObject({ code: 'conflict', message: allTaken })
  expect((await stateOf(task, idle))?.offeredUntil).toEqual(expect.any(String))
  await offer(task, hour + 5000)
  expect(await stateOf(task, idle)).toBeUndefined()
  expect(await statusAndMessage(submit(task, idle))).toEqual([409, allTaken])
  await offer(task)
  expect((await stateOf(task, next))?.offeredUntil).toEqual(expect.any(String))
  expect((await wait(task, idle)).status).toBe(200)
  expect((await leave(task, next)).status).toBe(200)
  await offer(task)
  expect((await leave(task, idle)).status).toBe(200)
  expect(await statusAndMessage(wait(task, idle))).toEqual([
    409,
    'A place of this task is free. You can submit your proof.',
  ])
  expect((await submit(task, next)).status).toBe(200)
  expect(await statusAndMessage(wait(task, idle))).toEqual([
    409,
    expect.stringMatching(/^You did not use 2 places/),
  ])
  await consistent()
})

test('A lost event delays an offer by at most an hour', async () => {
  const { task, free } = await fullTask(1)
  const [doer] = await waitingUsers(task, 1)
  await free()
  await offerPlaces(openOwnServices({ now: () => Date.now() + hour - 60_000 }))
  expect(await stateOf(task, doer)).toEqual({ before: 0, offeredUntil: null })
  await offerPlaces(openOwnServices({ now: () => Date.now() + hour + 1000 }))
  expect((await stateOf(task, doer))?.offeredUntil).toEqual(expect.any(String))
})

test('A closed task ends offers and waits, and returns its money although a place is offered', async () => {
  const { poster, task, free } = await fullTask(1)
  const [offered, waiting] = await waitingUsers(task, 2)
  await free()
  await offer(task)
  const { status } = await poster.call('POST /api/tasks/{id}/close', { id: task.id })
  expect(status).toBe('due')
  expect((await submit(task, offered)).status).toBe(409)
  expect((await wait(task, await newUser())).status).toBe(409)
  await offer(task, hour + 5000)
  await offer(task, hour + 5000)
  for (const by of [offered, waiting]) expect(await stateOf(task, by)).toBeUndefined()
  expect(await storedTask(task.id)).toMatchObject({ taken: 0, waiting: 0 })
  await consistent()
})

test('A deleted or suspended doer is passed over', async () => {
  const { task, free } = await fullTask(1)
  const [deleted, suspended, next] = await waitingUsers(task, 3)
  await deleted.call('DELETE /api/user', {})
  const { id: userId } = await suspended.call('GET /api/user', {})
  const suspension = { userId, suspended: true, reason: 'Copied proofs' }
  await (await newAdmin()).call('POST /api/admin/users/{userId}/suspension', suspension)
  await free()
  await offer(task)
  expect((await stateOf(task, next))?.offeredUntil).toEqual(expect.any(String))
  expect(await storedTask(task.id)).toMatchObject({ taken: 1, waiting: 0 })
  await consistent()
})

test('Waiting counts as an undecided proof, so a newcomer waits for three places at most, also of requests at once', async () => {
  const full = []
  for (let turn = 0; turn < 4; turn++) full.push(await fullTask(1))
  const doer = await newUser()
  const answers = full.map(({ task }) => wait(task, doer))
  expect(await countStatuses(answers)).toEqual({ 200: 3, 409: 1 })
  const other = await (await postedTask()).poster.post(form)
  expect(await statusAndMessage(submit(other, doer))).toEqual([
    409,
    expect.stringMatching(/^You can have 3 undecided proofs/),
  ])
  for (const { task } of full) await leave(task, doer)
  expect((await submit(other, doer)).status).toBe(200)
  await consistent()
})

test('Only somebody who could submit can wait, and ten requests at once are one wait', async () => {
  const { poster, task } = await fullTask(1)
  const doer = await newUser()
  expect((await wait(task, poster)).status).toBe(403)
  expect((await wait(task, newVisitor())).status).toBe(401)
  expect(await countStatuses(concurrently(10, () => wait(task, doer)))).toEqual({ 200: 10 })
  expect(await storedTask(task.id)).toMatchObject({ waiting: 1 })
  const { task: open } = await postedTask()
  expect((await wait(open, doer)).status).toBe(409)
  expect((await submit(open, doer)).status).toBe(200)
  expect((await wait(open, doer)).status).toBe(409)
  const stored = (await users.get(own.table, doer.id)) as users.StoredUser
  expect(await waitingList.join(own.table, open.id, stored, Date.now())).toContain('already-submitted')
  const other = await newUser()
  await own.table.write([{ put: { ...keys.proofWallet(task.id, other.wallet.address), userId: doer.id } }])
  expect(await statusAndMessage(wait(task, other))).toEqual([409, expect.stringMatching(/your wallet/)])
  await consistent()
})

test('Nobody is offered a place while the poster of the task is suspended', async () => {
  const { poster, task, free } = await fullTask(1)
  const [doer] = await waitingUsers(task, 1)
  await free()
  const { id: userId } = await poster.call('GET /api/user', {})
  const admin = await newAdmin()
  const suspend = (suspended: boolean) =>
    admin.call('POST /api/admin/users/{userId}/suspension', { userId, suspended, reason: 'Spam' })
  await suspend(true)
  await offer(task)
  expect((await stateOf(task, doer))?.offeredUntil).toBeNull()
  await suspend(false)
  await offer(task)
  expect((await stateOf(task, doer))?.offeredUntil).toEqual(expect.any(String))
})
