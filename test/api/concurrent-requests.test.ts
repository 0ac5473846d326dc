import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { HDNodeWallet } from 'ethers'
import { afterAll, describe, expect, test } from 'vitest'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'
import { concurrently, countStatuses } from '../support/responses.ts'
import { allItems, findInconsistencies, recomputeFromItems } from '../support/table-consistency.ts'
import { form } from '../support/task-form.ts'

/** A stack of this file's own: whatever was raced, its whole table must make sense at the end. */
const { stack, connection } = await startIsolatedStack()
afterAll(() => stack.close())
const { newAdmin, newVisitor, postedTask, site, newFundedUser, submittedTo, newUser } =
  openFixture(connection)

const uniqueName = () => `name_${randomBytes(6).toString('hex')}`
const sorted = (answers: Response[]) => answers.map(({ status }) => status).sort()
const now = async () => recomputeFromItems(await allItems(connection))

/** Connections of their own: one that was kept may end just when a busy process sends on it again. */
const agent = new Agent({ keepAlive: false, maxSockets: 400 })

/** The status of a POST, also from another address of this machine: all of 127.0.0.0/8 is loopback on Linux. */
function post(path: string, body: unknown, localAddress = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', origin: site.origin }
    const options = { method: 'POST', localAddress, agent, headers }
    request(`${site.origin.replace('localhost', '127.0.0.1')}${path}`, options, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
      .on('error', reject)
      .end(JSON.stringify(body))
  })
}

const elsewhere = process.platform === 'linux' ? ['127.0.1.1', '127.0.1.2'] : []

describe('a name that is asked for at once', () => {
  test.skipIf(elsewhere.length === 0)(
    'by 200 who sign up is the name of one of them',
    async () => {
      const username = uniqueName()
      const names = [username, username.toUpperCase()]
      const statuses = await Promise.all(
        concurrently(200, (index) =>
          post(
            '/api/register',
            { username: names[index % 2], password: 'correct horse battery' },
            elsewhere[index % 2],
          ),
        ),
      )
      expect(statuses.sort()).toEqual([200, ...Array(199).fill(409)])
      const { guards, users } = await now()
      expect(users.filter((user) => String(user.username).toLowerCase() === username)).toHaveLength(1)
      expect(guards('USERNAME#')).toHaveProperty(username)
    },
    120_000,
  )

  test('by 50 who rename themselves goes to one, and the others keep theirs', async () => {
    const people = await Promise.all(concurrently(50, newUser))
    const username = uniqueName()
    const asked = people.map((person) => person.request('POST /api/user/update-username', { username }))
    expect(await countStatuses(asked)).toEqual({ 200: 1, 409: 49 })
  })

  test('by its owner, who changes its letters’ case, and by others, stays its owner’s', async () => {
    const [owner, ...others] = await Promise.all(concurrently(10, newUser))
    const username = uniqueName()
    await owner?.call('POST /api/user/update-username', { username })
    const asked = [owner, ...others].map((person) =>
      (person as typeof owner & object).request('POST /api/user/update-username', {
        username: username.toUpperCase(),
      }),
    )
    expect(await countStatuses(asked)).toEqual({ 200: 1, 409: 9 })
    expect(await owner?.call('GET /api/user', {})).toMatchObject({ username: username.toUpperCase() })
  })
})

test('one person’s fifty new names at once leave one name, one guard, and the others free', async () => {
  const person = await newUser()
  const names = Array.from({ length: 50 }, uniqueName)
  const asked = names.map((username) => person.request('POST /api/user/update-username', { username }))
  const answers = await Promise.all(asked)
  expect([200, 409]).toEqual(expect.arrayContaining(sorted(answers)))
  const { username } = await person.call('GET /api/user', {})
  expect(names).toContain(username)
  const { guards } = await now()
  const own = Object.entries(guards('USERNAME#')).filter(([, userId]) => userId === person.id)
  expect(own).toEqual([[username, person.id]])
})

test('a thousand replays of one sign-in at once sign in once', async () => {
  const signer = HDNodeWallet.fromSeed(randomBytes(32))
  const { message } = await newVisitor().call('GET /api/auth/challenge', { address: signer.address })
  const sent = { walletAddress: signer.address, message, signature: await signer.signMessage(message) }
  const statuses = await Promise.all(concurrently(1000, () => post('/api/auth/web3', sent)))
  expect(statuses.sort()).toEqual([200, ...Array(999).fill(401)])
})

test('a wallet that twenty accounts link at once is one account’s, and theirs that it leaves are free', async () => {
  const people = await Promise.all(concurrently(20, newUser))
  const { wallet } = newVisitor()
  const proofs = await Promise.all(
    people.map(async (person) => {
      const { message } = await person.call('GET /api/auth/challenge', { address: wallet.address })
      return { walletAddress: wallet.address, message, signature: await wallet.signMessage(message) }
    }),
  )
  const asked = people.map((person, index) => person.request('POST /api/wallet', { ...proofs[index] }))
  const answers = await Promise.all(asked)
  expect(sorted(answers)).toEqual([200, ...Array(19).fill(409)])
  const winner = people[answers.findIndex(({ ok }) => ok)]
  const { guards } = await now()
  expect(guards('WALLET#')[wallet.address.toLowerCase()]).toBe(winner?.id)
  expect(guards('WALLET#')).not.toHaveProperty(winner?.wallet.address.toLowerCase() ?? '')
})

