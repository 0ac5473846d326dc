import type { Sent } from '../../domain/api.ts'
import { type Terms, toBaseUnits } from '../../domain/escrow.ts'
import type { EscrowTerms } from '../../domain/task.ts'
import { sendAsOperator } from '../support/escrow-operator.ts'
import { recentTime } from '../support/recent-time.ts'
import {
  concurrently,
  countStatuses,
  errorResponse,
  form,
  newFundedUser,
  newUser,
  newVisitor,
  openOwnServices,
  site,
  statusAndMessage,
} from '../support/shared-fixture.ts'

type Poster = Awaited<ReturnType<typeof newFundedUser>>

const day = 86_400
const { escrowAddress, tokenAddress } = site.siteConfig
const { chain } = openOwnServices()
const recipient = `0x${'34'.repeat(20)}`
const inDays = (days: number) => new Date(Date.now() + days * day * 1000).toISOString()

/** The request body that saves a task backed by this escrow. */
const body = (escrow: EscrowTerms, changes: Partial<Sent<'POST /api/tasks'>> = {}) => ({
  ...form,
  contractAddress: escrowAddress,
  escrow,
  ...changes,
})

const save = (poster: Poster, sent: Record<string, unknown>) => poster.request('POST /api/tasks', sent)

/** The tasks that this user has created. */
const tasksOf = async (poster: Poster) => (await poster.call('GET /api/dashboard', {})).createdTasks

describe('saving a task with a funded escrow', () => {
  test('A task is saved with the fields of the form, no completions, and a default deadline in 30 days', async () => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const before = Date.now()
    const task = await poster.call('POST /api/tasks', body(escrow, { creatorId: poster.id }))
    expect(task).toEqual({
      ...form,
      id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      creatorId: poster.id,
      completions: 0,
      taken: 0,
      reviewDays: 7,
      isActive: true,
      contractAddress: escrowAddress,
      createdAt: recentTime,
      deadline: expect.any(String),
    })
    expect(Date.parse(task.deadline) - before).toBeGreaterThan(30 * day * 1000 - 2000)
    expect(Date.parse(task.deadline) - before).toBeLessThan(30 * day * 1000 + 30_000)
    expect(await newVisitor().call('GET /api/tasks/{id}', { id: task.id })).toEqual(task)
    expect(await tasksOf(poster)).toMatchObject([{ id: task.id, submissions: [] }])
  })

  test('A task is saved with the deadline of the form', async () => {
    const poster = await newFundedUser()
    const deadline = inDays(3)
    const { escrow } = await poster.fund({ ...form, deadline })
    expect(await poster.call('POST /api/tasks', body(escrow, { deadline }))).toMatchObject({ deadline })
  })

  test('Saving a task again answers the same task and creates no second one', async () => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const first = await poster.call('POST /api/tasks', body(escrow))
    expect(await poster.call('POST /api/tasks', body(escrow))).toEqual(first)
    expect(await tasksOf(poster)).toHaveLength(1)
    const { title, description, requirements } = form
    const edited = { title: `${title} again`, description, requirements }
    await poster.call('PATCH /api/tasks/{id}', { id: first.id, ...edited })
    expect(await poster.call('POST /api/tasks', body(escrow))).toMatchObject({ id: first.id, ...edited })
  })
})

describe('an escrow that already backs a task', () => {
  test('Saving a different task on an escrow that backs a task answers 409', async () => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const task = await poster.call('POST /api/tasks', body(escrow))
    const refused = await statusAndMessage(save(poster, body(escrow, { title: 'Another one' })))
    expect(refused).toEqual([409, 'This escrow already backs another task'])
    expect(await tasksOf(poster)).toMatchObject([{ id: task.id, title: form.title }])
  })

  test('Of ten different tasks saved concurrently on one escrow, one is saved and nine answer 409', async () => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const saves = concurrently(10, (index) => save(poster, body(escrow, { title: `Task ${index}` })))
    expect(await countStatuses(saves)).toEqual({ 200: 1, 409: 9 })
    expect(await tasksOf(poster)).toHaveLength(1)
  })
})

