/** A change of the product's text: `from` stands exactly once in the file. */
interface Change {
  in: string
  from: string
  to: string
}

export interface Bug {
  /** What the planted bug does wrong. */
  says: string
  changes: Change[]
}

const market = (file: string, from: string, to: string): Change => ({
  in: `functions/market/${file}`,
  from,
  to,
})
const table = (file: string, from: string, to: string): Change => ({
  in: `functions/table/${file}`,
  from,
  to,
})

/** Bugs to plant, one at a time, while the product's modules are loaded: each must be found. */
export const bugs: Record<string, Bug> = {
  'broadcast-first': {
    says: 'hands a transaction in before it is written down',
    changes: [
      market(
        'settle.ts',
        '  await signer.recordInFlight(table, lease, {',
        '  await chain.broadcast(signed.bytes)\n  await signer.recordInFlight(table, lease, {',
      ),
    ],
  },
  'fence-ignored': {
    says: 'lets a settler write that lost its lease to another',
    changes: [
      table(
        'signer.ts',
        "  check: keys.lease,\n  condition: 'fence = :fence',",
        "  check: keys.lease,\n  condition: 'fence >= :fence',",
      ),
    ],
  },
  'lease-unconditional': {
    says: 'takes the lease without asking whether another just took it',
    changes: [
      table(
        'signer.ts',
        "condition: fence ? 'fence = :fence' : 'attribute_not_exists(pk)',",
        "condition: fence ? 'fence >= :fence' : 'attribute_not_exists(pk) OR attribute_exists(pk)',",
      ),
    ],
  },
  'lease-for-ever': {
    says: 'never takes over the lease of a settler that ended',
    changes: [
      table('signer.ts', 'if (held && Number(held.expiresAt) > now) return null', 'if (held) return null'),
    ],
  },
  'in-flight-overwritten': {
    says: 'signs another transaction while one is in flight',
    changes: [
      market(
        'settle.ts',
        'if (open && !(await finish(services, lease, open, until)))',
        'if (!open && !lease)',
      ),
      table(
        'signer.ts',
        "first ? 'attribute_not_exists(pk)' : 'nonce = :nonce'",
        "first ? 'attribute_not_exists(gone)' : 'nonce = :nonce'",
      ),
    ],
  },
  'forgotten-before-paid': {
    says: 'forgets the transaction in flight before its payouts are marked',
    changes: [
      market(
        'in-flight.ts',
        'if (mined.ok) await markPaid(services, current, mined.hash)',
        'await signer.clearInFlight(table, lease, current.nonce)\n      if (mined.ok) await markPaid(services, current, mined.hash)',
      ),
      market(
        'in-flight.ts',
        "      else log.error('payout transaction reverted', { hash: mined.hash })\n      await signer.clearInFlight(table, lease, current.nonce)\n",
        "      else log.error('payout transaction reverted', { hash: mined.hash })\n",
      ),
    ],
  },
  'earlier-receipt-ignored': {
    says: 'looks only for the latest version of what it signed',
    changes: [
      market(
        'in-flight.ts',
        'of [signed.hash, ...earlier])',
        'of earlier.length < 0 ? earlier : [signed.hash])',
      ),
    ],
  },
  'other-nonce': {
    says: 'raises the fee under another nonce',
    changes: [
      market(
        'in-flight.ts',
        'const dearer = await chain.signDearer(current.signed.bytes)',
        'const due = await payouts.all(table, current.submissionIds)\n  const dearer = due.length > 0 ? await chain.sign(due, current.nonce + 1, 16_000_000n) : null',
      ),
    ],
  },
  'fee-never-raised': {
    says: 'waits for a transaction whose fee is too low',
    changes: [
      market(
        'in-flight.ts',
        'const dearer = await chain.signDearer(current.signed.bytes)\n  if (!dearer) return current',
        'const dearer = await chain.signDearer(current.signed.bytes)\n  if (!dearer || now() > 0) return current',
      ),
    ],
  },
  'no-rebroadcast': {
    says: 'takes what was written for handed in',
    changes: [
      market(
        'in-flight.ts',
        'const handed = await chain.broadcast(current.signed.bytes)',
        "const handed = current.earlier.length > 0 || services.now() - current.signed.at < 2000 ? await chain.broadcast(current.signed.bytes) : 'taken'",
      ),
      market(
        'in-flight.ts',
        'if (!dearer) return current\n',
        'if (!dearer || current.earlier.length === 0) return current\n',
      ),
    ],
  },
  'gap-unnoticed': {
    says: 'waits for ever when a reorganisation took back the nonce before',
    changes: [market('in-flight.ts', 'return next < current.nonce || (', 'return (')],
  },
  'lost-too-soon': {
    says: 'takes a used nonce for a lost transaction without looking for its receipt',
    changes: [
      market('in-flight.ts', 'return (await minedVersion(services, current)) === null', 'return true'),
    ],
  },
  'revert-taken-for-payment': {
    says: 'marks paid what was mined and reverted',
    changes: [
      market('in-flight.ts', 'if (mined.ok) await markPaid', 'if (mined.ok || mined.final) await markPaid'),
    ],
  },
  'confirmations-ignored': {
    says: 'marks paid at the first receipt',
    changes: [
      market(
        'in-flight.ts',
        'receipt.confirmations >= config.CONFIRMATIONS',
        'receipt.confirmations >= Math.min(1, config.CONFIRMATIONS)',
      ),
    ],
  },
  'former-key-waited-for': {
    says: 'waits for ever for a transaction of the key before this one',
    changes: [
      market('in-flight.ts', ' || (current.signer !== lease.signer && (await isOperator(services)))', ''),
    ],
  },
  'bitmap-unasked': {
    says: 'never asks the chain which slots are paid',
    changes: [
      market(
        'paid-already.ts',
        'if (!state || !isSlotPaid(state, payout.slot))',
        'if (!state || !isSlotPaid(state, payout.slot) || state.slots > 0)',
      ),
    ],
  },
  'everyone-blamed': {
    says: 'sets the whole batch aside for one refused recipient',
    changes: [
      market(
        'payout-plan.ts',
        'if (await payouts.markFailed(table, payout, reason, signer.stillHeld(lease))) meter.failed(1)',
        'for (const one of batch) if (await payouts.markFailed(table, one, reason, signer.stillHeld(lease))) meter.failed(1)',
      ),
    ],
  },
  'timeout-blamed': {
    says: 'takes a node that does not answer for a refusal',
    changes: [
      market(
        'payout-plan.ts',
        'const outcome = await chain.simulate(batch)\n',
        "const outcome = await chain.simulate(batch).catch(() => ({ error: 'Timeout', reason: 'no answer' }))\n",
      ),
      market(
        'payout-plan.ts',
        '!notNow.has(error) ? await findCulprit(services, batch) : null',
        "!notNow.has(error) ? error === 'Timeout' && batch[0] ? { payout: batch[0], error, reason: error } : await findCulprit(services, batch) : null",
      ),
    ],
  },
  'lagging-node-believed': {
    says: 'gives up a payout for a slot that was paid already',
    changes: [market('payout-plan.ts', 'if (culprit && !later.has(culprit.error))', 'if (culprit)')],
  },
  'gas-cap-ignored': {
    says: 'signs more than fits into one transaction',
    changes: [
      market(
        'payout-plan.ts',
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
        "alarm(services, 'NoGas')",
        "for (const one of await payouts.all(table, current.submissionIds))\n        await payouts.markFailed(table, one, 'no gas', signer.stillHeld(lease))",
      ),
    ],
  },
  'not-driven-again': {
    says: 'believes a payment that a reorganisation took back',
    changes: [
      market(
        'confirming.ts',
        ': driveAgain(services, lease, payout)',
        ': receipt ? driveAgain(services, lease, payout) : Promise.resolve(false)',
      ),
    ],
  },
  'hash-uncorrected': {
    says: 'keeps naming a transaction that another replaced after a reorganisation',
    changes: [
      market(
        'confirming.ts',
        'if (hash && hash !== transactionHash &&',
        'if (hash && hash === transactionHash &&',
      ),
    ],
  },
  'final-too-soon': {
    says: 'looks away from a payment before it is final',
    changes: [
      market('confirming.ts', 'receipt.confirmations < config.FINALITY', 'receipt.confirmations < 1'),
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
  'refund-overtakes': {
    says: 'closes an escrow before its rewards are paid',
    changes: [
      market(
        'refund-plan.ts',
        'state?.closed || state?.paidCount !== task.completions',
        'state?.closed || state === null',
      ),
      market('refunds.ts', 'if (state?.paidCount !== task.completions)', 'if (state === null)'),
    ],
  },
}
