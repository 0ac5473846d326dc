import { consume } from '../../functions/events/consume.ts'
import { keys } from '../../functions/table/keys.ts'
import type { Change } from '../../functions/table/stream.ts'
import { type Item, update } from '../../functions/table/table.ts'
import { followStream } from '../../local/event-stream.ts'
import { connection, newUser, own, postedTask, submittedTo } from '../support/isolated-fixture.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'

const { DYNAMODB_ENDPOINT = '', TABLE_NAME = '' } = connection.env
const services = { ...own, queueMail: async () => {}, startSettle: async () => {} }
const rebuild = () => runOperatorCommand('ops/rebuild.ts', ['scorecards'], connection.env)
const none = { tasks: 0, approved: 0, rejected: 0, automatic: 0, appealsLost: 0, medianReview: null }

/** All changes of the table that the stream has delivered so far. */
async function deliveredChanges(): Promise<Change[]> {
  const marker = keys.submission('the-end', crypto.randomUUID())
  await own.table.write([{ put: { ...marker } }])
  const seen: Change[] = []
  const stream = await followStream(TABLE_NAME, DYNAMODB_ENDPOINT, async (changes) => {
    seen.push(...changes)
    return []
  })
  while (!seen.some(({ after }) => after?.sk === marker.sk)) await own.sleep(50)
  await stream.close()
  return seen.filter(({ after }) => after?.pk !== marker.pk)
}

/** Delivers each change from one of these states of an item to the next, twice. */
async function deliverTwice(states: Item[], afterEachChange = async () => {}) {
  for (const [at, after] of states.slice(1).entries()) {
    const change = { id: `${after.id}-${at}`, sequenceNumber: `${at}`, before: states[at], after }
    expect(await consume(services, [change, change])).toEqual([])
    await afterEachChange()
  }
}

/** A poster with one approved and one rejected proof, and the changes of the stream so far. */
async function reviewedTask() {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const [good, bad] = [await submittedTo(task), await submittedTo(task)]
  await poster.approve(good.submission)
  await poster.reject(bad.submission)
  const cardOf = async ({ id }: { id: string }) =>
    (await poster.call('GET /api/users/{userId}', { userId: id })).scorecard
  return { poster, task, good, bad, cardOf, changes: await deliveredChanges() }
}

test('Verdicts that the stream delivers twice and in reverse are counted once on the scorecards', async () => {
  const { poster, good, bad, cardOf, changes } = await reviewedTask()
  for (const batch of [changes, changes.toReversed()]) expect(await consume(services, batch)).toEqual([])
  expect(await cardOf(poster)).toMatchObject({
    poster: { ...none, tasks: 1, approved: 1, rejected: 1, medianReview: { hours: 1, isLonger: false } },
    doer: { approved: 0, rejected: 0 },
  })
  const { username, createdAt } = await good.doer.call('GET /api/user', {})
  const profile = await newUser().then((reader) =>
    reader.call('GET /api/profiles/{username}', { username: username.toUpperCase() }),
  )
  expect(profile).toMatchObject({ id: good.doer.id, scorecard: { poster: none } })
  expect(profile.scorecard.doer).toEqual({ approved: 1, rejected: 0, since: createdAt })
  expect((await cardOf(bad.doer)).doer).toMatchObject({ approved: 0, rejected: 1 })
})

test('`rebuild scorecards` changes nothing after normal use, and restores a scorecard that was damaged', async () => {
  const { poster, cardOf, changes } = await reviewedTask()
  await consume(services, changes)
  expect(await rebuild()).toEqual({
    code: 0,
    output: 'Nothing to change: scorecards agrees with the stored items.',
  })
  const before = await cardOf(poster)
  await own.table.write([update(keys.score(poster.id, 'POSTER'), { set: { approved: 99 } })])
  expect(await rebuild()).toEqual({ code: 0, output: `${poster.id} POSTER approved: 99 → 1` })
  expect(await cardOf(poster)).toEqual(before)
})

test('An upheld appeal turns the rejection into an approval on both scorecards, also after a rebuild', async () => {
  const { poster, task, bad, cardOf, changes } = await reviewedTask()
  await consume(services, changes)
  const key = keys.submission(task.id, bad.doer.id)
  const rejected = (await own.table.get(key)) as Item
  const upheld = { ...rejected, status: 'approved', appeal: { status: 'upheld' } }
  await deliverTwice([rejected, { ...rejected, appeal: { status: 'open' } }, upheld])
  await own.table.write([{ put: { ...key, ...upheld } }])
  expect((await cardOf(poster)).poster).toMatchObject({ approved: 2, rejected: 0, appealsLost: 1 })
  expect((await cardOf(bad.doer)).doer).toMatchObject({ approved: 1, rejected: 0 })
  expect((await rebuild()).output).toBe('Nothing to change: scorecards agrees with the stored items.')
})

test('A proof that nobody judged before approvals ended changes no scorecard', async () => {
  const { bad, cardOf, changes, poster } = await reviewedTask()
  await consume(services, changes)
  const [before, ofPoster] = [await cardOf(bad.doer), await cardOf(poster)]
  const pending = {
    ...bad.submission,
    sk: `SUBMISSION#${bad.doer.id}`,
    creatorId: poster.id,
    status: 'pending',
  }
  const after = { ...pending, status: 'rejected', reviewedAt: bad.submission.createdAt, reviewedBy: null }
  expect(await consume(services, [{ id: 'ended', sequenceNumber: '1', before: pending, after }])).toEqual([])
  expect([await cardOf(bad.doer), await cardOf(poster)]).toEqual([before, ofPoster])
})

test('Money whose refund a reorganisation reverts counts as held again', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  await consume(services, await deliveredChanges())
  const held = async () => (await poster.call('GET /api/user/summary', {})).held
  expect(await held()).toBe(30)
  const stored = (await own.table.get(keys.task(task.id))) as Item
  const closing = { ...stored, closedAt: task.createdAt, firstPart: null }
  const shrunk = { ...closing, firstPart: { cents: 20, hash: '0x2' } }
  const closed = { ...shrunk, refunded: null }
  const refunded = { ...closed, refunded: { cents: 10, hash: '0x1' } }
  const states = [stored, closing, shrunk, closing, shrunk, closed, refunded, closed, refunded]
  const seen: number[] = []
  await deliverTwice(states, async () => void seen.push(await held()))
  expect(seen).toEqual([30, 10, 30, 10, 10, 0, 10, 0])
})