describe('refused tasks', () => {
  test('Saving a task without a funded escrow answers 409 with the amount to fund', async () => {
    const poster = await newFundedUser()
    const escrow = { salt: `0x${'5a'.repeat(32)}`, refundableAt: Math.floor(Date.now() / 1000) + 60 * day }
    const [status, message] = await statusAndMessage(save(poster, body(escrow)))
    expect([status, message]).toEqual([409, expect.stringContaining('Fund it first')])
    expect(message).toContain('250 TAX')
    expect(await tasksOf(poster)).toEqual([])
  })

  test('Saving a task on an escrow of another funder answers 409, and the funder can still save it', async () => {
    const [funder, poster] = [await newFundedUser(), await newFundedUser()]
    const { escrow } = await funder.fund(form)
    expect((await save(poster, body(escrow))).status).toBe(409)
    expect(await tasksOf(poster)).toEqual([])
    expect((await save(funder, body(escrow))).status).toBe(200)
  })

  test.each<[string, (escrow: EscrowTerms) => Record<string, unknown>]>([
    ['a higher reward', (escrow) => body(escrow, { reward: 51 })],
    ['more completions', (escrow) => body(escrow, { maxCompletions: 6 })],
    ['fewer completions', (escrow) => body(escrow, { maxCompletions: 4 })],
    ['the same total with another reward', (escrow) => body(escrow, { reward: 25, maxCompletions: 10 })],
    ['another salt', (escrow) => body({ ...escrow, salt: `0x${'01'.repeat(32)}` })],
    ['a later refund', (escrow) => body({ ...escrow, refundableAt: escrow.refundableAt + 1 })],
  ])('Saving a task with other terms than its escrow (%s) answers 409, and the right terms still succeed', async (_, changed) => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    expect((await save(poster, changed(escrow))).status).toBe(409)
    expect(await tasksOf(poster)).toEqual([])
    expect((await save(poster, body(escrow))).status).toBe(200)
  })

  test.each([
    ['the token', tokenAddress],
    ['an unknown contract', `0x${'12'.repeat(20)}`],
  ])('Saving a task that names %s as its contract answers 400', async (_, contractAddress) => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const refused = await errorResponse(save(poster, body(escrow, { contractAddress })))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'contractAddress' }] })
    expect(await tasksOf(poster)).toEqual([])
  })

  test('Saving a task whose escrow is refundable earlier than its review days and 14 days after the deadline answers 400', async () => {
    const poster = await newFundedUser()
    const deadline = inDays(3)
    const refundableAt = Math.floor(Date.parse(deadline) / 1000) + 21 * day - 1
    const { escrow } = await poster.fund(form, { refundableAt })
    const refused = await errorResponse(save(poster, body(escrow, { deadline })))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'escrow.refundableAt' }] })
    expect(await tasksOf(poster)).toEqual([])
  })

  test('Saving a task with the creatorId of another user answers 403', async () => {
    const [poster, other] = [await newFundedUser(), await newUser()]
    const { escrow } = await poster.fund(form)
    expect((await save(poster, body(escrow, { creatorId: other.id }))).status).toBe(403)
    expect(await tasksOf(poster)).toEqual([])
    expect(await tasksOf(other)).toEqual([])
  })
})

describe('used escrows', () => {
  const termsOf = ({ salt, refundableAt }: EscrowTerms, { wallet }: Poster) => ({
    funder: wallet.address,
    reward: toBaseUnits(form.reward),
    slots: form.maxCompletions,
    refundableAt,
    salt,
  })

  test.each([
    ['was closed', 'close', async (terms: Terms) => [terms]],
    ['has paid a reward', 'release', async (terms: Terms) => [await chain.escrowId(terms), 0, recipient]],
  ])('An escrow that %s cannot back a task', async (_, method, parameters) => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    await sendAsOperator({ openOwnServices, site }, method, await parameters(termsOf(escrow, poster)))
    const [status, message] = await statusAndMessage(save(poster, body(escrow)))
    expect([status, message]).toEqual([409, expect.stringMatching(/closed|paid/)])
    expect(await tasksOf(poster)).toEqual([])
  })
})
