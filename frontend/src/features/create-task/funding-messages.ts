import type { FundingStep, MoneyState } from './fund-task.ts'

/** Texts of the steps, in their order. */
export const steps: { step: FundingStep; title: string; hint: string }[] = [
  {
    step: 'checking',
    title: 'Check the balance',
    hint: 'Your balance, and whether this task is funded already.',
  },
  {
    step: 'wallet',
    title: 'Confirm in your wallet',
    hint: 'One transaction pays the whole amount into the escrow contract.',
  },
  {
    step: 'confirming',
    title: 'Wait for the chain',
    hint: 'This usually takes a few seconds. You can close this window: the funding continues.',
  },
  { step: 'saving', title: 'Save the task', hint: 'Then people can see it.' },
]

/** A hint if a step takes long, or null. `seconds` since the step began. */
export function waitingHint(step: FundingStep, seconds: number): string | null {
  if (step === 'wallet' && seconds >= 15)
    return 'Your wallet has not answered yet. Its window may be hidden behind this one.'
  if (step === 'confirming' && seconds >= 8)
    return 'The chain is slow just now. If you close this tab, nothing is lost: this browser keeps the terms, and the task waits on your dashboard until it is saved.'
  return null
}

interface Words {
  title: string
  /** Where the money is. */
  money: string
  /** The label of the button for the next action. */
  action: string
}

/** For each state: title, where the money is, and the label of the next action. */
export const errorMessages: Record<MoneyState, Words> = {
  untouched: {
    title: 'Blockchain Error',
    money: 'Nothing was sent: your money is still in your wallet, and nothing was saved.',
    action: 'Try again',
  },
  unsure: {
    title: 'Blockchain Error',
    money:
      'We do not know whether your wallet sent the transaction. The same task can be funded only once, so trying again never pays twice.',
    action: 'Try again',
  },
  waiting: {
    title: 'Waiting for the chain',
    money:
      'Your transaction was sent, but we could not see its result yet. Your terms are kept in this browser.',
    action: 'Check again',
  },
  reverted: {
    title: 'Blockchain Error',
    money: 'Your TAX is still in your wallet. Nothing was saved.',
    action: 'Try again',
  },
  held: {
    title: 'Database Error',
    money:
      'Your TAX is safe in escrow and the terms are kept in this browser. Saving again costs nothing and does not pay twice.',
    action: 'Save again',
  },
}

/** The message for a save that failed after funding. */
export const databaseError = (reason: string): string =>
  `Database Error: Task was created on blockchain but failed to save in database: ${reason}`
