import { type Bug, market, table } from './bug.ts'

/** Bugs of the lease and of the transaction in flight. */
export const signing: Record<string, Bug> = {
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
      table(
        'signer.ts',
        'if (left > 0 && left <= 2 * leaseMilliseconds) return null',
        'if (held) return null',
      ),
    ],
  },
  'lease-of-a-wrong-clock': {
    says: 'believes a lease that lasts until a clock gone wrong comes true',
    changes: [
      table(
        'signer.ts',
        'if (left > 0 && left <= 2 * leaseMilliseconds) return null',
        'if (left > 0) return null',
      ),
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
        'const dearer = isOwn ? await chain.signDearer(current.signed.bytes) : null',
        'const due = await payouts.all(table, current.submissionIds)\n  const dearer = due.length > 0 && isOwn ? await chain.sign(due, current.nonce + 1, 16_000_000n) : null',
      ),
    ],
  },
  'fee-never-raised': {
    says: 'waits for a transaction whose fee is too low',
    changes: [market('in-flight.ts', 'if (!dearer) {', 'if (!dearer || now() > 0) {')],
  },
  'no-rebroadcast': {
    says: 'takes what was written for handed in',
    changes: [
      market(
        'in-flight.ts',
        'let handed = await chain.broadcast(current.signed.bytes)',
        "let handed: Awaited<ReturnType<typeof chain.broadcast>> = current.earlier.length > 0 || services.now() - current.signed.at < 2000 ? await chain.broadcast(current.signed.bytes) : 'taken'",
      ),
      market('in-flight.ts', 'if (!dearer) {', 'if (!dearer || current.earlier.length === 0) {'),
    ],
  },
  'stuck-untold': {
    says: 'tells nobody of a transaction that no higher fee helps',
    changes: [market('in-flight.ts', "alarm(services, isOwn ? 'FeeAtMost' : 'FormerSigner')", '')],
  },
  'no-gas-untold': {
    says: 'tells nobody that the signer cannot pay for gas',
    changes: [market('in-flight.ts', 'alarm(services, trouble)', '')],
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
}
