import { parseEther } from 'ethers'
import { toBaseUnits } from '../../domain/escrow.ts'
import { settle } from '../../functions/payouts/settle.ts'
import * as signerTable from '../../functions/table/signer.ts'
import { account } from '../../local/accounts.ts'
import { nextKeyId } from '../../local/engines/kms.ts'
import { listen } from '../../local/engines/listen.ts'
import { addressOf } from '../../ops/signer.ts'
import { changeAtOnce, endAnnouncementPeriod, escrow, owner, sendAsOwner } from '../support/escrow-owner.ts'
import { openFixture } from '../support/fixture.ts'
import {
  connection,
  createDuePayouts,
  inFiveSeconds,
  openOwnServices,
  operator,
  own,
  payoutOf,
  provider,
} from '../support/isolated-fixture.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'

const signer = (args: string[], more: Record<string, string> = {}) =>
  runOperatorCommand('ops/signer.ts', args, { ...connection.env, ...more })

const ownerKey = account(18).privateKey
const gasFor = (address: string) =>
  provider.send('hardhat_setBalance', [address, `0x${parseEther('1').toString(16)}`])

/** Services that use the new signing key. */
const withNewKey = () =>
  openFixture({ ...connection, env: { ...connection.env, KMS_KEY_ID: nextKeyId } }).openOwnServices()

beforeEach(async () => {
  await changeAtOnce('setOperator', operator)
})

test('`signer address` prints the wallet of the key, and `signer status` its gas, daily limit and due payouts', async () => {
  expect(await signer(['address'])).toEqual({ code: 0, output: operator })
  await createDuePayouts(2)
  const { code, output } = await signer(['status'])
  expect(output).toMatch(new RegExp(`^signer +${operator}\noperator +this signer\n`))
  expect(output).toMatch(/\ngas +\d+\.\d{6} BTC\ndaily limit +1,000,000 TAX, 1,000,000 TAX left today/)
  expect(output).toMatch(/\nin flight +nothing\nlease +free\ndue +2 payouts, 20 TAX, the oldest for \d+ s$/)
  expect(code).toBe(0)
  expect(await settle(own, inFiveSeconds())).toBe('done')
})

test('`signer status` reports a signer that is not the operator, a paused contract and missing gas, and exits with 1', async () => {
  await changeAtOnce('setOperator', owner.address)
  await sendAsOwner('pause')
  await provider.send('hardhat_setBalance', [operator, '0x0'])
  const { code, output } = await signer(['status'])
  expect(output).toContain(`${owner.address}, so the contract refuses this signer`)
  expect(output).toContain('paused: nothing is paid until it is unpaused')
  expect(output).toContain('nothing can be sent')
  expect(code).toBe(1)
  await sendAsOwner('unpause')
  await gasFor(operator)
})

test('`signer rotate` announces a new key, switches to it 48 hours later, and every payout before and after is paid once', async () => {
  const next = await addressOf(nextKeyId)
  await provider.send('hardhat_setBalance', [next, '0x0'])
  const early = await createDuePayouts(2)
  expect(await signer(['rotate', nextKeyId], { OWNER_KEY: ownerKey })).toEqual({
    code: 1,
    output: expect.stringContaining(`Send coins for gas to the new signer ${next} first`),
  })
  await gasFor(next)
  const rotate = () => signer(['rotate', nextKeyId], { OWNER_KEY: ownerKey })
  expect((await rotate()).output).toMatch(new RegExp(`^Sent setOperator\\(${next}\\) by 0x.*\nNext: run`))
  expect((await signer(['status'])).output).toMatch(new RegExp(`\nannounced +operator ${next}, from 20`))
  expect(await rotate()).toEqual({ code: 1, output: expect.stringContaining('Run this command again after') })
  await endAnnouncementPeriod('setOperator')
  expect(await rotate()).toEqual({
    code: 0,
    output: expect.stringMatching(
      new RegExp(`^Nothing is in flight. Sent applyChange\\(0\\) by 0x.*\nNext: set KMS_KEY_ID=${nextKeyId}`),
    ),
  })
  for (const { doer } of early.all) expect(await doer.balance()).toBe(toBaseUnits(10))

  const meanwhile = await createDuePayouts(2)
  expect(await settle(own, inFiveSeconds())).toBe('waiting')
  for (const one of meanwhile.all) expect(await payoutOf(one)).toMatchObject({ status: 'due' })
  expect(await settle(withNewKey(), inFiveSeconds())).toBe('done')
  for (const one of meanwhile.all) {
    expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  }
  const again = await signer(['rotate', nextKeyId])
  expect(again.output).toMatch(new RegExp(`^The contract already accepts releases from ${next}`))
})

