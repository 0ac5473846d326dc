import { throttles } from '../../domain/limits.ts'
import { loadSubject } from '../../functions/http/subject.ts'
import { create } from '../../functions/market/submissions.ts'
import { expectRefusal, listPages } from '../support/responses.ts'
import {
  concurrently,
  contextOf,
  countStatuses,
  form,
  newAdmin,
  newUser,
  newVisitor,
  postedTask,
  site,
  statusAndMessage,
  submittedTo,
} from '../support/shared-fixture.ts'
import { waitForOneWindow } from '../support/throttle-window.ts'

const text = { title: 'Count trams', description: 'On one morning.', requirements: 'A number.' }
const change = 'PATCH /api/tasks/{id}'
const closedForChanges =
  'The text of a task can be changed until the first proof arrives, and not while the task is closed, hidden or reported'
const staleText =
  'The text of this task has changed since you read it. Open it again and change its present text.'
const otherText = 'The text of this task has changed. Read it again before you submit proof.'

test('The creator changes the text of a task without proofs for all readers, and none of its terms', async () => {
  const { poster, task } = await postedTask()
  const [before] = (await poster.call('GET /api/dashboard', {})).createdTasks
  expect(before?.isEditable).toBe(true)
  await expectRefusal(poster.request(change, { id: task.id, ...text, title: ' ' }), 400, 'title: Required')
  await poster.request(change, { id: task.id, ...text, title: 'Count' })
  const changed = { ...task, ...text, textVersion: 2 }
  expect(await poster.call(change, { id: task.id, ...text, textVersion: 1 })).toEqual(changed)
  expect(await newVisitor().call('GET /api/tasks/{id}', { id: task.id })).toEqual(changed)
  const listed = (await listPages(site.origin)).flat()
  expect(listed.find(({ id }) => id === task.id)).toMatchObject(text)
})

test('A change of an older text than the present one is refused, and twenty changes an hour are counted', async () => {
  await waitForOneWindow(throttles.textChanges)
  const { poster, task } = await postedTask()
  const changes = concurrently(21, () => poster.request(change, { id: task.id, ...text }))
  expect(await countStatuses(changes)).toEqual({ 200: 1, 409: 19, 429: 1 })
  const other = await postedTask()
  const attempt = (textVersion?: number) =>
    statusAndMessage(other.poster.request(change, { id: other.task.id, ...text, textVersion }))
  expect(await attempt(1)).toEqual([409, staleText])
  await attempt()
  for (const read of [undefined, 2]) expect(await attempt(read)).toEqual([409, staleText])
})

test('The text of a task cannot be changed after a proof, even a rejected one, nor while the task is hidden, closed or reported', async () => {
  const { poster, task } = await postedTask()
  const attempt = (id = task.id, textVersion?: number) =>
    statusAndMessage(poster.request(change, { id, ...text, textVersion }))
  const { submission } = await submittedTo(task)
  expect(await attempt()).toEqual([409, closedForChanges])
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'rejected', feedback: 'No' })
  expect(await attempt()).toEqual([409, closedForChanges])

  const other = await poster.post({ ...form, maxCompletions: 1 })
  const admin = await newAdmin()
  const show = (hidden: boolean) =>
    admin.call('POST /api/admin/tasks/{id}/visibility', { id: other.id, hidden, reason: 'Spam' })
  await show(true)
  expect(await attempt(other.id)).toEqual([409, closedForChanges])
  await show(false)
  const reported = { kind: 'task', id: other.id, reason: 'spam' } as const
  await (await newUser()).call('POST /api/reports', reported)
  expect(await attempt(other.id)).toEqual([409, closedForChanges])
  await admin.call('POST /api/admin/reports/dismiss', { kind: 'task', id: other.id, reason: 'It is fine' })
  expect((await attempt(other.id))[0]).toBe(200)
  await poster.request('POST /api/tasks/{id}/close', { id: other.id })
  expect(await attempt(other.id, 1)).toEqual([409, closedForChanges])
  const { createdTasks } = await poster.call('GET /api/dashboard', {})
  expect(createdTasks.map(({ isEditable }) => isEditable)).toEqual([false, false])
})

test('A proof for another text than the present one is refused, also if the text changes while the proof is saved', async () => {
  const { poster, task } = await postedTask()
  const doer = await newUser()
  const proof = { taskId: task.id, proofText: 'Seven', proofFileUrl: undefined, notes: undefined }
  const submit = (textVersion?: number) =>
    statusAndMessage(doer.request('POST /api/submissions', { ...proof, textVersion }))
  expect(await submit(1)).toEqual([409, otherText])
  const context = contextOf(await doer.call('GET /api/user', {}))
  const readBefore = await loadSubject(context, 'POST /api/submissions', proof)
  await poster.call(change, { id: task.id, ...text })
  expect(await submit()).toEqual([409, otherText])
  await expect(create(context, proof, readBefore)).rejects.toMatchObject({ message: otherText })
  expect((await submit(1))[0]).toBe(200)
})

test('Of changes of the text and proofs for the old text at the same time, either changes or proofs are saved, never both', async () => {
  const doers = await Promise.all(concurrently(4, newUser))
  for (let round = 0; round < 5; round++) {
    const { poster, task } = await postedTask({ reward: 1 })
    const proofs = doers.map(
      (doer) => () => doer.request('POST /api/submissions', { taskId: task.id, proofText: 'Seven' }),
    )
    const changes = Array.from({ length: 2 }, () => () => poster.request(change, { id: task.id, ...text }))
    const calls = round % 2 ? [...proofs, ...changes] : [...changes, ...proofs]
    const answers = await Promise.all(calls.map(async (call) => ({ call, ok: (await call()).ok })))
    const saved = (some: typeof proofs) => answers.filter(({ call, ok }) => ok && some.includes(call)).length
    expect([saved(changes) > 0, saved(proofs) > 0].toSorted()).toEqual([false, true])

    const [stored] = (await poster.call('GET /api/dashboard', {})).createdTasks
    expect(stored).toMatchObject({
      title: saved(changes) > 0 ? text.title : task.title,
      isEditable: saved(changes) > 0,
      taken: saved(proofs),
    })
    expect(stored?.submissions).toHaveLength(saved(proofs))
  }
})
