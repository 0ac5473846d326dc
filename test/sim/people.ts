/**
 * A market of people with motives, for 22 virtual days. Everybody acts at random times by the use cases of the product. Each
 * kind of action occurs in most histories only, so there are silent posters, posters who reject everything, second accounts
 * that compete for a place, people who copy proofs or report them, admins who never decide, and suspensions. The schedule runs
 * about twice a day and may be down for up to 15 days.
 */
import { api, type Input, type RouteKey } from '../../domain/api.ts'
import { checkNotSuspended } from '../../functions/http/subject.ts'
import type { UserContext } from '../../functions/runtime/context.ts'
import type { SubjectOf } from '../../functions/runtime/subject.ts'
import { keys } from '../../functions/table/keys.ts'
import type { StoredSubmission } from '../../functions/table/submissions.ts'
import { callUseCase } from '../support/call-use-case.ts'
import type { SimulatedTable } from './dynamodb.ts'
import { admins, creatorId, doerId, maxTasks, start, taskId } from './initial-state.ts'
import { runScheduledSettle, type Simulation } from './workload.ts'

const hour = 3_600_000
const day = 24 * hour
const [posters, doers] = [[0, 1].map(creatorId), [0, 1, 2, 3].map(doerId)]

/** Milliseconds within which the schedule must have done what is due, although some of its runs fail. */
const slack = 4 * day

/** Rules of docs/product.md, apart from the product's own constants: waiting times in milliseconds, and CENTS in a week. */
const [reportWait, longestWait, mostSilentPay] = [3 * day, 7 * day, 100]

const all = (table: SimulatedTable) =>
  [...table.items.values()].filter(({ sk }) =>
    String(sk).startsWith('SUBMISSION#'),
  ) as unknown as StoredSubmission[]

/** All submissions, for the final checks of payouts. */
export const submissionsOf = (table: SimulatedTable) =>
  all(table).map(({ id, reward, taskId: of, userId }) => {
    const escrowId = String(table.get(keys.task(of))?.escrowId)
    return { id, reward, taskId: of, userId, escrowId }
  })

/**
 * Schedules what people do until the escrows are refundable (epoch milliseconds).
 * @returns what finds violations of the rules at the end
 */
