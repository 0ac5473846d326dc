import { describe, expect, test } from 'vitest'
import type { Sent } from '../../domain/api.ts'
import { type EscrowTerms, type Terms, toBaseUnits } from '../../domain/escrow.ts'
import { sendAsOperator } from '../support/escrow-operator.ts'
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

/** What a browser sends to save a task that stands on these terms. */
const body = (escrow: EscrowTerms, changes: Partial<Sent<'POST /api/tasks'>> = {}) => ({
  ...form,
  contractAddress: escrowAddress,
  escrow,
  ...changes,
})

const save = (poster: Poster, sent: Record<string, unknown>) => poster.request('POST /api/tasks', sent)

/** Everything that was saved for this person. */
const tasksOf = async (poster: Poster) => (await poster.call('GET /api/dashboard', {})).createdTasks

describe('a task whose escrow is funded is saved', () => {
  test('with what the form said, nothing completed, and due in 30 days when it names no deadline', async () => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const before = Date.now()
    const task = await poster.call('POST /api/tasks', body(escrow, { creatorId: poster.id }))
    expect(task).toEqual({
      ...form,
      id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      creatorId: poster.id,
      completions: 0,
      isActive: true,
      contractAddress: escrowAddress,
      createdAt: expect.any(String),
      deadline: expect.any(String),
    })
    expect(Date.parse(task.deadline) - before).toBeGreaterThan(30 * day * 1000 - 2000)
    expect(Date.parse(task.deadline) - before).toBeLessThan(30 * day * 1000 + 30_000)
    expect(await newVisitor().call('GET /api/tasks/{id}', { id: task.id })).toEqual(task)
    expect(await tasksOf(poster)).toMatchObject([{ id: task.id, submissions: [] }])
  })

  test('without telling anyone the terms of its escrow', async () => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const { id } = await poster.call('POST /api/tasks', body(escrow))
    const answer = await newVisitor().request('GET /api/tasks/{id}', { id })
    expect(await answer.text()).not.toContain(escrow.salt)
  })

  test('with its own deadline, which the escrow outlasts by 7 days', async () => {
    const poster = await newFundedUser()
    const deadline = inDays(3)
    const { escrow } = await poster.fund({ ...form, deadline })
    expect(await poster.call('POST /api/tasks', body(escrow, { deadline }))).toMatchObject({ deadline })
  })

  test('once: saving it again after a lost answer gives the same task', async () => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const first = await poster.call('POST /api/tasks', body(escrow))
    expect(await poster.call('POST /api/tasks', body(escrow))).toEqual(first)
    expect(await tasksOf(poster)).toHaveLength(1)
  })

  test('once: ten saves at once give the same task', async () => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const saved = await Promise.all(concurrently(10, () => poster.call('POST /api/tasks', body(escrow))))
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1)
    expect(await tasksOf(poster)).toMatchObject([{ id: saved[0]?.id }])
  })
})

describe('an escrow backs one task only', () => {
  test('so another task on it is refused', async () => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const task = await poster.call('POST /api/tasks', body(escrow))
    const refused = await statusAndMessage(save(poster, body(escrow, { title: 'Another one' })))
    expect(refused).toEqual([409, 'This escrow already backs another task'])
    expect(await tasksOf(poster)).toMatchObject([{ id: task.id, title: form.title }])
  })

  test('so of ten different tasks saved on it at once one is saved', async () => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const saves = concurrently(10, (index) => save(poster, body(escrow, { title: `Task ${index}` })))
    expect(await countStatuses(saves)).toEqual({ 200: 1, 409: 9 })
    expect(await tasksOf(poster)).toHaveLength(1)
  })
})

