import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import { consume } from '../../functions/events/consume.ts'
import { deriveEvents } from '../../functions/events/derive.ts'
import { sendMailAbout } from '../../functions/events/mail.ts'
import type { Reaction } from '../../functions/events/reaction.ts'
import { handler as settleHandler } from '../../functions/handlers/settle.ts'
import { keys, partitions } from '../../functions/table/keys.ts'
import * as payouts from '../../functions/table/payouts.ts'
import type { Change } from '../../functions/table/stream.ts'
import { type Item, TableBusy, update } from '../../functions/table/table.ts'
import { listen } from '../../local/engines/listen.ts'
import { followStream } from '../../local/event-stream.ts'
import { mailQueue } from '../../local/mail-queue.ts'
import { openFixture } from '../support/fixture.ts'
import {
  connection,
  createDuePayout,
  createDuePayouts,
  newUser,
  own,
  payoutOf,
  postedTask,
} from '../support/isolated-fixture.ts'

const tableName = connection.env.TABLE_NAME ?? ''
const endpoint = connection.env.DYNAMODB_ENDPOINT ?? ''

const queueMail = async () => {}

/** Waits until this is true, for at most ten seconds. */
const until = (isTrue: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await isTrue()).toBe(true), { timeout: 10_000, interval: 50 })

const changeTo = (after: Item | undefined, id: string, before?: Item): Change => {
  return { id, sequenceNumber: id, before, after }
}
/** The item of a due payout of no task. */
const due = { ...keys.payout('s'), submissionId: 's', taskId: 't', userId: 'u', amount: 1, status: 'due' }

describe('events derived from a change of an item', () => {
  const change = (after: Item | undefined, before?: Item): Change => changeTo(after, 'change-1', before)
  const user = { pk: 'USER#u', sk: 'USER', id: 'u', walletAddress: '0xab' }
  const task = {
    ...{ pk: 'TASK#t', sk: 'TASK', id: 't', creatorId: 'c', reward: 10, maxCompletions: 3 },
    ...{ isActive: true, category: 'Design' },
  }
  const ofTask = { taskId: 't', creatorId: 'c' }
  const closed = { ...task, closedAt: '2026-01-01', refunded: null }
  const submission = {
    pk: 'PROOFS#t',
    sk: 'SUBMISSION#u',
    id: 's',
    taskId: 't',
    userId: 'u',
    creatorId: 'c',
    status: 'pending',
    createdAt: '2026-01-01',
    reward: 10,
    gsi2pk: partitions.toReviewBy('c'),
  }
  const ofPayoutKeys = { submissionId: 's', taskId: 't', userId: 'u', creatorId: 'c' }
  const ofSubmission = { ...ofPayoutKeys, createdAt: '2026-01-01', reward: 10 }
  const payout = { pk: 'PAYOUT#s', sk: 'PAYOUT', ...ofPayoutKeys, amount: 10, status: 'due', gsi1sk: 'a' }
  const approved = { ...submission, status: 'approved', reviewedBy: 'c', reviewedAt: '2026-01-02' }
  const rejected = { ...approved, status: 'rejected' }
  const verdict = { ...ofSubmission, reviewedBy: 'c', reviewedAt: '2026-01-02' }
  const audit = { ...keys.audit('2026-11', '1'), reason: 'a' }
  const ofPayout = { ...ofPayoutKeys, amount: 10, reviewedBy: null }

  test.each<[string, Item | undefined, Item | undefined, object]>([
    ['user.created', undefined, user, { userId: 'u', walletAddress: '0xab' }],
    [
      'task.created',
      undefined,
      task,
      { ...ofTask, reward: 10, locked: 30, category: 'Design', isDraft: false },
    ],
    [
      'refund.paid',
      closed,
      { ...closed, refunded: { cents: 20, hash: null } },
      { ...ofTask, isFirstPart: false, amount: 20, held: -30, transactionHash: null },
    ],
    [
      'refund.paid',
      { ...closed, refunded: undefined, firstPart: null },
      { ...closed, refunded: undefined, firstPart: { cents: 20, hash: '0x1' } },
      { ...ofTask, isFirstPart: true, amount: 20, held: -20, transactionHash: '0x1' },
    ],
    [
      'refund.due',
      { ...closed, refunded: { cents: 20, hash: '0x1' } },
      closed,
      { ...ofTask, isFirstPart: false, held: 30 },
    ],
    ['submission.created', undefined, submission, ofSubmission],
    [
      'submission.approved',
      submission,
      approved,
      { ...verdict, approvedAt: '2026-01-02', automatic: false, wasRejected: false },
    ],
    [
      'submission.approved',
      submission,
      { ...approved, creatorId: 'c', reviewedBy: null },
      { ...verdict, approvedAt: '2026-01-02', reviewedBy: null, automatic: true, wasRejected: false },
    ],
    [
      'submission.rejected',
      submission,
      { ...rejected, reviewNotes: 'No', appealUntil: '2026-01-05' },
      { ...verdict, reason: 'No', appealUntil: '2026-01-05' },
    ],
    [
      'report.opened',
      undefined,
      {
        ...keys.reportCase('task', 't'),
        kind: 'task',
        id: 't',
        personId: 'p',
        taskId: 't',
        lastBy: 'u',
        gsi1pk: 'CASES#open',
      },
      { kind: 'task', reportedId: 't', personId: 'p', taskId: 't', by: 'u' },
    ],
    ['appeal.opened', rejected, { ...rejected, appeal: { status: 'open' } }, ofSubmission],
    [
      'appeal.decided',
      { ...rejected, appeal: { status: 'open' } },
      { ...rejected, appeal: { status: 'upheld' } },
      { ...ofSubmission, isUpheld: true },
    ],
    ['payout.due', undefined, payout, ofPayout],
    ['payout.due', { ...payout, status: 'failed' }, payout, ofPayout],
    [
      'payout.paid',
      payout,
      { ...payout, status: 'paid', transactionHash: '0x1' },
      { ...ofPayout, transactionHash: '0x1' },
    ],
    [
      'payout.failed',
      payout,
      { ...payout, status: 'failed', reason: 'AlreadyClosed()' },
      { ...ofPayout, reason: 'AlreadyClosed()' },
    ],
    ['audit.changed', audit, { ...audit, reason: 'b' }, { entryId: '1', isDeleted: false }],
    ['audit.changed', audit, undefined, { entryId: '1', isDeleted: true }],
  ])('The event %s is derived with an id that is the same at each delivery', (type, before, after, fields) => {
    expect(deriveEvents(change(after, before))).toEqual([{ id: `change-1/${type}`, type, ...fields }])
  })

  test('A refund that becomes due with the last approval does not count the reward of the approval again', () => {
    const before = { ...closed, refunded: undefined, firstPart: { cents: 10, hash: '0x1' }, completions: 0 }
    const found = deriveEvents(change({ ...before, completions: 1, refunded: null }, before))
    expect(found).toMatchObject([{ type: 'refund.due', held: 0 }])
  })

  test('A submission that was moved to another key is not new', () => {
    expect(deriveEvents(change({ ...submission, moved: true }))).toEqual([])
  })

  test('Closing a task gives task.closed and refund.due', () => {
    expect(deriveEvents(change(closed, task))).toEqual([
      { id: 'change-1/task.closed', type: 'task.closed', ...ofTask },
      { id: 'change-1/refund.due', type: 'refund.due', ...ofTask, isFirstPart: false, held: 0 },
    ])
  })

  test.each<[string, Item | undefined, Item | undefined]>([
    ['a payout moved to the end of the queue', payout, { ...payout, gsi1sk: 'z' }],
    ['a refund moved to the end of the queue', closed, { ...closed, gsi2sk: 'z' }],
    ['the hash written to a submission', submission, { ...submission, transactionHash: '0x1' }],
    ['a changed profile', user, { ...user, bio: 'b' }],
    ['a deleted item', payout, undefined],
    ['a new audit entry', undefined, audit],
    ['a session', undefined, { pk: 'SESSIONS#u', sk: 'h' }],
    ['a lease', undefined, { ...keys.lease }],
  ])('There is no event for %s', (_, before, after) => {
    expect(deriveEvents(change(after, before))).toEqual([])
  })
})