test('one account that links ten wallets at once has one of them', async () => {
  const person = await newUser()
  const signers = Array.from({ length: 10 }, newVisitor)
  const proofs = await Promise.all(
    signers.map(async ({ wallet }) => {
      const { message } = await person.call('GET /api/auth/challenge', { address: wallet.address })
      return { walletAddress: wallet.address, message, signature: await wallet.signMessage(message) }
    }),
  )
  const answers = await Promise.all(proofs.map((proof) => person.request('POST /api/wallet', proof)))
  expect([200, 409]).toEqual(expect.arrayContaining(sorted(answers)))
  const { guards } = await now()
  const { walletAddress } = await person.call('GET /api/user', {})
  const own = Object.entries(guards('WALLET#')).filter(([, userId]) => userId === person.id)
  expect(own).toEqual([[walletAddress?.toLowerCase(), person.id]])
})

test('an escrow that thirty different tasks claim at once backs one of them', async () => {
  const poster = await newFundedUser()
  const { escrow } = await poster.fund(form)
  const { escrowAddress: contractAddress } = site.siteConfig
  const saves = concurrently(30, (index) =>
    poster.request('POST /api/tasks', { ...form, title: `Street ${index}`, contractAddress, escrow }),
  )
  expect(await countStatuses(saves)).toEqual({ 200: 1, 409: 29 })
  expect((await now()).tasks.filter(({ creatorId }) => creatorId === poster.id)).toHaveLength(1)
})

test('fifty equal submissions of one person at once are one', async () => {
  const { task } = await postedTask()
  const doer = await newUser()
  const sent = { taskId: task.id, proofText: 'A tram and a blackbird.' }
  const answers = await Promise.all(concurrently(50, () => doer.request('POST /api/submissions', sent)))
  expect(sorted(answers)).toEqual([200, ...Array(49).fill(409)])
  const { ofTask, tasks } = await now()
  expect(ofTask(task.id)).toHaveLength(1)
  expect(tasks.find(({ id }) => id === task.id)).toMatchObject({ pending: 1, completions: 0 })
})

test('of fifty approvals at once on a task of five, five are approved and 45 stay pending', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 5, reward: 11 })
  const admin = await newAdmin()
  const all = await Promise.all(concurrently(50, () => submittedTo(task)))
  const answers = await Promise.all(
    all.map(({ submission: { id } }, index) =>
      (index % 2 ? poster : admin).request('PATCH /api/submissions/{id}', { id, status: 'approved' }),
    ),
  )
  expect(sorted(answers)).toEqual([...Array(5).fill(200), ...Array(45).fill(409)])
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect(await answer.json()).toMatchObject({ message: 'This task already has all its completions' })
  }
  const { count, ofTask, payouts, tasks } = await now()
  expect([count('approved', ofTask(task.id)), count('pending', ofTask(task.id))]).toMatchObject({
    0: { length: 5 },
    1: { length: 45 },
  })
  const createDuePayouts = payouts.filter(({ taskId }) => taskId === task.id)
  expect(createDuePayouts.map(({ slot }) => slot).sort()).toEqual([0, 1, 2, 3, 4])
  expect(createDuePayouts.every(({ status, amount }) => status === 'due' && amount === 11)).toBe(true)
  expect(tasks.find(({ id }) => id === task.id)).toMatchObject({
    completions: 5,
    pending: 45,
    listed: 'CLOSED',
  })
}, 120_000)

test('of two reviewers with opposite verdicts exactly one is heard, and only an approval is paid', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 60, reward: 5 })
  const admin = await newAdmin()
  let approvals = 0
  for (let round = 0; round < 60; round++) {
    const { submission } = await submittedTo(task)
    const decide = (by: typeof admin, status: string) =>
      by.request('PATCH /api/submissions/{id}', { id: submission.id, status, feedback: 'Seen.' })
    const first = round % 2 ? 'approved' : 'rejected'
    const second = round % 2 ? 'rejected' : 'approved'
    const [one, other] = await Promise.all([decide(poster, first), decide(admin, second)])
    expect(sorted([one, other])).toEqual([200, 409])
    const heard = one.ok ? first : second
    if (heard === 'approved') approvals++
    const after = await admin.call('GET /api/submissions/{id}', { id: submission.id })
    expect(after).toMatchObject({ status: heard, reviewedBy: one.ok ? poster.id : admin.id })
    const refused = (await (one.ok ? other : one).json()) as { message: string }
    expect(refused.message).toBe(`This submission has already been ${heard}. Both verdicts are final.`)
  }
  const { payouts } = await now()
  expect(payouts.filter(({ taskId }) => taskId === task.id)).toHaveLength(approvals)
  expect(approvals).toBeGreaterThan(0)
}, 120_000)

test('after all of this nothing in the table contradicts anything else', async () => {
  expect(findInconsistencies(await allItems(connection))).toEqual([])
})
