/** A model of contracts/TaskEscrow.sol with plain numbers: amounts in whole tokens, bitmaps of at most 31 slots. */

export interface Escrow {
  reward: number
  slots: number
  paid: number
  owed: number
  closed: boolean
  /** Epoch milliseconds. */
  refundableAt: number
}

export interface Transfer {
  hash: string
  escrowId: string
  slot: number
  recipient: string
  amount: number
}

/** The state of the chain after a block. It is immutable; each block creates a new state. */
export interface State {
  escrows: ReadonlyMap<string, Escrow>
  nonces: Readonly<Record<string, number>>
  transfers: readonly Transfer[]
  closes: readonly { hash: string; escrowId: string; remainder: number }[]
  shrinks: readonly { hash: string; escrowId: string; returned: number }[]
  day: number
  releasedToday: number
}

/** What a transaction does: it makes releases, closes or shrinks one escrow, or holds slots. */
export interface Call {
  releases: { escrowId: string; slot: number; recipient: string }[]
  /** The id of the escrow to close; then there are no releases. */
  closes?: string
  /** The escrow to shrink, and its new number of slots; then there are no releases. */
  shrinks?: { escrowId: string; slots: number }
  /** The slots to hold; then there are no releases. */
  holds?: { escrowId: string; slot: number }[]
}

export interface Transaction {
  hash: string
  bytes: string
  signer: string
  nonce: number
  call: Call
  gasLimit: number
  fee: number
  tip: number
}

/** Settings of the contract and of the token, which the owner, the guardian and the token's issuer change. */
export interface Rules {
  operator: string
  paused: boolean
  dailyLimit: number
  /** Wallets to which the token refuses transfers. */
  blocked: Set<string>
  /** Wallets without tokens: a payment to one of them needs more gas. Their owners change that at any time. */
  empty: Set<string>
}

export const contractAddress = `0x${'e5'.repeat(20)}`

/** The name of the contract's error, and the error with its arguments. */
export interface Refused {
  error: string
  reason: string
}

export const dayOf = (now: number) => Math.floor(now / 86_400_000)

/** Gas of a block: small, so that only three slots fit in a transaction. */
export const blockGas = 170_000

/** Gas of a call. For one recipient without tokens, the product's margin of a fifth is too small. */
export const gasOf = ({ holds, releases }: Call, { empty }: Rules) =>
  21_000 +
  30_000 * (holds ?? releases).length +
  20_000 * releases.filter(({ recipient }) => empty.has(recipient)).length

/** Executes a call. @returns the state after the call, or the contract's error */
export function execute(state: State, rules: Rules, sender: string, call: Call, hash: string, now: number) {
  const refused = (error: string, of = ''): Refused => ({ error, reason: `${error}(${of})` })
  if (sender !== rules.operator) return refused('NotOperator', sender)
  const escrows = new Map(state.escrows)
  if (call.holds) {
    for (const { escrowId, slot } of call.holds) {
      const escrow = escrows.get(escrowId)
      if (!escrow) return refused('UnknownEscrow', escrowId)
      if (slot >= escrow.slots) return refused('SlotOutOfRange', `${escrowId}, ${slot}`)
      const isFree = !escrow.closed && !(escrow.paid & (1 << slot))
      if (isFree) escrows.set(escrowId, { ...escrow, owed: escrow.owed | (1 << slot) })
    }
    return { ...state, escrows }
  }
  if (rules.paused) return refused('EscrowPaused')
  if (call.closes !== undefined) {
    const escrow = escrows.get(call.closes)
    if (!escrow) return refused('UnknownEscrow', call.closes)
    if (escrow.closed) return refused('AlreadyClosed', call.closes)
    return closed(state, call.closes, escrow, hash)
  }
  if (call.shrinks) {
    const { escrowId, slots } = call.shrinks
    const escrow = escrows.get(escrowId)
    if (!escrow) return refused('UnknownEscrow', escrowId)
    if (escrow.closed) return refused('AlreadyClosed', escrowId)
    if (slots < 1 || slots >= escrow.slots) return refused('NotFewerSlots', `${escrowId}, ${slots}`)
    if ((escrow.paid | escrow.owed) >> slots) return refused('SlotNotFree', escrowId)
    const returned = escrow.reward * (escrow.slots - slots)
    const shrinks = [...state.shrinks, { hash, escrowId, returned }]
    return { ...state, escrows: escrows.set(escrowId, { ...escrow, slots }), shrinks }
  }
  const transfers = [...state.transfers]
  let total = 0
  for (const { escrowId, slot, recipient } of call.releases) {
    const escrow = escrows.get(escrowId)
    if (!escrow) return refused('UnknownEscrow', escrowId)
    if (slot >= escrow.slots) return refused('SlotOutOfRange', `${escrowId}, ${slot}`)
    if (escrow.paid & (1 << slot)) return refused('SlotAlreadyPaid', `${escrowId}, ${slot}`)
    if (escrow.closed && !(escrow.owed & (1 << slot))) return refused('AlreadyClosed', escrowId)
    if (recipient === contractAddress) return refused('InvalidRecipient', recipient)
    if (rules.blocked.has(recipient)) return refused('Blocked', recipient)
    escrows.set(escrowId, { ...escrow, paid: escrow.paid | (1 << slot), owed: escrow.owed & ~(1 << slot) })
    transfers.push({ hash, escrowId, slot, recipient, amount: escrow.reward })
    total += escrow.reward
  }
  const today = dayOf(now)
  const released = state.day === today ? state.releasedToday : 0
  if (released + total > rules.dailyLimit) return refused('DailyLimitExceeded', `${total}`)
  return { ...state, escrows, transfers, day: today, releasedToday: released + total }
}

/** Closes an escrow: the rewards of its free slots return to the funder, and owed slots stay payable. */
function closed(state: State, escrowId: string, escrow: Escrow, hash: string): State {
  const remainder = escrow.reward * (escrow.slots - countBits(escrow.paid) - countBits(escrow.owed))
  return {
    ...state,
    escrows: new Map(state.escrows).set(escrowId, { ...escrow, closed: true }),
    closes: [...state.closes, { hash, escrowId, remainder }],
  }
}

/** Somebody refunds every escrow whose `refundableAt` has passed. It is mined in a block of its own. */
export function refundByOthers(state: State, now: number): State {
  let after = state
  for (const [id, escrow] of state.escrows)
    if (!escrow.closed && now >= escrow.refundableAt) after = closed(after, id, escrow, 'others')
  return after
}

export function countBits(bitmap: number): number {
  let count = 0
  for (let rest = bitmap; rest; rest &= rest - 1) count++
  return count
}
