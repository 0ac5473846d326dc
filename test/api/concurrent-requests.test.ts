import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { HDNodeWallet } from 'ethers'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'
import { concurrently, countStatuses } from '../support/responses.ts'
import { allItems, findInconsistencies, recomputeFromItems } from '../support/table-consistency.ts'
import { moveProof } from '../support/wallet-proof.ts'

/** This file starts its own stack, because its last test audits the whole table. */
const { connection } = await startIsolatedStack()
const { newVisitor, site, newUser, postedTask } = openFixture(connection)

const uniqueName = () => `name_${randomBytes(6).toString('hex')}`
const sorted = (answers: Response[]) => answers.map(({ status }) => status).sort()
const now = async () => recomputeFromItems(await allItems(connection))

/** No keep-alive, because the server may close a kept connection just when a request is sent on it. */
const agent = new Agent({ keepAlive: false, maxSockets: 400 })

/** The status of a POST from this source IP address. On Linux all of 127.0.0.0/8 is loopback. */
function post(path: string, body: unknown, localAddress = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      origin: site.origin,
      host: new URL(site.origin).host,
    }
    const options = { method: 'POST', localAddress, agent, headers }
    request(`${site.origin.replace('localhost', '127.0.0.1')}${path}`, options, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
      .on('error', reject)
      .end(JSON.stringify(body))
  })
}

const otherLocalIps = process.platform === 'linux' ? ['127.0.1.1', '127.0.1.2'] : []

describe('usernames requested concurrently', () => {
  test.skipIf(otherLocalIps.length === 0)(
    'Of 200 concurrent registrations of one username, one returns 200 and 199 return 409',
    async () => {
      const username = uniqueName()
      const names = [username, username.toUpperCase()]
      const statuses = await Promise.all(
        concurrently(200, (index) =>
          post(
            '/api/register',
            { username: names[index % 2], password: 'correct horse battery' },
            otherLocalIps[index % 2],
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

  test('If the owner of a username and nine others request it in another letter case, the owner keeps it', async () => {
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

test('Of 200 concurrent replays of one wallet sign-in, one returns 200 and 199 return 401', async () => {
  const signer = HDNodeWallet.fromSeed(randomBytes(32))
  const { message } = await newVisitor().call('GET /api/auth/challenge', { address: signer.address })
  const sent = { walletAddress: signer.address, message, signature: await signer.signMessage(message) }
  const statuses = await Promise.all(concurrently(200, () => post('/api/auth/web3', sent)))
  expect(statuses.sort()).toEqual([200, ...Array(199).fill(401)])
})

test('Of twenty accounts that link one wallet concurrently, one succeeds, and its former wallet becomes free', async () => {
  const people = await Promise.all(concurrently(20, newUser))
  const next = newVisitor()
  const { wallet } = next
  const proofs = await Promise.all(people.map((person) => moveProof(person, next)))
  const asked = people.map((person, index) => person.request('POST /api/wallet', { ...proofs[index] }))
  const answers = await Promise.all(asked)
  expect(sorted(answers)).toEqual([200, ...Array(19).fill(409)])
  const winner = people[answers.findIndex(({ ok }) => ok)]
  const { guards } = await now()
  expect(guards('WALLET#')[wallet.address.toLowerCase()]).toBe(winner?.id)
  expect(guards('WALLET#')).not.toHaveProperty(winner?.wallet.address.toLowerCase() ?? '')
})

test('An account that links ten wallets concurrently ends with one wallet and one uniqueness guard', async () => {
  const person = await newUser()
  const signers = Array.from({ length: 10 }, newVisitor)
  const proofs = await Promise.all(signers.map((next) => moveProof(person, next)))
  const answers = await Promise.all(proofs.map((proof) => person.request('POST /api/wallet', proof)))
  // 401: another move came first, and the wallet that signed is no longer the present one.
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect([200, 401, 409]).toEqual(expect.arrayContaining(sorted(answers)))
  const { guards } = await now()
  const { walletAddress } = await person.call('GET /api/user', {})
  const own = Object.entries(guards('WALLET#')).filter(([, userId]) => userId === person.id)
  expect(own).toEqual([[walletAddress?.toLowerCase(), person.id]])
})

test('Of 12 submissions for one place one is accepted, and of 200 people for five free places five are', async () => {
  for (const [people, places] of [
    [12, 1],
    [200, 5],
  ] as const) {
    const { task } = await postedTask({ maxCompletions: places })
    const doers = await Promise.all(concurrently(people, newUser))
    const answers = await Promise.all(
      doers.map((doer) => doer.request('POST /api/submissions', { taskId: task.id, proofText: doer.id })),
    )
    const accepted = answers.filter(({ ok }) => ok)
    expect(accepted).toHaveLength(places)
    // A request that met too many others is asked to try again, and is refused then.
    for (const [index, answer] of answers.entries()) {
      if (answer.ok) continue
      expect([409, 503]).toContain(answer.status)
      if (index > 12 && answer.status === 409) continue
      const again = doers[index]?.request('POST /api/submissions', { taskId: task.id, proofText: 'Again' })
      expect(await (await again)?.json()).toMatchObject({
        message: expect.stringContaining('All places are taken'),
      })
    }
    const stored = (await now()).tasks.find(({ id }) => id === task.id)
    expect(stored).toMatchObject({
      taken: places,
      undecided: places,
      listed: expect.stringMatching(/^OPEN#/),
    })
  }
})

test('After all tests of this file, the audit finds no inconsistency in the table', async () => {
  expect(findInconsistencies(await allItems(connection))).toEqual([])
})
