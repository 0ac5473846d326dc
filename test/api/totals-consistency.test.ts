import type { Output } from '../../domain/api.ts'
import type { Submission } from '../../domain/submission.ts'
import type { Task } from '../../domain/task.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { seeded } from '../sim/random.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'
import { concurrently, listPages } from '../support/responses.ts'
import { allItems, findInconsistencies, type Item, recomputeFromItems } from '../support/table-consistency.ts'
import { form } from '../support/task-form.ts'
import { oldWalletProof, walletProofOf } from '../support/wallet-proof.ts'

/** This file starts its own stack, because it counts every item of the table. */
const { connection } = await startIsolatedStack()
const { newAdmin, newVisitor, newFundedUser, newUser } = openFixture(connection)

type Someone = ApiUser & { id: string }

const rounds = 12
const seed = Number(process.env.SEED ?? Date.now() % 100_000)

/** Number of responses by status. */
const statuses: Record<number, number> = {}
async function countStatus(answer: Promise<Response>): Promise<Response> {
  const got = await answer
  statuses[got.status] = (statuses[got.status] ?? 0) + 1
  return got
}

/**
 * Rounds of forty concurrent random calls: submissions (some twice), reviews by two reviewers, and requests for the same
 * usernames and wallets.
 */
async function generateHistory(admin: Someone) {
  const { between, pick } = seeded(seed)
  const random = (below: number) => between(0, below - 1)
  const posters = await Promise.all(concurrently(3, newFundedUser))
  const tasks: { poster: Someone; task: Task }[] = []
  for (const poster of posters) {
    for (const maxCompletions of [1, 3, 30]) {
      const task = await poster.post({ ...form, maxCompletions, reward: 1 + random(60) })
      tasks.push({ poster, task })
    }
  }
  await posters[0]?.post({ ...form, isActive: false, maxCompletions: 1 })
  const doers: Someone[] = await Promise.all(concurrently(20, newUser))
  const password = 'correct horse battery'
  for (let turn = 0; turn < 4; turn++) {
    const person = newVisitor()
    const { id } = await person.call('POST /api/register', { username: `walletless_${turn}`, password })
    doers.push(Object.assign(person, { id }))
  }
  const wallets = Array.from({ length: 6 }, newVisitor)
  const made: { submission: Submission; poster: Someone }[] = []
  const decided = new Set<string>()

  async function submit(doer: Someone) {
    const { poster, task } = pick(tasks)
    const sent = { taskId: task.id, proofText: 'A tram and a blackbird.' }
    const again = random(4) === 0 ? 2 : 1
    const answers = concurrently(again, () => countStatus(doer.request('POST /api/submissions', sent)))
    for (const answer of await Promise.all(answers)) {
      if (answer.ok) made.push({ poster, submission: (await answer.json()) as Submission })
    }
  }
  async function decide() {
    if (made.length === 0) return
    const { poster, submission } = pick(made)
    const verdict = { id: submission.id, feedback: 'Seen.' }
    const status = () => (random(3) === 0 ? 'rejected' : 'approved')
    const reviewers = random(2) ? [poster] : [poster, admin]
    const answers = reviewers
      .flatMap((by) => [by, by])
      .map((by) => countStatus(by.request('PATCH /api/submissions/{id}', { ...verdict, status: status() })))
    for (const answer of await Promise.all(answers)) {
      if (!answer.ok) continue
      expect(decided, 'submissions with two accepted verdicts').not.toContain(submission.id)
      decided.add(submission.id)
    }
  }
  const rename = (doer: Someone) =>
    countStatus(doer.request('POST /api/user/update-username', { username: `Shared_${random(12)}` }))
  const updateBio = (doer: Someone) =>
    countStatus(doer.request('POST /api/user/update-profile', { bio: `Round ${random(100)}` }))
  async function link(doer: Someone) {
    const { walletAddress } = await doer.call('GET /api/user', {})
    const present = [...doers, ...wallets].find(({ wallet }) => wallet.address === walletAddress)
    const next = pick(wallets)
    const old = present && (await oldWalletProof(present, next, present, doer))
    const agreed = walletAddress ? old : { password }
    const sent = { ...(await walletProofOf(next, doer)), ...agreed }
    await countStatus(doer.request('POST /api/wallet', sent))
  }
  const actions: ((doer: Someone) => Promise<unknown>)[] = [
    ...[submit, submit, submit, submit, decide, decide, decide],
    ...[rename, updateBio, link],
  ]
  for (let round = 0; round < rounds; round++) {
    await Promise.all(concurrently(40, () => pick(actions)(pick(doers))))
  }
}

let admin: Someone
let items: Item[]
beforeAll(async () => {
  admin = await newAdmin()
  await generateHistory(admin)
  items = await allItems(connection)
})