test('Changes that are delivered twice, late and out of order across items pay every reward once', async () => {
  const seen: Change[] = []
  const stream = await followStream(tableName, endpoint, async (changes) => {
    seen.push(...changes)
    return []
  })
  const { all } = await createDuePayouts(3)
  const isDue = ({ after }: Change) => after?.sk === 'PAYOUT' && after.status === 'due'
  await until(() => seen.filter(isDue).length === 3)
  await stream.close()

  const startSettle = async () => void (await settleHandler({ startedBy: 'stream' }))
  const services = { ...own, queueMail, startSettle }
  const late = seen.toReversed()
  const failures = [...(await consume(services, late)), ...(await consume(services, late))]
  for (const change of late.filter(isDue)) failures.push(...(await consume(services, [change])))
  expect(failures).toEqual([])
  for (const one of all) {
    expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  }
})

test('A record whose reaction always fails becomes a dead letter, and all other records are handled', async () => {
  const handled: string[] = []
  let poison = ''
  const reaction: Reaction = {
    name: 'fails for one payout',
    async react(_, event) {
      if (event.type !== 'payout.due') return
      if (event.submissionId === poison) throw new Error('This reaction always fails')
      handled.push(event.submissionId)
    },
  }
  const all = [await createDuePayout(), await createDuePayout(), await createDuePayout()]
  const [first, second, third] = all.map(({ submission }) => submission.id)
  poison = second ?? ''
  const services = { ...own, queueMail, startSettle: async () => {} }
  const stream = await followStream(tableName, endpoint, (changes) => consume(services, changes, [reaction]))
  await until(() => handled.includes(third ?? '') && stream.deadLetters.length > 0)
  await stream.close()
  expect(handled).toEqual(expect.arrayContaining([first, third]))
  expect(handled).not.toContain(second)
  expect(stream.deadLetters.map(({ after }) => after?.submissionId)).toEqual([second])
  expect(await settleHandler()).toMatchObject({ outcome: 'done' }) // the schedule pays what the stream did not start
  expect(await payouts.get(own.table, poison)).toMatchObject({ status: 'paid' })
})

