import { parseArgs } from 'node:util'
import { formatEther } from 'ethers'
import { token } from '../domain/limits.ts'
import { shortAddress } from '../domain/user.ts'
import { ApiUser } from '../ops/api-user.ts'
import { payReward } from '../ops/pay-reward.ts'
import { account, demoAccounts } from './accounts.ts'
import { type Stack, startStack } from './stack.ts'

/**
 * `npm run demo`: runs a task from funding to payout through the API, on a stack of its own. The exit code is 1 if the
 * doer is not paid. With `--crash` it runs `demo-crash.ts` instead.
 */

const { values } = parseArgs({ options: { crash: { type: 'boolean', default: false } } })

const reward = 50
const tax = (amount: bigint) => `${formatEther(amount)} ${token.symbol}`
const step = (name: string, detail = '') => console.log(`${name.padEnd(34)} ${detail}`)
const walletOf = (role: string) => account(demoAccounts.findIndex((one) => one.role === role))

const stack = await startStack({
  site: null,
  schedule: !values.crash,
  stream: !values.crash, // with a stream, another settle run could make the payout of the killed worker
}).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
try {
  const run = values.crash ? (await import('./demo-crash.ts')).demoCrashes : demoPayout
  await run(stack)
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  await stack.close()
}

async function demoPayout(stack: Stack): Promise<void> {
  const poster = new ApiUser(stack, walletOf('poster'))
  const doer = new ApiUser(stack, walletOf('doer'))
  step('Wallets', `poster ${shortAddress(poster.wallet.address)}, doer ${shortAddress(doer.wallet.address)}`)
  const task = {
    title: 'Describe your street at six in the morning',
    description: 'For a radio piece about waking cities.',
    requirements: 'Five sentences, your own street.',
    category: 'Content',
    reward,
    maxCompletions: 5,
    estimatedTime: 10,
    submissionType: 'text',
    proofText: 'A tram, a blackbird, a bakery that pretends not to be open. Then the second tram.',
  } as const
  const { after, before } = await payReward(poster, doer, task, step)
  step('Doer before', tax(before))
  step('Doer after', tax(after))
  console.log(`\nPaid ${reward} ${token.rewardUnit} once, by a transaction that the KMS key signed.`)
}
