import { toBaseUnits } from '../../domain/escrow.ts'
import { timestamp } from '../../domain/schema.ts'
import { publicMoney } from '../../functions/market/money.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { markHeld } from '../../functions/table/payouts.ts'
import { owner, sendAsOwner } from '../support/escrow-owner.ts'
import {
  connection,
  createDuePayouts,
  inFiveSeconds,
  newVisitor,
  openOwnServices,
  own,
  payoutOf,
} from '../support/isolated-fixture.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'

test('A visitor sees what the contract holds and owes, what waits, and the last reconciliation, without names', async () => {
  await createDuePayouts(2)
  await settle(own, inFiveSeconds())
  const { all } = await createDuePayouts(1)
  const payout = await payoutOf(all[0] as (typeof all)[0])
  const visitor = newVisitor()
  const services = openOwnServices()
  const before = await publicMoney(services)
  expect(before).toMatchObject({
    chain: { balance: 10, held: 10, operator: await own.chain.operator(), pausedUntil: null, announced: [] },
    paid: 20,
    due: { count: 1, amount: 10, held: 0, oldest: payout.createdAt, more: false },
    failed: { count: 0, amount: 0 },
    refundsDue: { count: 0, amount: 0, oldest: null },
    reconciled: null,
  })
  await markHeld(own.table, payout, payout.refundableAt + 21 * 86_400)
  expect((await publicMoney(openOwnServices())).due).toMatchObject({ amount: 10, held: 10 })
  expect(await runOperatorCommand('ops/reconcile.ts', [], connection.env)).toMatchObject({ code: 0 })
  const answer = await visitor.call('GET /api/money', {})
  expect(answer.reconciled).toEqual({ at: expect.any(String), agrees: true })
  expect(JSON.stringify(answer)).not.toMatch(/userId|username|recipient|taskId/)
})

test('A thousand readers cost one read of the chain in 30 seconds, and later readers see new figures', async () => {
  let reads = 0
  let time = Date.now()
  const services = openOwnServices({ now: () => time })
  const { funds } = services.chain
  services.chain.funds = () => {
    reads++
    return funds()
  }
  const many = await Promise.all(Array.from({ length: 1000 }, () => publicMoney(services)))
  expect(new Set(many).size).toBe(1)
  expect(reads).toBe(1)
  time += 30_000
  expect((await publicMoney(services)).at).not.toBe(many[0]?.at)
  expect(reads).toBe(2)
})

test('A pause without an end is shown with the year 9999, because no other format of a later year is a timestamp', async () => {
  await sendAsOwner('pause')
  const { chain } = await publicMoney(openOwnServices())
  await sendAsOwner('unpause')
  expect(timestamp.parse(chain?.pausedUntil)).toBe('9999-12-31T23:59:59.000Z')
})

test('The money page announces a higher daily limit in whole TAX, and another guardian by its wallet', async () => {
  await sendAsOwner('setDailyLimit', toBaseUnits(99_000_000))
  await sendAsOwner('setGuardian', owner.address)
  const { chain } = await publicMoney(openOwnServices())
  expect(chain?.announced.map(({ setting, value }) => [setting, value])).toEqual([
    ['guardian', owner.address],
    ['limit', '99000000'],
  ])
})

test('If the chain does not answer, the money page says so and shows the figures of the table', async () => {
  const services = openOwnServices()
  services.chain.funds = () => Promise.reject(new Error('The node is away'))
  expect(await publicMoney(services)).toMatchObject({ chain: null, paid: 20, due: { count: 1, amount: 10 } })
})
