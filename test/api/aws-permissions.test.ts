import { api, type RouteKey, routeKeys } from '../../domain/api.ts'
import { live as limits } from '../../domain/limits.ts'
import { groups } from '../../domain/route.ts'
import { sorts } from '../../domain/task.ts'
import { consume } from '../../functions/events/consume.ts'
import { sendMailAbout } from '../../functions/events/mail.ts'
import type { MailAbout } from '../../functions/events/reaction.ts'
import { handler as connect } from '../../functions/handlers/live.ts'
import { handler as schedule } from '../../functions/handlers/schedule.ts'
import { handler as settle } from '../../functions/handlers/settle.ts'
import { handler as watch } from '../../functions/handlers/watch.ts'
import { backgroundNeeds, everyRoute, type Need, needs } from '../../functions/needs.ts'
import { services } from '../../functions/runtime/context.ts'
import { openLive } from '../../functions/runtime/live.ts'
import { keys, partitions } from '../../functions/table/keys.ts'
import * as connections from '../../functions/table/live.ts'
import * as notifications from '../../functions/table/notifications.ts'
import { queues } from '../../functions/table/queue.ts'
import { update } from '../../functions/table/table.ts'
import { needsOf } from '../../infra/function-settings.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { callEveryRoute, upload } from '../support/call-every-route.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'
import { observeNeeds } from '../support/observe-needs.ts'
import { form } from '../support/task-form.ts'
import { moveProof, signedChallenge, walletProofOf } from '../support/wallet-proof.ts'

const { connection } = await startIsolatedStack()
const fixture = openFixture(connection)

/** The route under test, to which observed permissions are attributed. */
let current = 'none'
const observed = new Map<string, Set<Need>>()
/** Two uploads that wait for each other before they store a file, so that they conflict. Null: uploads do not wait. */
let heldUploads: (() => void)[] | null = null

observeNeeds(services(), (need) => {
  observed.set(current, (observed.get(current) ?? new Set()).add(need))
  if (need !== 'write kept' || !heldUploads) return
  const waiting = heldUploads
  return new Promise((resume) => {
    waiting.push(resume)
    if (waiting.length === 2) for (const resumeOne of waiting) resumeOne()
  })
})

async function call(by: ApiUser, route: RouteKey, sent: Record<string, unknown> = {}) {
  current = route
  const answer = await by.request(route, sent)
  expect(answer.status, `${route}: ${answer.ok ? '' : await answer.text()}`).toBeLessThan(400)
  return answer
}

/** Gives an account that has a wallet, and another session, another wallet. */
async function moveWallet(user: ApiUser) {
  current = 'none'
  const next = fixture.newVisitor()
  await Object.assign(fixture.newVisitor(), { wallet: user.wallet }).signIn()
  const both = await moveProof(user, next)
  await call(user, 'POST /api/wallet', both)
}

/** Announces a move, which the scheduled run does, and sets the password, while there is another session. */
async function announceMove(user: ApiUser) {
  const password = 'a tram and a blackbird'
  const account = { username: 'somebody_else', password }
  await call(user, 'POST /api/login', account)
  current = 'none'
  await fixture.newVisitor().call('POST /api/login', account)
  const signed = await walletProofOf(fixture.newVisitor(), user)
  const bySignature = await signedChallenge(user, { purpose: 'password' })
  const { id } = await user.call('GET /api/user', {})
  await fixture.openOwnServices().table.write([update(keys.user(id), { remove: ['walletLinkedAt'] })])
  await call(user, 'POST /api/user/password', { ...bySignature, password })
  await call(user, 'POST /api/user/password', { current: password, password: 'a bakery before dawn' })
  await call(user, 'POST /api/wallet', { ...signed, password: 'a bakery before dawn' })
}

/** Saves the same task twice: the second call finds the first one's escrow. */
async function saveTwice(poster: ApiUser) {
  const { escrow } = await poster.fund(form)
  const body = { ...form, contractAddress: fixture.site.siteConfig.escrowAddress, escrow }
  await call(poster, 'POST /api/tasks', body)
  await call(poster, 'POST /api/tasks', body)
}

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const failedPayout = {
  ...{ submissionId: id, taskId: id, userId: id, creatorId: id, recipient: `0x${'1'.repeat(40)}` },
  ...{
    amount: 1,
    escrowId: '0x1',
    slot: 0,
    status: 'failed',
    transactionHash: null,
    reason: 'InvalidRecipient',
  },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', refundableAt: 1 },
}