export function scheduleMarket(simulation: Simulation, refundableAt: number): () => string[] {
  const { processes, product, random, scheduler, table } = simulation
  const found: string[] = []
  const everSuspended = new Set<string>()
  table.watchers.push((after) => after?.suspendedAt && everSuspended.add(String(after.id)))
  const downFrom = start + random.between(0, 18) * day
  const downTo = Math.min(downFrom + random.pick([0, 2, 6, 15]) * day, refundableAt - 8 * hour)

  const act = <K extends RouteKey, Result>(
    userId: string,
    route: K,
    useCase: (context: UserContext, input: Input<K>, subject: SubjectOf<K>) => Promise<Result>,
    input: Input<K>,
  ) =>
    processes.start(route, async (services) => {
      const user = await product.users.get(services.table, userId)
      if (!user) throw new Error('There is no such user')
      const session = { id: 'a-session', createdAt: new Date(services.now()).toISOString() }
      const context = { ...processes.contextOf(services, user), session }
      checkNotSuspended(api[route], context)
      return callUseCase(route, useCase, context, input)
    })

  const timeOf = (iso: string | null) => Date.parse(String(iso))

  /** Calls `use` for a random submission with this property, if there is one. */
  const some = (property: (one: StoredSubmission) => unknown, use: (one: StoredSubmission) => unknown) => {
    const those = all(table).filter(property)
    if (those.length > 0) use(random.pick(those))
  }
  const texts = { proofFileUrl: undefined, notes: undefined, words: undefined }
  const [approves, upholds] = [random.pick([0, 0.5, 1]), random.pick([0, 0.8, 1])]

  function submit() {
    const [by, id] = [random.pick(doers), taskId(random.between(0, maxTasks - 1))]
    const other = all(table).find((one) => one.taskId === id)
    const proofText = (random.chance(0.3) && other?.proofText) || `Work of ${by} for ${id}. `.repeat(3)
    void act(by, 'POST /api/submissions', product.submissionsCall.create, { ...texts, taskId: id, proofText })
  }
  function review() {
    const isLate = random.chance(0.4)
    some(
      ({ reviewBy, status }) => status === 'pending' && (!isLate || timeOf(reviewBy) <= scheduler.now),
      ({ creatorId: poster, id }) =>
        act(random.pick([poster, poster, ...admins]), 'PATCH /api/submissions/{id}', product.reviews.review, {
          ...{ id, feedback: 'Reviewed', status: random.chance(approves) ? 'approved' : 'rejected' },
        }),
    )
  }
  const appeal = () =>
    some(
      ({ appeal: former, status }) => status === 'rejected' && !former,
      ({ id, userId }) => {
        const input = { ...texts, id, message: 'The proof is right' }
        return random.chance(0.9)
          ? act(userId, 'POST /api/submissions/{id}/appeal', product.appeals.open, input)
          : act(userId, 'DELETE /api/submissions/{id}/appeal', product.appeals.waive, input)
      },
    )
  const decide = () =>
    some(
      ({ appeal: open }) => open?.status === 'open',
      async ({ id }) => {
        const decision = random.chance(upholds) ? 'upheld' : 'dismissed'
        const input = { id, decision, reason: 'Decided' } as const
        const route = 'POST /api/admin/submissions/{id}/appeal'
        const result = await act(random.pick(admins), route, product.appeals.decide, input)
        if (result instanceof Error && /all its completions|goes back to its funder/.test(result.message))
          found.push(`an appeal cannot be upheld: ${result.message}`)
      },
    )
  const report = () =>
    some(Boolean, ({ creatorId: poster, id, userId }) => {
      const subject = random.pick([
        { kind: 'user', id: userId } as const,
        { kind: 'submission', id } as const,
      ])
      const by = random.pick([poster, ...doers])
      return act(by, 'POST /api/reports', product.moderation.report, { ...texts, ...subject, reason: 'spam' })
    })
  function suspend() {
    const userId = random.pick([...posters, ...doers])
    const input = { userId, suspended: !table.get(keys.user(userId))?.suspendedAt, reason: 'Moderated' }
    const route = 'POST /api/admin/users/{userId}/suspension'
    void act(random.pick(admins), route, product.moderation.setSuspension, input)
  }
  const close = () =>
    some(Boolean, ({ creatorId: by, taskId: id }) =>
      act(by, 'POST /api/tasks/{id}/close', product.refundsCall.close, { id }),
    )
  function runSchedule() {
    void processes.start('schedule', async (services) => {
      await product.automaticVerdicts.approveOverdue(services)
      await product.automaticVerdicts.endAppealTimes(services)
      await product.automaticVerdicts.endLateAppeals(services)
      await product.refundsCall.closeRefundable(services)
    })
    void runScheduledSettle(simulation)
  }

  const lastHours = refundableAt - 8 * hour
  const every = (longest: number, from: number, to: number, label: string, run: () => unknown) => {
    for (let at = from; at < to; at += random.between(hour, longest))
      if (label !== 'schedule' || at < downFrom || at >= downTo) scheduler.schedule(at - start, label, run)
  }
  every(3 * hour, start + hour, start + day, 'submit', submit)
  for (const action of [review, appeal, decide, report])
    if (random.chance(0.7)) every(day, start + hour, refundableAt, action.name, action)
  for (const action of [suspend, close])
    if (random.chance(0.5)) every(12 * day, start + hour, refundableAt, action.name, action)
  every(day, start + hour, lastHours, 'schedule', runSchedule)
  every(hour, lastHours, refundableAt - 2 * hour, 'schedule', runSchedule)

  const isSilent = ({ appeal: one, reviewedBy, status }: StoredSubmission) =>
    status === 'approved' && !reviewedBy && !one
  /** An earlier proof of the same task with the same text. */
  const originalOf = ({ id, proofText, taskId: of }: StoredSubmission) =>
    all(table).find((one) => one.taskId === of && one.proofText === proofText && one.id < id)
  const sumOf = (those: StoredSubmission[]) => those.reduce((sum, { reward }) => sum + reward, 0)

  /** How long the automatic approval of a submission may wait at most. */
  function mayWait(one: StoredSubmission): number {
    const own = all(table).filter(({ userId }) => userId === one.userId)
    const isLimited = !table.get(keys.user(one.userId))?.trusted && sumOf(own) > mostSilentPay
    if (originalOf(one) || isLimited) return longestWait
    const cases = [`REPORT#user#${one.userId}`, `REPORT#submission#${one.id}`]
    return cases.some((pk) => table.all(pk).length > 0) ? reportWait : 0
  }

  function* problemsOf(one: StoredSubmission) {
    const { creatorId: poster, reviewedAt, reviewedBy, status, userId } = one
    const [decidedAt, reviewBy] = [timeOf(reviewedAt), timeOf(one.reviewBy)]
    if (one.appeal?.status === 'open') yield 'has an open appeal at the end'
    if (everSuspended.has(userId)) return
    if (status !== 'approved' && !reviewedBy) yield `was never answered and is ${status}: ${one.reviewNotes}`
    if (status === 'rejected' && reviewedBy === poster && decidedAt >= reviewBy)
      yield 'was rejected by its poster after the time to review'
    if (!isSilent(one)) return
    const due = reviewBy + mayWait(one)
    if (decidedAt > (due + slack > downFrom && due < downTo ? downTo : due) + slack)
      yield `was approved ${(decidedAt - due) / hour} hours late`
    if (decidedAt > reviewBy + longestWait - 2 * hour) return
    const original = originalOf(one)
    // A rejected proof holds no copies, until its appeal is upheld.
    const upheldAt = original?.appeal ? timeOf(original.appeal.decidedAt) : 0
    if (original && original.status !== 'rejected' && upheldAt < decidedAt)
      yield 'is a copy, and no admin had the time to see that'
    const week = (at: string | null) => Math.floor(timeOf(at) / (7 * day))
    const inWeek = all(table).filter(
      (other) => other.userId === userId && isSilent(other) && week(other.reviewedAt) === week(reviewedAt),
    )
    // What is paid after the longest wait counts only for what is paid after it.
    const limited = inWeek.filter(
      (other) => timeOf(other.reviewedAt) <= timeOf(other.reviewBy) + longestWait - 2 * hour,
    )
    if (!table.get(keys.user(userId))?.trusted && sumOf(limited) > mostSilentPay)
      yield 'gave a newcomer more in a week than nobody’s review may pay'
  }
  return () => [
    ...found,
    ...all(table).flatMap((one) =>
      [...problemsOf(one)].map((text) => `submission ${one.id.slice(-4)} ${text}`),
    ),
  ]
}
