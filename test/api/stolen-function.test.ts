import { readFileSync } from 'node:fs'
import path from 'node:path'
import { groups } from '../../domain/route.ts'
import { approveOverdue } from '../../functions/market/automatic-verdicts.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as payouts from '../../functions/table/payouts.ts'
import { queues } from '../../functions/table/queue.ts'
import { update, type Write } from '../../functions/table/table.ts'
import { backgroundFunctions, type FunctionName, needsOf } from '../../infra/function-settings.ts'
import { root } from '../repository/repository-files.ts'
import { isAllowed } from '../support/function-policies.ts'
import {
  duePayout,
  inFiveSeconds,
  own,
  payoutOf,
  postedTask,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'
import { needsOfWrite } from '../support/observe-needs.ts'

// A thief with the code of one function makes the requests of four attacks on a payment. Each request is judged by the function's
// synthesized policy and by its needs. What they allow is written to the real engine, and the real jobs run then.

const names: FunctionName[] = [...groups, ...backgroundFunctions]

const trust = readFileSync(path.join(root, 'docs', 'trust.md'), 'utf8')
/** The rows of the table in docs/trust.md: for each function, the cells after its name. */
const rows = new Map(
  trust
    .split('## A stolen function')[1]
    ?.split('\n')
    .flatMap((line) => {
      const [, name, ...cells] = line.split(' | ').flatMap((cell, at) => (at === 0 ? ['', cell] : [cell]))
      const found = /^\| `(\w+)`$/.exec(name ?? '')?.[1]
      return found ? [[found, cells] as const] : []
    }),
)

/** Whether a function may make this write. */
function mayWrite(name: FunctionName, write: Write): boolean {
  const [action, pk, attributes] =
    'put' in write
      ? ['PutItem', write.put.pk, Object.keys(write.put)]
      : 'update' in write
        ? ['UpdateItem', write.update.pk, ['pk', 'sk', ...Object.values(write.names ?? {})]]
        : expect.unreachable()
  const facts = { 'dynamodb:LeadingKeys': [pk], 'dynamodb:Attributes': attributes }
  const isGranted = isAllowed(name, `dynamodb:${action}`, '<Table>', facts)
  const isNeeded = needsOfWrite(write).every((need) => needsOf(name).has(need))
  expect(isGranted, `${name}: IAM and functions/needs.ts differ about ${action} of ${pk}`).toBe(isNeeded)
  return isGranted
}

const mayProve = (name: FunctionName) =>
  isAllowed(name, 'kms:GenerateMac', '<ApprovalKey>', { 'kms:MacAlgorithm': ['HMAC_SHA_256'] })

/** A pending proof in a funded task, and the payout that would pay it. */
async function pendingProof() {
  const { task } = await postedTask({ reward: 10, maxCompletions: 1 })
  const { doer, submission } = await submittedTo(task)
  const { creatorId, escrowId, refundableAt } = await storedTask(task.id)
  const payout = duePayout({
    ...{ submissionId: submission.id, taskId: task.id, userId: doer.id, recipient: doer.wallet.address },
    ...{ creatorId, escrowId, refundableAt },
  })
  return { doer, payout, submission, taskId: task.id }
}
type Proof = Awaited<ReturnType<typeof pendingProof>>

const past = new Date(Date.now() - 60_000).toISOString()

/** The writes of each attack: for each item, every way to write it. */
const attacks: Record<string, (proof: Proof) => Promise<Write[][]>> = {
  'admin flag': async ({ doer }) => waysToSet(keys.user(doer.id), { isAdmin: true }),
  'backdated review': async ({ doer, submission: { id }, taskId }) => [
    ...(await waysToSet(keys.submission(taskId, doer.id), { reviewBy: past })),
    ...(await waysToSet(keys.submissionPointer(id), {
      reviewBy: past,
      ...queues.reviews.position(past, id),
    })),
  ],
  'forged queue entry': async ({ payout }) => [[payouts.putDue({ ...payout, mac: 'AA==' })]],
  'forged approval': async ({ doer, payout, taskId }) => [
    [payouts.putDue({ ...payout, mac: await own.approvals.prove(payout) })],
    ...(await waysToSet(keys.submission(taskId, doer.id), {
      ...{ status: 'approved', slot: payout.slot, wallet: payout.recipient },
    })),
    ...(await waysToSet(keys.task(taskId), { completions: 1 })),
  ],
}

/** An update, and a put of the whole item. */
const waysToSet = async (key: { pk: string; sk: string }, set: Record<string, unknown>) => [
  [update(key, { set }), { put: { ...(await own.table.get(key)), ...key, ...set } }],
]

/** Runs the jobs after an attack. @returns the balance of the thief, and the reasons of the alarms */
async function afterJobs({ doer }: Proof) {
  const alarms: string[] = []
  await approveOverdue(own)
  await settle({ ...own, meter: { ...own.meter, waiting: (reason) => alarms.push(reason) } }, inFiveSeconds())
  return { alarms, isPaid: (await doer.balance()) > 0n }
}

const refused = { alarms: ['MismatchedPayout'], isPaid: false }
const paid = { alarms: [], isPaid: true }
const outcomes: Record<string, { alarms: string[]; isPaid: boolean }> = {
  'backdated review': paid,
  'forged queue entry': refused,
  'forged approval': paid,
}

const untouched = await pendingProof()

/** Makes the writes of an attack that the function may make. @returns whether it could make all of them */
async function attackAs(name: FunctionName, attack: string, proof: Proof): Promise<boolean> {
  const items = (await attacks[attack]?.(proof)) ?? []
  const writes = items.map((ways) => ways.find((write) => mayWrite(name, write)))
  if (attack === 'forged approval' && !mayProve(name)) return false
  const isComplete = writes.every((write) => write !== undefined)
  if (isComplete) await own.table.write(writes)
  return isComplete
}

test('docs/trust.md says of every function what a thief with its code could do at most', () => {
  expect([...rows.keys()].sort()).toEqual([...names].sort())
  for (const [name, cells] of rows) expect(cells.at(-1)?.length, name).toBeGreaterThan(10)
})

const table = names.flatMap((name) => Object.keys(attacks).map((attack, at) => [name, attack, at] as const))
const saysYes = ([name, , at]: (typeof table)[number]) => rows.get(name)?.[at] === 'yes'

test.each(
  table.filter((row) => !saysYes(row)),
)('A thief with the code of %s cannot make the attack “%s”, as docs/trust.md says', async (name, attack, at) => {
  expect(rows.get(name)?.[at]).toBe('no')
  expect(await attackAs(name, attack, untouched)).toBe(false)
})

test('After all refused attacks nobody is paid and nothing raises an alarm', async () => {
  expect(await afterJobs(untouched)).toEqual({ alarms: [], isPaid: false })
})

test.each(
  table.filter(saysYes),
)('A thief with the code of %s can make the attack “%s”, and it has the effect that docs/trust.md says', async (name, attack) => {
  const proof = await pendingProof()
  expect(await attackAs(name, attack, proof)).toBe(true)
  expect(await afterJobs(proof)).toEqual(outcomes[attack])
  const status = outcomes[attack] === paid ? 'paid' : 'failed'
  expect(await payoutOf(proof)).toMatchObject({ status })
})

test('Every function with which an attack is paid is named in docs/trust.md as one that can cause a payment', () => {
  const named = /^A payment can so be caused[^.]*\./m.exec(trust)?.[0]
  const paying = table.filter((row) => saysYes(row) && outcomes[row[1]] === paid).map(([name]) => name)
  expect([...new Set(paying)].sort()).toEqual(['schedule', 'submissions', 'verdicts'])
  for (const name of paying) expect(named).toContain(`\`${name}\``)
})

test('Only verdicts and schedule can prove an approval, only settle can sign, and nobody can do both', () => {
  const facts = { 'kms:SigningAlgorithm': ['ECDSA_SHA_256'], 'kms:MessageType': ['DIGEST'] }
  const signing = names.filter((name) => isAllowed(name, 'kms:Sign', '<SignerA>', facts))
  expect(signing).toEqual(['settle'])
  expect(names.filter(mayProve).sort()).toEqual(['schedule', 'verdicts'])
})