describe('nothing is saved', () => {
  test('when nothing was funded', async () => {
    const poster = await newFundedUser()
    const escrow = { salt: `0x${'5a'.repeat(32)}`, refundableAt: Math.floor(Date.now() / 1000) + 40 * day }
    const [status, message] = await statusAndMessage(save(poster, body(escrow)))
    expect([status, message]).toEqual([409, expect.stringContaining('Fund it first')])
    expect(message).toContain('250 TAX')
    expect(await tasksOf(poster)).toEqual([])
  })

  test('when somebody else funded it', async () => {
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
    ['the same total split otherwise', (escrow) => body(escrow, { reward: 25, maxCompletions: 10 })],
    ['another salt', (escrow) => body({ ...escrow, salt: `0x${'01'.repeat(32)}` })],
    ['a later refund', (escrow) => body({ ...escrow, refundableAt: escrow.refundableAt + 1 })],
  ])('when the escrow was funded with other terms: %s', async (_, changed) => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    expect((await save(poster, changed(escrow))).status).toBe(409)
    expect(await tasksOf(poster)).toEqual([])
    expect((await save(poster, body(escrow))).status).toBe(200)
  })

  test.each([
    ['the token', tokenAddress],
    ['a stranger', `0x${'12'.repeat(20)}`],
  ])('when it names %s as its contract', async (_, contractAddress) => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const refused = await errorResponse(save(poster, body(escrow, { contractAddress })))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'contractAddress' }] })
    expect(await tasksOf(poster)).toEqual([])
  })

  test('when the escrow can be refunded within 7 days of the deadline', async () => {
    const poster = await newFundedUser()
    const deadline = inDays(3)
    const refundableAt = Math.floor(Date.parse(deadline) / 1000) + 7 * day - 1
    const { escrow } = await poster.fund(form, { refundableAt })
    const refused = await errorResponse(save(poster, body(escrow, { deadline })))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'escrow.refundableAt' }] })
    expect(await tasksOf(poster)).toEqual([])
  })

  test.each([
    ['is past', inDays(-1)],
    ['is years away', inDays(900)],
    ['is no time', 'tomorrow'],
  ])('when the deadline %s', async (_, deadline) => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    const refused = await errorResponse(save(poster, body(escrow, { deadline })))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'deadline' }] })
    expect(await tasksOf(poster)).toEqual([])
  })

  test('when the creator is said to be somebody else', async () => {
    const [poster, other] = [await newFundedUser(), await newUser()]
    const { escrow } = await poster.fund(form)
    expect((await save(poster, body(escrow, { creatorId: other.id }))).status).toBe(403)
    expect(await tasksOf(poster)).toEqual([])
    expect(await tasksOf(other)).toEqual([])
  })

  test('for those who are not signed in', async () => {
    const escrow = { salt: `0x${'00'.repeat(32)}`, refundableAt: 1 }
    expect(await statusAndMessage(newVisitor().request('POST /api/tasks', body(escrow)))).toEqual([
      401,
      'Please sign in first',
    ])
  })

  test.each([
    [{ reward: 1001 }, 'reward', 'Maximum 1000 CENTS'],
    [{ maxCompletions: 101 }, 'maxCompletions', 'Maximum 100 completions'],
    [{ estimatedTime: 481 }, 'estimatedTime', 'Maximum 8 hours (480 minutes)'],
    [{ title: undefined }, 'title', 'Required'],
    [{ reward: '50' }, 'reward', 'Expected number, received string'],
    [{ title: 'a\0b' }, 'title', 'Not a valid text'],
    [{ escrow: { salt: '0x', refundableAt: 1 } }, 'escrow.salt', 'Not a valid 32-byte hex value'],
  ])('for an invalid form: %j', async (changes, path, message) => {
    const poster = await newUser()
    const sent = { ...body({ salt: `0x${'00'.repeat(32)}`, refundableAt: 1 }), ...changes }
    const refused = await errorResponse(save(poster, sent))
    expect(refused).toMatchObject({ status: 400, errors: [{ path, message }] })
  })
})

describe('an escrow backs no task', () => {
  const termsOf = ({ salt, refundableAt }: EscrowTerms, { wallet }: Poster) => ({
    funder: wallet.address,
    reward: toBaseUnits(form.reward),
    slots: form.maxCompletions,
    refundableAt,
    salt,
  })

  test.each([
    ['once it is closed', 'close', (terms: Terms) => [terms]],
    ['once it has paid', 'release', (terms: Terms) => [chain.escrowId(terms), 0, recipient]],
  ])('%s', async (_, method, parameters) => {
    const poster = await newFundedUser()
    const { escrow } = await poster.fund(form)
    await sendAsOperator({ openOwnServices, site }, method, parameters(termsOf(escrow, poster)))
    const [status, message] = await statusAndMessage(save(poster, body(escrow)))
    expect([status, message]).toEqual([409, expect.stringMatching(/closed|paid/)])
    expect(await tasksOf(poster)).toEqual([])
  })
})
