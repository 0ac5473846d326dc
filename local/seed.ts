import type { ReportReason } from '../domain/report-reasons.ts'
import type { Task, TaskForm } from '../domain/task.ts'
import { services } from '../functions/runtime/context.ts'
import { setAdmin } from '../ops/admin.ts'
import { ApiUser } from '../ops/api-user.ts'
import { account, demoAccounts, firstSeedAccount } from './accounts.ts'
import submissionsJson from './seed-submissions.json' with { type: 'json' }
import tasksJson from './seed-tasks.json' with { type: 'json' }
import type { Stack } from './stack.ts'

/** `by` is the index of the poster among the demo users; `days` is the time to the deadline. */
const seedTasks = tasksJson as (Omit<TaskForm, 'deadline'> & { by: number; days: number })[]

/** `to` is the beginning of the title of the task, `by` the index of the doer among the demo users. */
interface SeedSubmission {
  to: string
  by: number
  proofText?: string
  proofLink?: string
  notes?: string
  verdict?: { status: 'approved' | 'rejected'; feedback?: string }
  /** The doer's appeal against the rejection; `proofText` is the corrected proof. */
  appeal?: { message: string; proofText: string }
  /** The poster's report of this proof. */
  report?: { reason: ReportReason; words: string }
}
const seedSubmissions = submissionsJson as SeedSubmission[]

const usernames = [
  ...['marisol_bakes', 'tom_fixes_bikes', 'nkechi_reads', 'old_harbour_cafe', 'priya_translates'],
  ...['lukas_on_foot', 'green_street_gp', 'hanne_knits', 'samir_maps', 'quiet_river_press'],
  ...['joao_films', 'bea_and_the_bees'],
]

/** The names of the demo wallets of the poster and the doer, who find something on their first visit. */
const demoNames = ['poppy_posts', 'dario_does']

const people = [
  ...usernames.map((username, index) => ({ username, wallet: account(firstSeedAccount + index) })),
  ...demoNames.map((username, index) => ({ username, wallet: account(index) })),
]

/** How much `seed` creates; the users include the admin. */
export const seedCounts = {
  users: people.length + 1,
  tasks: seedTasks.length,
  submissions: seedSubmissions.length,
}

const day = 24 * 3600 * 1000

/** Creates the demo users, tasks and submissions through the API and on the local chain. */
export async function seed(stack: Stack): Promise<void> {
  const users = people.map(({ wallet }) => new ApiUser(stack, wallet))
  await Promise.all([
    ...users.map(async (user, index) => {
      await user.signIn()
      await user.call('POST /api/user/update-username', { username: people[index]?.username ?? '' })
    }),
    createAdmin(stack),
  ])
  const tasks = await postTasks(users)
  const byTask = Map.groupBy(seedSubmissions, ({ to }) => to)
  await Promise.all([...byTask.values()].map((submissions) => submitAndReview(users, tasks, submissions)))
}

/** Signs the admin demo wallet up. Its admin right is written to the table, because no other admin exists to grant it. */
async function createAdmin(stack: Stack): Promise<void> {
  const index = demoAccounts.findIndex(({ role }) => role === 'admin')
  const admin = new ApiUser(stack, account(index))
  await admin.signIn()
  await setAdmin(services().table, admin.wallet.address, true)
  await admin.call('POST /api/user/update-username', { username: 'ada_admin' }) // reserved for admins
}

/** Posts the tasks one after another, so that no wallet sends two transactions with the same nonce. */
async function postTasks(users: ApiUser[]): Promise<Task[]> {
  const tasks: Task[] = []
  for (const { by, days, ...form } of seedTasks) {
    const poster = users[by]
    if (!poster) throw new Error(`No demo user has the index ${by}`)
    const deadline = new Date(Date.now() + days * day).toISOString()
    tasks.push(await poster.post({ ...form, deadline }))
  }
  return tasks
}

async function submitAndReview(users: ApiUser[], tasks: Task[], submissions: SeedSubmission[]) {
  for (const { to, by, verdict, appeal, report, ...proof } of submissions) {
    const index = tasks.findIndex(({ title }) => title.startsWith(to))
    const task = tasks[index]
    const poster = users[seedTasks[index]?.by ?? -1]
    const doer = users[by]
    if (!task || !poster || !doer) throw new Error(`No demo task has a title that begins with "${to}"`)
    const { id, userId } = await doer.call('POST /api/submissions', { taskId: task.id, ...proof })
    if (report) await poster.call('POST /api/reports', { kind: 'submission', id, ...report })
    if (!verdict) continue
    await poster.call('PATCH /api/submissions/{id}', { id, ...verdict })
    if (appeal) await doer.call('POST /api/submissions/{id}/appeal', { id, ...appeal })
    if (verdict.status !== 'approved') continue
    await poster.call('POST /api/blockchain/release-reward', { taskId: task.id, recipientId: userId })
  }
}
