import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { HDNodeWallet } from 'ethers'
import { toBaseUnits } from '../domain/escrow.ts'
import { token } from '../domain/limits.ts'
import { leaseSeconds } from '../functions/table/signer.ts'
import { ApiUser } from '../ops/api-user.ts'
import { servicesFromEnvironment } from '../ops/command.ts'
import { reconcile } from '../ops/reconcile.ts'
import { account } from './accounts.ts'
import type { Stack } from './stack.ts'

const reward = 10

/** Payouts during each of which the settler is killed. */
const rounds = 12

/**
 * `npm run demo -- --crash`: kills the settler, a process of its own, at a random point of each payout (SIGKILL, so that
 * nothing of it can tidy up), starts it again, and looks whether everyone was paid exactly once.
 * @throws Error when somebody was not, or chain and table don't agree
 */
export async function crashes(stack: Stack): Promise<void> {
  const poster = new ApiUser(stack, account(0))
  await poster.signIn()
  const task = await poster.post({
    title: 'Count the swifts over your street',
    description: 'For a map of summer.',
    requirements: 'One evening, one number.',
    category: 'Research',
    reward,
    maxCompletions: rounds + 1,
    estimatedTime: 10,
    submissionType: 'text',
  })
  const doers: ApiUser[] = []
  const approved = async () => {
    const doer = new ApiUser(stack, HDNodeWallet.createRandom() as unknown as HDNodeWallet)
    await doer.signIn()
    doers.push(doer)
    const { id } = await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'Nineteen.' })
    await poster.call('PATCH /api/submissions/{id}', { id, status: 'approved' })
    return id
  }

  await approved()
  const points = await settler(0, Number.POSITIVE_INFINITY)
  console.log(`One payout without a crash asks ${points.length / 2} things of table and chain.\n`)

  let ahead = 0
  for (let round = 1; round <= rounds; round++) {
    await approved()
    const passed = await settler(ahead, randomInt(1, points.length + 1))
    // The dead settler's lease runs out before another takes over; its clock spares us the wait.
    ahead += (leaseSeconds + 1) * 1000
    await settler(ahead, Number.POSITIVE_INFINITY)
    const balance = await doers.at(-1)?.balance()
    console.log(
      `Payout ${String(round).padStart(2)}: killed ${(passed.at(-1) ?? '').padEnd(28)} (point ${String(passed.length).padStart(2)}), started again, doer has ${(balance ?? 0n) / 10n ** 18n} ${token.symbol}`,
    )
  }

  for (const doer of doers) {
    const balance = await doer.balance()
    if (balance !== toBaseUnits(reward))
      throw new Error(`${doer.wallet.address} has ${balance} base units, not ${toBaseUnits(reward)}.`)
  }
  const { differences, due, failed, paid } = await reconcile(servicesFromEnvironment())
  if (differences.length > 0 || due + failed > 0 || paid !== reward * (rounds + 1))
    throw new Error(`Chain and table: paid ${paid}, due ${due}, failed ${failed}. ${differences.join('; ')}`)
  console.log(
    `\n${rounds} crashes, ${doers.length} doers: each paid ${reward} ${token.symbol}, once. Chain and table agree.`,
  )
}

/**
 * Runs a settler until it is done, or kills it at this point, counted from 1.
 * @returns the points that it came to
 */
function settler(ahead: number, killAt: number): Promise<string[]> {
  const child = fork(join(import.meta.dirname, 'settler.ts'), {
    env: { ...process.env, AHEAD: String(ahead) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const points: string[] = []
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.on('message', (point: string) => {
    points.push(point)
    if (points.length === killAt) child.kill('SIGKILL')
    else child.send('go', () => {}) // that it is gone is what its exit says
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve(points)
      else reject(new Error(`The settler ended with ${code}: ${said}`))
    })
  })
}
