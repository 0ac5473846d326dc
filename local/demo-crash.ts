import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { HDNodeWallet } from 'ethers'
import { toBaseUnits } from '../domain/escrow.ts'
import { token } from '../domain/limits.ts'
import { reconcile } from '../functions/payouts/reconcile.ts'
import { leaseSeconds } from '../functions/table/signer.ts'
import { ApiUser } from '../ops/api-user.ts'
import { servicesFromEnvironment } from '../ops/command.ts'
import { account } from './accounts.ts'
import type { Stack } from './stack.ts'

const reward = 10

/** Payouts during which a worker is killed, once each. */
const rounds = 12

/**
 * `npm run demo -- --crash`: kills the payout worker, a process of its own, at a random point of each payout and starts
 * another. SIGKILL prevents any cleanup. At the end every doer must have been paid exactly once.
 * @throws Error if a doer was not paid once, or chain and table differ
 */
export async function demoCrashes(stack: Stack): Promise<void> {
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
  const approveSubmission = async () => {
    const doer = new ApiUser(stack, HDNodeWallet.createRandom() as unknown as HDNodeWallet)
    await doer.signIn()
    doers.push(doer)
    const { id } = await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'Nineteen.' })
    await poster.call('PATCH /api/submissions/{id}', { id, status: 'approved' })
    return id
  }

  await approveSubmission()
  const points = await runWorker(0, Number.POSITIVE_INFINITY)
  console.log(`A payout without a crash has ${points.length / 2} operations on the table and the chain.\n`)

  let ahead = 0
  for (let round = 1; round <= rounds; round++) {
    await approveSubmission()
    const passed = await runWorker(ahead, randomInt(1, points.length + 1))
    // The clock of the next worker is ahead of the killed worker's lease, so that nobody waits for the lease to expire.
    ahead += (leaseSeconds + 1) * 1000
    await runWorker(ahead, Number.POSITIVE_INFINITY)
    const balance = await doers.at(-1)?.balance()
    console.log(
      `Payout ${String(round).padStart(2)}: killed ${(passed.at(-1) ?? '').padEnd(28)} (point ${String(passed.length).padStart(2)}); after a restart the doer has ${(balance ?? 0n) / 10n ** 18n} ${token.symbol}`,
    )
  }

  for (const doer of doers) {
    const balance = await doer.balance()
    if (balance !== toBaseUnits(reward))
      throw new Error(`${doer.wallet.address} has ${balance} base units, not ${toBaseUnits(reward)}.`)
  }
  const { differences, due, failed, paid } = await reconcile(servicesFromEnvironment())
  if (differences.length > 0 || due + failed > 0 || paid !== reward * (rounds + 1))
    throw new Error(
      `Chain and table differ: paid ${paid}, due ${due}, failed ${failed}. ${differences.join('; ')}`,
    )
  console.log(
    `\n${rounds} crashes, ${doers.length} doers: each was paid ${reward} ${token.symbol} exactly once. Chain and table agree.`,
  )
}

/**
 * Runs a payout worker until it is done, or kills it at this point, counted from 1.
 * @param ahead milliseconds by which the clock of the worker is ahead
 * @returns the names of the points that it reached
 */
function runWorker(ahead: number, killAt: number): Promise<string[]> {
  const child = fork(join(import.meta.dirname, 'demo-crash-worker.ts'), {
    env: { ...process.env, AHEAD: String(ahead) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const points: string[] = []
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.on('message', (point: string) => {
    points.push(point)
    if (points.length === killAt) child.kill('SIGKILL')
    // A send can fail only if the worker has ended, which its exit event reports.
    else child.send('go', () => {})
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve(points)
      else reject(new Error(`The payout worker exited with ${code}: ${errors}`))
    })
  })
}