describe(`after ${rounds} rounds of concurrent calls (SEED=${seed})`, () => {
  // 400, 401 and 403: the account got a wallet, or another wallet, after the request was signed.
  test('The random calls returned no status other than 200, 400, 401, 403 and 409', () => {
    const seen = Object.keys(statuses).filter((status) => !['400', '401', '403'].includes(status))
    expect(seen.sort(), JSON.stringify(statuses)).toEqual(['200', '409'])
    const { totals } = recomputeFromItems(items)
    for (const name of ['pending', 'approved', 'rejected', 'paidOut'] as const) {
      expect(totals[name], name).toBeGreaterThan(0)
    }
  })

  test('After random concurrent calls, the audit finds no inconsistency in the table', () => {
    expect(findInconsistencies(items)).toEqual([])
  })

  test('After random concurrent calls, the admin totals equal the totals recomputed from the items', async () => {
    const { totals } = await admin.call('GET /api/admin/dashboard', {})
    expect(recomputeFromItems(items).totals).toMatchObject(totals)
  })

  test.each([
    'earnings',
    'tasks',
  ] as const)('After random concurrent calls, the leaderboard by %s equals one recomputed from the items', async (sort) => {
    const { earned, ofUser, users } = recomputeFromItems(items)
    const wanted = users
      .map(({ id, username, walletAddress }) => ({
        userId: id,
        username,
        walletAddress,
        completedTasks: ofUser(id).length,
        totalEarned: earned(ofUser(id)),
      }))
      .filter(({ completedTasks }) => completedTasks > 0)
    const board = await newVisitor().call('GET /api/leaderboard', { sort })
    const value = (one: { completedTasks: number; totalEarned: number }) =>
      sort === 'earnings' ? one.totalEarned : one.completedTasks
    expect(board.map(value)).toEqual(wanted.map(value).sort((a, b) => b - a))
    expect(board.map(({ rank }) => rank)).toEqual(board.map((_, index) => index + 1))
    const entries = board.map(({ rank: _, ...entry }) => entry)
    expect(new Set(entries.map((entry) => JSON.stringify(entry)))).toEqual(
      new Set(wanted.map((entry) => JSON.stringify(entry))),
    )
  })

  test('After random concurrent calls, the task list and the admin dashboard equal the items, without secrets', async () => {
    const { ofTask, submissions, tasks, users } = recomputeFromItems(items)
    const listed = (await listPages(connection.origin, { status: 'all' })).flat()
    for (const { id, completions } of listed) {
      expect(completions).toBe(ofTask(id).filter(({ status }) => status === 'approved').length)
    }
    expect(listed).toHaveLength(tasks.filter(({ isActive }) => isActive).length)
    const answer = await admin.request('GET /api/admin/dashboard')
    const text = await answer.clone().text()
    for (const secret of ['hash"', 'salt', 'password', 'gsi', '"pk"', 'refundableAt', 'listed'])
      expect(text.replaceAll('transactionHash"', ''), secret).not.toContain(secret)
    const seen = (await answer.json()) as Output<'GET /api/admin/dashboard'>
    const newestFirst = (all: Item[]) =>
      all
        .map(({ id }) => String(id))
        .sort()
        .reverse()
    expect(seen.submissions.map(({ id }) => id)).toEqual(newestFirst(submissions))
    expect(seen.tasks.map(({ id }) => id)).toEqual(newestFirst(tasks))
    expect(seen.users.map(({ id }) => id)).toEqual(newestFirst(users))
  })
})

describe('the table audit', () => {
  const tampered = (sk: RegExp, changes: (item: Item) => Record<string, unknown>) => {
    const at = items.findIndex((item) => sk.test(item.sk))
    return findInconsistencies(
      items.map((item, index) => (index === at ? { ...item, ...changes(item) } : item)),
    )
  }
  const increased = (name: string) => (item: Item) => ({ [name]: Number(item[name]) + 1 })
  const unused = ({ pk }: Item) => ({ pk: `${pk}_`, ttl: undefined })
  test.each<[string, RegExp, Parameters<typeof tampered>[1]]>([
    ['a total that is too high by one', /^TOTALS$/, increased('submissions')],
    ['a completion count that is too high by one', /^TASK$/, increased('completions')],
    ['earnings that are too high by one CENT', /^USER$/, increased('totalEarned')],
    ['a guard for a value that nobody uses', /^GUARD$/, unused],
    ['a payout with a wrong amount', /^PAYOUT$/, increased('amount')],
    ['two payouts for one slot', /^PAYOUT$/, increased('slot')],
    ['a submission with an unknown status', /^SUBMISSION#/, () => ({ status: 'lost' })],
  ])('The table audit reports %s', (_, sk, changes) => {
    expect(tampered(sk, changes)).not.toEqual([])
  })
})