/** Calls with parameters or timing that need further permissions. */
async function callWithVariations({
  admin,
  doer,
  doerId,
  poster,
  taskId,
  visitor,
}: Awaited<ReturnType<typeof callEveryRoute>>) {
  for (const sort of sorts) await call(doer, 'GET /api/tasks', { sort, status: 'all' })
  await call(doer, 'GET /api/tasks', { q: 'bench' })
  for (const hidden of [true, false]) {
    await call(admin, 'POST /api/admin/tasks/{id}/visibility', { id: taskId, hidden, reason: 'Looks wrong' })
    await call(doer, 'GET /api/tasks/{id}', { id: taskId })
  }
  await call(doer, 'GET /api/leaderboard', { sort: 'tasks' })
  const unused = await upload(call, doer, 'POST /api/submissions/upload')
  await call(doer, 'GET /api/check-file', { path: unused })
  await call(doer, 'GET /api/files/{key+}', { key: unused.replace('/api/files/', '') })
  const picture = await upload(call, doer, 'POST /api/user/upload-profile-image')
  await call(doer, 'POST /api/user/update-profile', { profileImage: picture })

  await moveWallet(doer)
  await announceMove(visitor)
  await call(admin, 'POST /api/user/update-username', { username: 'the_admin' })
  await saveTwice(poster)

  current = 'none'
  const task = await poster.post({ ...form, submissionType: 'file' })
  const proofs = [unused, await upload(call, doer, 'POST /api/submissions/upload')]
  current = 'POST /api/submissions'
  heldUploads = []
  const both = await Promise.all(
    proofs.map((proofFileUrl) => doer.request('POST /api/submissions', { taskId: task.id, proofFileUrl })),
  )
  heldUploads = null
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  current = 'none'
  await poster.post(form).then(({ id }) =>
    // The hash of a text that is not short is compared with those of other proofs.
    doer.call('POST /api/submissions', {
      taskId: id,
      proofText: 'The bench at the tram stop is painted, and I have taken the photo from the other side.',
    }),
  )
  const { submission } = await doer.call('GET /api/tasks/{id}/user-submission', { id: task.id })
  await call(poster, 'GET /api/dashboard')
  await call(poster, 'GET /api/reviews')
  // The names of a failed payout are read only if there is one.
  current = 'none'
  const failed = {
    put: { ...keys.payout(id), ...failedPayout, ...queues.failedPayouts.position('2026', id) },
  }
  await services().table.write([failed])
  await call(admin, 'GET /api/admin/money')
  current = 'none'
  await services().table.write([{ delete: keys.payout(id) }])
  // Leaves a due payout for the scheduled run.
  await call(poster, 'PATCH /api/submissions/{id}', { id: submission?.id, status: 'approved' })
  current = 'none'
  const draft = { kind: 'task-full', taskId: null, taskTitle: null } as const
  await notifications.add(services().table, doerId, 'told', draft, Date.now())
  await call(doer, 'DELETE /api/user')
}

/** A due payout to another wallet than that of its approval. `settle` reads its approval a second time. */
async function forgePayout(poster: ApiUser) {
  current = 'none'
  const { config, table } = services()
  const task = await poster.post(form)
  const { id } = await fixture.submittedTo(task).then(({ submission }) => submission)
  await poster.call('PATCH /api/submissions/{id}', { id, status: 'approved' })
  await table.write([update(keys.payout(id), { set: { recipient: config.ESCROW_ADDRESS } })])
}

/** What EventBridge starts every minute: first the jobs, which make payouts and refunds due, then the payments. */
async function scheduled() {
  current = 'schedule'
  await schedule()
  current = 'settle'
  await settle()
}