test('An audit entry that somebody replaces or deletes raises the alarm metric', async () => {
  const before = { ...keys.audit('2026-11', '1'), reason: 'a' }
  const record = vi.fn()
  const services = { ...own, meter: { record }, queueMail, startSettle: async () => {} }
  await consume(services, [
    changeTo({ ...before, reason: 'b' }, '1', before),
    changeTo(undefined, '1', before),
  ])
  expect(record.mock.calls).toEqual([[{ AuditChanged: 1 }], [{ AuditChanged: 1 }]])
})

test('A batch of changes with many due payouts starts settle once', async () => {
  let starts = 0
  const startSettle = async () => {
    starts++
  }
  const changes = ['1', '2', '3'].map((id) => changeTo(due, id))
  expect(await consume({ ...own, queueMail, startSettle }, changes)).toEqual([])
  expect(starts).toBe(1)
})

test('A scorecard that cannot be written stops neither the start of settle nor other changes of its batch', async () => {
  const table = { ...own.table, write: () => Promise.reject(new TableBusy('throttled')) }
  const startSettle = vi.fn(async () => {})
  const task = { ...keys.task('t'), id: 't', creatorId: 'c', reward: 10, isActive: true }
  const changes = [task, due].map((after, at) => changeTo(after, `${at}`))
  expect(await consume({ ...own, table, queueMail, startSettle }, changes)).toEqual(['0'])
  expect(startSettle).toHaveBeenCalledOnce()
})

test('Proofs of one task that concurrent batches handle are all counted in one entry of the inbox', async () => {
  const { poster, task } = await postedTask({ reward: 1 })
  const ofTask = { taskId: task.id, creatorId: poster.id }
  const changeOf = (id: string) =>
    changeTo({ ...keys.submission(task.id, id), ...ofTask, id, userId: id }, id)
  const ids = Array.from({ length: 12 }, (_, at) => `proof-${at}`)
  const services = { ...own, queueMail, startSettle: async () => {} }
  const failures = await Promise.all(ids.map((id) => consume(services, [changeOf(id)])))
  expect(failures.flat()).toEqual([])
  const entry = await own.table.get(keys.notification(poster.id, `proofs-arrived#${task.id}`))
  expect(entry).toMatchObject({ count: ids.length })
})

test('A hundred slow mails do not delay the start of settle for a later approval, and are all sent', async () => {
  const sent: string[] = []
  const slowSes = await listen(async (request, response) => {
    sent.push(await text(request))
    setTimeout(() => response.end(JSON.stringify({ MessageId: 'm' })), 150)
  })
  onTestFinished(slowSes.close)
  const changes: Change[] = []
  for (let person = 0; person < 5; person++) {
    const { id: userId } = await newUser()
    const set = { email: `${userId}@mail.example`, confirmedEmail: `${userId}@mail.example` }
    await own.table.write([update(keys.user(userId), { set: { ...set, unsubscribeToken: 't' } })])
    for (let at = 0; at < 20; at++) {
      const [id, about] = [`${userId}-${at}`, { kind: 'paid', taskId: null, taskTitle: null }]
      const entry = { ...keys.notification(userId, `paid#${at}`), ...about, id, since: id, at: '2026-11-23' }
      changes.push(changeTo(entry, id))
    }
  }
  const config = { ...own.config, MAIL_FROM: 'no-reply@localhost', SES_ENDPOINT: slowSes.origin }
  const startSettle = vi.fn(async () => {})
  const queue = mailQueue((about) => sendMailAbout({ ...own, config }, about))
  const services = { ...own, config, startSettle, queueMail: queue.add }
  const began = performance.now()
  await consume(services, changes)
  await consume(services, [changeTo(due, 'due')])
  expect(startSettle).toHaveBeenCalledOnce()
  expect(performance.now() - began).toBeLessThan(7000)
  await queue.close()
  expect(sent).toHaveLength(100)
})

test('If settle cannot be started, every change that needs it is delivered again', async () => {
  const startSettle = () => Promise.reject(new Error('Lambda is throttled'))
  const user = { pk: 'USER#u', sk: 'USER', id: 'u' }
  const changes = [due, user, due].map((after, at) => changeTo(after, `${at + 1}`))
  expect(await consume({ ...own, queueMail, startSettle }, changes)).toEqual(['1', '3'])
})

test('An approved reward is paid by the stream alone within seconds, without a release call', async () => {
  const { doer, submission } = await openFixture(inject('stack')).approvedProof({ reward: 10 })
  await until(async () => (await doer.balance()) === toBaseUnits(10))
  await until(async () => {
    const { transactionHash } = await doer.call('GET /api/submissions/{id}', { id: submission.id })
    return transactionHash !== null
  })
})
