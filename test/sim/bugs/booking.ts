import { type Bug, market, table } from './bug.ts'

/** Bugs of what is approved, planned, marked and looked at again. */
export const booking: Record<string, Bug> = {
  'bitmap-unasked': {
    says: 'never asks the chain which slots are paid',
    changes: [
      market(
        'unpaid-slots.ts',
        'isSlotPaid(state, payout.slot) ? paid : left',
        'isSlotPaid(state, payout.slot) && state.slots < 0 ? paid : left',
      ),
    ],
  },
  'everyone-blamed': {
    says: 'sets the whole batch aside for one refused recipient',
    changes: [
      market(
        'plan.ts',
        'if (await payouts.markFailed(table, payout, reason, signer.stillHeld(lease))) meter.failed(1)',
        'for (const one of batch) if (await payouts.markFailed(table, one, reason, signer.stillHeld(lease))) meter.failed(1)',
      ),
    ],
  },
  'timeout-blamed': {
    says: 'takes a node that does not answer for a refusal',
    changes: [
      market(
        'plan.ts',
        'const outcome = await chain.simulate(batch)\n',
        "const outcome = await chain.simulate(batch).catch(() => ({ error: 'Timeout', reason: 'no answer' }))\n",
      ),
      market(
        'plan.ts',
        '!notNow.has(error) ? await findCulprit(services, batch, goesOn) : null',
        "!notNow.has(error) ? error === 'Timeout' && batch[0] ? { payout: batch[0], error, reason: error } : await findCulprit(services, batch, goesOn) : null",
      ),
    ],
  },
  'lagging-node-believed': {
    says: 'gives up a payout for a slot that was paid already',
    changes: [market('plan.ts', 'if (culprit && !later.has(culprit.error))', 'if (culprit)')],
  },
  'gas-cap-ignored': {
    says: 'signs more than fits into one transaction',
    changes: [
      market(
        'plan.ts',
        'gasLimit !== null && gasLimit <= cap)',
        'gasLimit !== null && gasLimit <= cap * 9n)',
      ),
    ],
  },
  'no-gas-blamed': {
    says: 'gives up payouts because their signer has no gas',
    changes: [
      market(
        'in-flight.ts',
        'alarm(services, trouble)',
        "for (const one of await payouts.all(table, current.submissionIds))\n        await payouts.markFailed(table, one, 'no gas', signer.stillHeld(lease))",
      ),
    ],
  },
  'not-driven-again': {
    says: 'believes a payment that a reorganisation took back',
    changes: [
      market(
        'confirm.ts',
        'else await driveAgain(services, lease, payout)',
        'else if (isFinal === false) await driveAgain(services, lease, payout)',
      ),
    ],
  },
  'hash-uncorrected': {
    says: 'keeps naming a transaction that another replaced after a reorganisation',
    changes: [market('confirm.ts', 'found.hash !== transactionHash &&', 'found.hash === transactionHash &&')],
  },
  'final-too-soon': {
    says: 'looks away from a payment before it is final',
    changes: [market('confirm.ts', 'receipt.confirmations < config.FINALITY', 'receipt.confirmations < 1')],
  },
  'final-a-block-too-soon': {
    says: 'takes a payment for final one block before the deepest reorganisation could not reach it',
    changes: [
      market(
        'confirm.ts',
        'receipt.confirmations < config.FINALITY)',
        'receipt.confirmations < config.FINALITY - 1)',
      ),
    ],
  },
  'pause-untold': {
    says: 'tells nobody that the contract is paused',
    changes: [market('plan.ts', 'alarm(services, error)\n      break', 'break')],
  },
  'limit-untold': {
    says: 'tells nobody that the limit of the day is used up',
    changes: [
      market('plan.ts', 'alarm(services, error)\n      const [alone] = batch', 'const [alone] = batch'),
    ],
  },
  'submission-forgotten': {
    says: 'makes a payout due again and leaves the hash on its submission',
    changes: [table('payouts.ts', 'onSubmission(payout, null, now),\n', '')],
  },
  'slot-shared': {
    says: 'gives two approvals at once the same slot',
    changes: [
      table(
        'submissions.ts',
        "'completions = :slot AND :slot < maxCompletions AND isActive = :true'",
        "':slot < maxCompletions AND isActive = :true'",
      ),
    ],
  },
  'completions-unchecked': {
    says: 'approves more than the task has completions',
    changes: [
      table(
        'submissions.ts',
        "'completions = :slot AND :slot < maxCompletions AND isActive = :true'",
        "'completions = :slot AND isActive = :true'",
      ),
      market(
        'reviews.ts',
        'if (task.completions >= task.maxCompletions)',
        'if (task.completions > task.maxCompletions)',
      ),
    ],
  },
  'payout-apart': {
    says: 'writes the payout after the approval, in a transaction of its own',
    changes: [
      table('submissions.ts', '      payouts.putDue(payout),\n', ''),
      table(
        'submissions.ts',
        'approved: 1, paidOut: payout.amount }),\n    ])\n',
        'approved: 1, paidOut: payout.amount }),\n    ])\n    await table.write([payouts.putDue(payout)])\n',
      ),
    ],
  },
  'verdict-twice': {
    says: 'lets a second verdict overrule the first',
    changes: [
      table(
        'submissions.ts',
        "condition: '#status = :pending',",
        "condition: '#status <> :status OR #status = :pending',",
      ),
    ],
  },
  'old-wallet': {
    says: 'owes the wallet that the doer had before',
    changes: [
      table(
        'users.ts',
        "condition: 'walletAddress = :wallet',",
        "condition: 'walletAddress = :wallet OR attribute_exists(pk)',",
      ),
    ],
  },
  'refund-believed': {
    says: 'believes a refund that a reorganisation took back',
    changes: [
      market(
        'refund-plan.ts',
        'if (await refunds.reopen(table, task, signer.stillHeld(lease)))',
        'if (Number.isNaN(lease.fence))',
      ),
    ],
  },
  'refund-noted-too-soon': {
    says: 'notes a refund without its transaction while a reorganisation can take it back',
    changes: [
      market(
        'refund-plan.ts',
        'await chain.escrow(task.escrowId, config.FINALITY - 1)\n    if',
        'await chain.escrow(task.escrowId, config.FINALITY - config.FINALITY)\n    if',
      ),
    ],
  },
  'refund-of-everything': {
    says: 'counts what was paid out as returned too',
    changes: [
      market(
        'refund-plan.ts',
        'toCents(reward) * (slots - paidCount)',
        'toCents(reward) * (slots - paidCount * 0)',
      ),
    ],
  },
  'refund-never-named': {
    says: 'waits for ever for a node that says which transaction closed an escrow',
    changes: [market('refund-plan.ts', 'if (!then?.closed) return false', 'if (then) return false')],
  },
  'refund-overtakes': {
    says: 'closes an escrow before its rewards are paid',
    changes: [
      market(
        'refund-plan.ts',
        'return then !== null && areClaimsPaid(then, completions)',
        'return then !== undefined',
      ),
      market('refunds.ts', 'if (!state || !areClaimsPaid(state, task.completions))', 'if (!state)'),
    ],
  },
}
