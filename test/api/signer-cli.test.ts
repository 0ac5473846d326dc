import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseEther } from 'ethers'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import { settle } from '../../functions/payouts/settle.ts'
import * as signerTable from '../../functions/table/signer.ts'
import { account } from '../../local/accounts.ts'
import { nextKeyId } from '../../local/engines/kms.ts'
import { addressOf } from '../../ops/signer.ts'
import { escrow, owner, sendAsOwner } from '../support/escrow-owner.ts'
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
  stack,
} from '../support/isolated-fixture.ts'
import { runOperatorCommand } from '../support/run-operator-command.ts'

afterAll(() => stack.close())

const signer = (args: string[], more: Record<string, string> = {}) =>
  runOperatorCommand('ops/signer-cli.ts', args, { ...connection.env, ...more })

const ownerKey = account(18).privateKey
const gasFor = (address: string) =>
  provider.send('hardhat_setBalance', [address, `0x${parseEther('1').toString(16)}`])

/** The functions once they have the new key. */
const withNewKey = () =>
  openFixture({ ...connection, env: { ...connection.env, KMS_KEY_ID: nextKeyId } }).openOwnServices()

beforeEach(async () => {
  await sendAsOwner('setOperator', operator)
})

test('it says the address of the key, and what there is of gas and limit', async () => {
  expect(await signer(['address'])).toEqual({ code: 0, output: operator })
  await createDuePayouts(2)
  const { code, output } = await signer(['status'])
  expect(output).toMatch(new RegExp(`^signer +${operator}\noperator +this signer\n`))
  expect(output).toMatch(/\ngas +\d+\.\d{6} BTC\ndaily limit +1,000,000 TAX, 1,000,000 TAX left today/)
  expect(output).toMatch(/\nin flight +nothing\nlease +free\ndue +2 payouts, 20 TAX, the oldest for \d+ s$/)
  expect(code).toBe(0)
  expect(await settle(own, inFiveSeconds())).toBe('done')
})

test('a signer that the contract refuses, a pause and an empty purse are said, with an error', async () => {
  await sendAsOwner('setOperator', owner.address)
  await sendAsOwner('pause')
  await provider.send('hardhat_setBalance', [operator, '0x0'])
  const { code, output } = await signer(['status'])
  expect(output).toContain(`${owner.address}, so the contract refuses this signer`)
  expect(output).toContain('paused: nothing is paid')
  expect(output).toContain('nothing can be sent')
  expect(code).toBe(1)
  await sendAsOwner('unpause')
  await gasFor(operator)
})

test('rotating hands over to another key with no payout lost or doubled', async () => {
  const next = await addressOf(nextKeyId)
  await provider.send('hardhat_setBalance', [next, '0x0'])
  const early = await createDuePayouts(2)
  expect(await signer(['rotate', nextKeyId], { OWNER_KEY: ownerKey })).toEqual({
    code: 1,
    output: expect.stringContaining(`Send coins for gas to the new signer ${next} first`),
  })
  await gasFor(next)
  const rotated = await signer(['rotate', nextKeyId], { OWNER_KEY: ownerKey })
  expect(rotated).toEqual({
    code: 0,
    output: expect.stringMatching(
      new RegExp(
        `^Nothing is in flight. Sent setOperator\\(${next}\\) by 0x.*\nNext: set KMS_KEY_ID=${nextKeyId}`,
      ),
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
  expect(again.output).toMatch(new RegExp(`^The contract takes releases from ${next} already`))
})

test('a transaction that the former key left in flight is finished, and its payouts paid once, by the new key', async () => {
  await gasFor(await addressOf(nextKeyId))
  const { all } = await createDuePayouts(2)
  const crashed = openOwnServices()
  crashed.chain.broadcast = async () => {
    throw new Error('The process is gone')
  }
  await settle(crashed, inFiveSeconds()).catch(() => {})
  expect(await signerTable.inFlight(own.table)).toMatchObject({ nonce: expect.any(Number) })
  const rotated = await signer(['rotate', nextKeyId, 'now'], { OWNER_KEY: ownerKey })
  expect(rotated).toEqual({ code: 0, output: expect.stringMatching(/^Sent setOperator/) })
  // Hardhat throws at who hands in a transaction that reverts, once it has mined it.
  for (let turn = 0; turn < 3; turn++) await settle(withNewKey(), inFiveSeconds()).catch(() => {})
  for (const one of all) {
    expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  }
})

test('the owner pauses, unpauses and sets the limit, and nobody else', async () => {
  const env = { OWNER_KEY: ownerKey }
  expect((await signer(['pause'], env)).output).toMatch(/^The contract is paused: .* Sent pause\(\) by 0x/)
  expect(await escrow.getFunction('paused').staticCall()).toBe(true)
  expect((await signer(['unpause'], env)).code).toBe(0)
  expect(await escrow.getFunction('paused').staticCall()).toBe(false)
  expect((await signer(['limit', '500000'], env)).code).toBe(0)
  expect(await escrow.getFunction('dailyLimit').staticCall()).toBe(toBaseUnits(500_000))
  expect((await signer(['limit', '1000000'], env)).code).toBe(0)
  expect(await signer(['pause'], { GUARDIAN_KEY: account(3).privateKey })).toEqual({
    code: 1,
    output: expect.stringMatching(/^The contract refuses pause from 0x\w+: NotGuardian\.$/),
  })
  expect(await signer(['limit', 'much'], env)).toEqual({
    code: 1,
    output: 'A limit is a whole number of TAX.',
  })
})

test('without the owner’s key it prints the owner’s transaction, which does the same', async () => {
  const next = await addressOf(nextKeyId)
  await gasFor(next)
  const { code, output } = await signer(['rotate', nextKeyId])
  expect(code).toBe(0)
  const [, to, data] = /to +(0x\w+)\n +data +(0x\w+)\n/.exec(output) ?? []
  await (await owner.sendTransaction({ to: to ?? '', data: data ?? '' })).wait()
  expect(await escrow.getFunction('operator').staticCall()).toBe(next)
})

test.each([
  ['a key that KMS does not know', ['rotate', 'no-such-key'], {}, /^There is no such key in KMS\.$/],
  [
    'the key of somebody who is not the owner',
    ['rotate', nextKeyId],
    { OWNER_KEY: account(3).privateKey },
    /^The contract refuses setOperator from 0x\w+: OwnableUnauthorizedAccount\.$/,
  ],
  ['no such verb', ['sing'], {}, /^npm run signer -- address/],
  ['no contract', ['status'], { ESCROW_ADDRESS: '' }, /^Set ESCROW_ADDRESS to the escrow contract\.$/],
  ['no key', ['address'], { KMS_KEY_ID: '' }, /^Set KMS_KEY_ID to the key that signs\.$/],
])('%s is one sentence, and an error', async (_, args, env, says) => {
  await gasFor(await addressOf(nextKeyId))
  const { code, output } = await signer(args, env as Record<string, string>)
  expect(output).toMatch(says)
  expect(output).not.toMatch(/^ {4}at /m)
  expect(code).toBe(1)
})

test('who may not sign with a key is told who may', async () => {
  const kms = createServer((_, response) => {
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify({ __type: 'AccessDeniedException' }))
  })
  await new Promise<void>((resolve) => kms.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void kms.close())
  const KMS_ENDPOINT = `http://127.0.0.1:${(kms.address() as AddressInfo).port}`
  const { code, output } = await signer(['rotate', nextKeyId, 'now'], { KMS_ENDPOINT })
  expect(output).toContain(
    'or not sign with the key: beside the functions only the stage’s operatorRole may.',
  )
  expect(code).toBe(1)
})