test('After `signer rotate … now`, the new key pays the payouts of an in-flight transaction of the old key once', async () => {
  await gasFor(await addressOf(nextKeyId))
  const { all } = await createDuePayouts(2)
  const crashed = openOwnServices()
  crashed.sender.broadcast = async () => {
    throw new Error('The process is gone')
  }
  await settle(crashed, inFiveSeconds()).catch(() => {})
  expect(await signerTable.inFlight(own.table)).toMatchObject({
    submissionIds: expect.arrayContaining(all.map(({ submission }) => submission.id)),
  })
  const rotate = () => signer(['rotate', nextKeyId, 'now'], { OWNER_KEY: ownerKey })
  expect(await rotate()).toEqual({ code: 0, output: expect.stringMatching(/^Sent setOperator/) })
  await endAnnouncementPeriod('setOperator')
  expect(await rotate()).toEqual({ code: 0, output: expect.stringMatching(/^Sent applyChange/) })
  // Hardhat mines a transaction that reverts and then throws an error to its sender.
  for (let turn = 0; turn < 3; turn++) await settle(withNewKey(), inFiveSeconds()).catch(() => {})
  for (const one of all) {
    expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  }
})

test('`signer pause`, `unpause`, `limit`, `guardian`, `remove`, `apply` and `cancel` send the calls of the owner', async () => {
  const env = { OWNER_KEY: ownerKey }
  expect((await signer(['pause'], env)).output).toMatch(/^The contract is paused: .* Sent pause\(\) by 0x/)
  expect(await escrow.getFunction('paused').staticCall()).toBe(true)
  expect((await signer(['unpause'], env)).code).toBe(0)
  expect(await escrow.getFunction('paused').staticCall()).toBe(false)
  expect((await signer(['limit', '500000'], env)).code).toBe(0)
  expect(await escrow.getFunction('dailyLimit').staticCall()).toBe(toBaseUnits(500_000))
  expect((await signer(['limit', '1000000'], env)).code).toBe(0)
  expect(await escrow.getFunction('dailyLimit').staticCall()).toBe(toBaseUnits(500_000))
  expect((await signer(['apply', 'limit'], env)).output).toContain('applyChange from')
  await endAnnouncementPeriod('setDailyLimit')
  expect((await signer(['apply', 'limit'], env)).code).toBe(0)
  expect(await escrow.getFunction('dailyLimit').staticCall()).toBe(toBaseUnits(1_000_000))
  expect((await signer(['guardian', account(3).address], env)).output).toMatch(
    /^The new guardian is announced/,
  )
  expect((await signer(['status'])).output).toContain(`guardian ${account(3).address}, from`)
  expect((await signer(['cancel', 'guardian'], env)).code).toBe(0)
  expect((await signer(['status'])).output).not.toContain('announced')
  expect((await signer(['remove'], env)).output).toMatch(/^The contract has no operator/)
  expect(await signer(['pause'], { GUARDIAN_KEY: account(3).privateKey })).toEqual({
    code: 1,
    output: expect.stringMatching(/^The contract refuses pause from 0x\w+: NotGuardian\.$/),
  })
  expect(await signer(['limit', 'much'], env)).toEqual({
    code: 1,
    output: 'A limit is a whole number of TAX.',
  })
})

test('Without the owner’s key, `signer rotate` prints a transaction that announces the operator when the owner sends it', async () => {
  const next = await addressOf(nextKeyId)
  await gasFor(next)
  const { code, output } = await signer(['rotate', nextKeyId])
  expect(code).toBe(0)
  const [, to, data] = /to +(0x\w+)\n +data +(0x\w+)\n/.exec(output) ?? []
  await (await owner.sendTransaction({ to: to ?? '', data: data ?? '' })).wait()
  expect((await signer(['status'])).output).toContain(`operator ${next}, from`)
})

test.each([
  ['a key that KMS does not know', ['rotate', 'no-such-key'], {}, /^There is no such key in KMS\.$/],
  [
    'a private key that is not the owner’s',
    ['rotate', nextKeyId],
    { OWNER_KEY: account(3).privateKey },
    /^The contract refuses setOperator from 0x\w+: OwnableUnauthorizedAccount\.$/,
  ],
  ['an unknown setting', ['apply', 'much'], {}, /^A setting is one of: operator, guardian, limit\.$/],
  ['a guardian that is no wallet', ['guardian', '0x12'], {}, /^A guardian is a wallet/],
  ['an argument for pause', ['pause', 'now'], {}, /^"now" is one argument too many\.$/],
  ['an unknown subcommand', ['sing'], {}, /^npm run signer -- address/],
  ['no ESCROW_ADDRESS', ['status'], { ESCROW_ADDRESS: '' }, /^Set ESCROW_ADDRESS to the escrow contract\.$/],
  ['no KMS_KEY_ID', ['address'], { KMS_KEY_ID: '' }, /^Set KMS_KEY_ID to the signing key\.$/],
])('With %s the signer command prints a message without a stack trace and exits with 1', async (_, args, env, message) => {
  await gasFor(await addressOf(nextKeyId))
  const { code, output } = await signer(args, env as Record<string, string>)
  expect(output).toMatch(message)
  expect(output).not.toMatch(/^ {4}at /m)
  expect(code).toBe(1)
})

test('If KMS denies signing, `signer rotate` names the role that may sign', async () => {
  const { close, origin } = await listen((_, response) => {
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify({ __type: 'AccessDeniedException' }))
  })
  onTestFinished(close)
  const { code, output } = await signer(['rotate', nextKeyId, 'now'], { KMS_ENDPOINT: origin })
  expect(output).toContain('Besides the functions, only the role OperatorRole of the stage may.')
  expect(code).toBe(1)
})