beforeAll(async () => {
  Object.assign(services(), {
    config: { ...services().config, GAS_BUDGET: 1, CREATOR_SHARE: 1, ADMIN_DAILY_LIMIT: 2000 },
  })
  const people = await callEveryRoute(fixture, call)
  await callWithVariations(people)
  await forgePayout(people.poster)
  await scheduled()
  // A day before the automatic approval the schedule reminds the poster.
  Object.assign(services(), { now: () => Date.now() + 6 * 86_400_000 + 600_000 })
  await scheduled()
  // After a week the schedule approves what nobody reviewed.
  Object.assign(services(), { now: () => Date.now() + 8 * 86_400_000 })
  await scheduled()
  // Two months later every task has expired, and its escrow is refundable.
  Object.assign(services(), { now: () => Date.now() + 60 * 86_400_000 })
  await scheduled()
  await scheduled()
  current = 'the watch'
  await watch()
  current = 'none'
  const { poster, taskId, visitorId } = people
  const { table } = services()
  await table.write([update(keys.task(taskId), { set: { listed: `${partitions.open}0` } })])
  const open = await table.get(keys.task(taskId))
  const live = openLive(services().config.LIVE_ENDPOINT ?? '')
  await table.write([
    connections.connect(
      poster.id,
      { connectionId: 'gone', userId: poster.id, sessionId: 'ended' },
      Date.now(),
    ),
  ])
  const waiting = { ...keys.waiting('t', 'u'), id: 't#u', taskId: 't', userId: 'u' }
  await table.write([{ put: { ...waiting, gsi2pk: partitions.waiting('t'), gsi2sk: '2026' } }])
  const places = { taken: 0, waiting: 1 }
  current = 'the stream'
  const changes = [
    { ...keys.task('t'), id: 't', creatorId: 'c', isActive: true, reward: 1, maxCompletions: 1, ...places },
    {
      ...keys.submission(taskId, 'u'),
      id: 's',
      taskId,
      userId: 'u',
      creatorId: poster.id,
      createdAt: '2026',
    },
    {
      ...keys.notification(visitorId, 'task-full#t'),
      ...{
        id: taskId,
        since: 'n',
        kind: 'task-full',
        taskId: null,
        taskTitle: null,
        at: '2026-01-01T00:00:00Z',
      },
    },
  ].map((after, index) => ({ id: `${index}`, sequenceNumber: `${index}`, before: undefined, after }))
  const renamed = { id: 'r', sequenceNumber: 'r', before: { ...open, title: 'Former words' }, after: open }
  const queued: MailAbout[] = []
  const queueMail = async (about: MailAbout) => void queued.push(about)
  const own = { ...services(), live, queueMail, startSettle: async () => {} }
  expect(await consume(own, [...changes, renamed])).toEqual([])
  current = 'the queue of mails'
  for (const about of queued) await sendMailAbout(services(), about)
  current = 'none'
  const { cookie } = await fixture.newAdmin()
  current = 'a connection'
  const headers = { origin: connection.origin, cookie }
  for (let index = 0; index <= limits.perUser; index++) {
    const requestContext = { connectionId: `c${index}`, identity: { sourceIp: '127.0.0.1' } }
    expect(await connect({ headers, requestContext })).toEqual({ statusCode: 200 })
  }
})

test.each(routeKeys)('%s uses only the permissions that `needs` declares for it', (route) => {
  const declared = new Set([...everyRoute, ...needs[route]])
  expect([...(observed.get(route) ?? [])].filter((need) => !declared.has(need))).toEqual([])
})

test('The API’s functions have no service that can sign or broadcast a transaction', () => {
  expect(services()).not.toHaveProperty('sender')
  for (const part of Object.values(services()))
    for (const name of Object.keys(Object(part))) expect(name).not.toMatch(/^(sign(?!er)|broadcast)/)
})

describe('function permissions', () => {
  test.each(groups)('The function `%s` is granted exactly the permissions that its routes use', (group) => {
    const used = routeKeys
      .filter((key) => api[key].group === group)
      .flatMap((key) => [...(observed.get(key) ?? [])])
    expect([...needsOf(group)].sort()).toEqual([...new Set<Need>([...everyRoute, ...used])].sort())
  })

  test('The function `settle` is granted exactly the permissions that a scheduled run uses', () => {
    expect([...(observed.get('settle') ?? [])].sort()).toEqual([...backgroundNeeds.settle].sort())
  })

  test('The function `schedule` is granted exactly the permissions that a run uses', () => {
    expect([...(observed.get('schedule') ?? [])].sort()).toEqual([...backgroundNeeds.schedule].sort())
  })

  test('The function `watch` is granted exactly the permissions that a run uses', () => {
    expect([...(observed.get('the watch') ?? [])].sort()).toEqual([...backgroundNeeds.watch].sort())
  })

  test('The function `live` is granted exactly the permissions that accepting connections uses', () => {
    expect([...(observed.get('a connection') ?? [])].sort()).toEqual(
      backgroundNeeds.live.filter((need) => need !== 'touch SESSIONS').toSorted(),
    )
  })

  test('The function `events` is granted exactly the permissions that its reactions use', () => {
    expect([...(observed.get('the stream') ?? [])].sort()).toEqual([...backgroundNeeds.events].sort())
  })

  test('The function `mail` is granted exactly the permissions that sending a queued mail uses', () => {
    expect([...(observed.get('the queue of mails') ?? [])].sort()).toEqual([...backgroundNeeds.mail].sort())
  })
})
