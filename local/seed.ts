import type { Task } from '../domain/task.ts'
import { services } from '../functions/context.ts'
import { setAdmin } from '../ops/admin.ts'
import { ApiUser } from '../ops/api-user.ts'
import { account, demoAccounts, firstSeedAccount } from './accounts.ts'
import { people as names } from './seed-people.ts'
import { seedSubmissions } from './seed-submissions.ts'
import { seedTasks } from './seed-tasks.ts'
import type { Stack } from './stack.ts'

const day = 24 * 3600 * 1000

/** Fills a fresh marketplace with people, tasks and submissions, all of it through the API and the real chain. */
export async function seed(stack: Stack): Promise<{ people: number; tasks: number; submissions: number }> {
  const people = names.map((_, index) => new ApiUser(stack, account(firstSeedAccount + index)))
  await Promise.all([
    ...people.map(async (person, index) => {
      await person.signIn()
      await person.call('POST /api/user/update-username', { username: names[index] ?? '' })
    }),
    seedAdmin(stack),
  ])
  const tasks = await postTasks(people)
  await Promise.all(
    [...Map.groupBy(seedSubmissions, (one) => one.to).values()].map((some) => work(people, tasks, some)),
  )
  return { people: people.length + 1, tasks: tasks.length, submissions: seedSubmissions.length }
}

/** The admin demo wallet: signed up and made an admin, since no one else could make the first. */
async function seedAdmin(stack: Stack) {
  const index = demoAccounts.findIndex(({ role }) => role === 'admin')
  const admin = new ApiUser(stack, account(index))
  await admin.signIn()
  await admin.call('POST /api/user/update-username', { username: 'ada_admin' })
  await setAdmin(services().table, admin.wallet.address, true)
}

/** Each poster's tasks in their own order, so that nobody's wallet sends two transactions under one nonce. */
async function postTasks(people: ApiUser[]): Promise<Task[]> {
  const posted: Task[] = []
  for (const { by, days, ...form } of seedTasks) {
    const poster = people[by]
    if (!poster) throw new Error(`The seed has no person number ${by}`)
    const deadline = new Date(Date.now() + (days ?? 30) * day).toISOString()
    posted.push(await poster.post({ ...form, deadline }))
  }
  return posted
}

async function work(people: ApiUser[], tasks: Task[], submissions: typeof seedSubmissions) {
  for (const { to, by, verdict, ...proof } of submissions) {
    const at = tasks.findIndex(({ title }) => title.startsWith(to))
    const task = tasks[at]
    const poster = people[seedTasks[at]?.by ?? -1]
    const doer = people[by]
    if (!task || !poster || !doer) throw new Error(`The seed's submission to "${to}" fits no task`)
    const { id, userId } = await doer.call('POST /api/submissions', { taskId: task.id, ...proof })
    if (!verdict) continue
    await poster.call('PATCH /api/submissions/{id}', { id, ...verdict })
    if (verdict.status !== 'approved') continue
    await poster.call('POST /api/blockchain/release-reward', { taskId: task.id, recipientId: userId })
  }
}
