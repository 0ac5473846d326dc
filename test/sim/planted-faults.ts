/** A change of the product's source text. `from` must occur exactly once in the file. */
interface Change {
  file: string
  from: string
  to: string
}

export interface PlantedFault {
  /** What the product with this fault does: a predicate such as 'pays twice'. */
  description: string
  changes: Change[]
}

const fault = (
  description: string,
  ...changes: [file: string, from: string, to: string][]
): PlantedFault => ({
  description,
  changes: changes.map(([file, from, to]) => ({ file: `functions/${file}.ts`, from, to })),
})

/** Faults that would lose money, planted in the product's code while it is loaded. The simulation must find every one. */
export const plantedFaults: Record<string, PlantedFault> = {
  'broadcast-before-write': fault('broadcasts a transaction before it is written to the table', [
    'payouts/in-flight',
    '  await signer.recordInFlight(table, lease, {\n    signer',
    '  await sender.broadcast(signed.bytes)\n  await signer.recordInFlight(table, lease, {\n    signer',
  ]),
  'fence-not-checked': fault('lets a settle run write after it has lost its lease', [
    'table/signer',
    "  check: keys.lease,\n  condition: 'fence = :fence',",
    "  check: keys.lease,\n  condition: 'fence >= :fence',",
  ]),
  'two-in-flight': fault(
    'signs another transaction while one is in flight',
    [
      'payouts/settle',
      'if (open && !(await finish({ ...run, until: await waitUntil(run, open) }, open)))',
      'if (!open && !lease)',
    ],
    [
      'table/signer',
      "first ? 'attribute_not_exists(pk)' : 'nonce = :nonce'",
      "first ? 'attribute_not_exists(gone)' : 'nonce = :nonce'",
    ],
  ),
  'cleared-before-marked': fault(
    'deletes the transaction in flight before its payouts are marked paid',
    [
      'payouts/in-flight',
      '      const marked = mined.ok ?',
      '      await signer.clearInFlight(table, lease, current.nonce)\n      const marked = mined.ok ?',
    ],
    [
      'payouts/in-flight',
      '      await forget(run, current, marked, mined.fee)\n      // A transaction',
      '      // A transaction',
    ],
  ),
  'hashes-not-kept': fault('does not keep the hashes of a transaction that a reorganisation can bring back', [
    'payouts/in-flight',
    '  await mapWithConcurrency(others, (id) => payouts.keepHashes(table, id, versionsOf(current)))\n',
    '  if (others.length > 1000) return\n',
  ]),
  'fee-not-raised': fault('never raises the fee of a stuck transaction', [
    'payouts/in-flight',
    'const raised = isOwn ? await sender.signWithHigherFee(current.signed.bytes) : null',
    'const raised = isOwn && now() < 0 ? await sender.signWithHigherFee(current.signed.bytes) : null',
  ]),
  'receipt-not-checked': fault(
    'treats a transaction as lost when its nonce is used, without asking for its receipt',
    ['payouts/in-flight', 'return (await minedVersion(run, current)) === null', 'return true'],
  ),
  'revert-taken-for-payment': fault('marks payouts paid although their transaction reverted', [
    'payouts/in-flight',
    'const marked = mined.ok ?',
    'const marked = mined.final ?',
  ]),
  'confirmations-ignored': fault('marks payouts paid at the first confirmation', [
    'payouts/in-flight',
    'receipt.confirmations >= config.CONFIRMATIONS',
    'receipt.confirmations >= Math.min(1, config.CONFIRMATIONS)',
  ]),
  'final-too-early': fault('stops checking a payment before it is final', [
    'payouts/confirm',
    'receipt.confirmations < config.FINALITY)',
    'receipt.confirmations < config.FINALITY - 40)',
  ]),
  'slot-shared': fault('gives two concurrent approvals the same slot', [
    'table/tasks',
    "'completions = :slot',",
    '',
  ]),
  'payout-in-second-write': fault(
    'writes the payout in a second DynamoDB transaction after the approval',
    ['table/submissions', '    payouts.putDue(payout),\n', ''],
    [
      'table/submissions',
      "  ])\n  if (failed.length === 0) return null\n  if (failed.includes(0)) return 'reviewed'\n  if (failed.includes(1)) return 'moved'\n  if (failed.includes(3))",
      "  ])\n  if (failed.length === 0) await table.write([payouts.putDue(payout)])\n  if (failed.length === 0) return null\n  if (failed.includes(0)) return 'reviewed'\n  if (failed.includes(1)) return 'moved'\n  if (failed.includes(3))",
    ],
  ),
  'urgent-not-held': fault('does not hold urgent payouts that cannot be made', [
    'payouts/settle',
    'if (await holdUrgent(run, urgent)) continue',
    '',
  ]),
  'hold-final-too-early': fault('treats a hold as final before a reorganisation is impossible', [
    'payouts/hold',
    'final: await chain.escrow(id, config.FINALITY - 1)',
    'final: await chain.escrow(id)',
  ]),
  'limit-all-or-nothing': fault('makes no payout when all due payouts together exceed the daily limit', [
    'payouts/plan',
    'wait(error, excess.length > 0 ? excess : batch)',
    'wait(error, left)',
  ]),
  'refund-before-reward': fault('closes an escrow before its approved rewards are paid', [
    'payouts/refunds',
    'const arePaid = task.completions === 0 ||',
    'const arePaid = task.completions >= 0 ||',
  ]),
}
