/** What TaskEscrow.sol does, on plain numbers: whole tokens, and bitmaps of at most 31 slots. */

export interface Escrow {
  reward: number
  slots: number
  paid: number
  closed: boolean
}

export interface Transfer {
  hash: string
  escrowId: string
  slot: number
  recipient: string
  amount: number
}

/** The chain's state after a block; never changed, only followed by another. */
export interface State {
  escrows: ReadonlyMap<string, Escrow>
  nonces: Readonly<Record<string, number>>
  transfers: readonly Transfer[]
  closes: readonly { hash: string; escrowId: string; remainder: number }[]
  day: number
  releasedToday: number
}

export interface Call {
  releases: { escrowId: string; slot: number; recipient: string }[]
  /** The escrow that is closed instead. */
  closes?: string
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

/** What the owner and the guardian set, and the token's blocklist. */
export interface Rules {
  operator: string
  paused: boolean
  dailyLimit: number
  /** Recipients that the token refuses for now. */
  blocked: Set<string>
}

export const contractAddress = `0x${'e5'.repeat(20)}`

export interface Refused {
  error: string
  reason: string
}

const dayOf = (now: number) => Math.floor(now / 86_400_000)

export const gasOf = ({ releases }: Call) => 60_000 + 5_000_000 * releases.length

/** The state after this call, or the contract's error. */
export function execute(state: State, rules: Rules, sender: string, call: Call, hash: string, now: number) {
  const refused = (error: string, of = ''): Refused => ({ error, reason: `${error}(${of})` })
  if (sender !== rules.operator) return refused('NotOperator', sender)
  if (rules.paused) return refused('EscrowPaused')
  const escrows = new Map(state.escrows)
  if (call.closes !== undefined) {
    const escrow = escrows.get(call.closes)
    if (!escrow) return refused('UnknownEscrow', call.closes)
    if (escrow.closed) return refused('AlreadyClosed', call.closes)
    escrows.set(call.closes, { ...escrow, closed: true })
    const remainder = escrow.reward * (escrow.slots - bits(escrow.paid))
    return { ...state, escrows, closes: [...state.closes, { hash, escrowId: call.closes, remainder }] }
  }
  const transfers = [...state.transfers]
  let total = 0
  for (const { escrowId, slot, recipient } of call.releases) {
    const escrow = escrows.get(escrowId)
    if (!escrow) return refused('UnknownEscrow', escrowId)
    if (escrow.closed) return refused('AlreadyClosed', escrowId)
    if (slot >= escrow.slots) return refused('SlotOutOfRange', `${escrowId}, ${slot}`)
    if (escrow.paid & (1 << slot)) return refused('SlotAlreadyPaid', `${escrowId}, ${slot}`)
    if (recipient === contractAddress) return refused('InvalidRecipient', recipient)
    if (rules.blocked.has(recipient)) return refused('Blocked', recipient)
    escrows.set(escrowId, { ...escrow, paid: escrow.paid | (1 << slot) })
    transfers.push({ hash, escrowId, slot, recipient, amount: escrow.reward })
    total += escrow.reward
  }
  const today = dayOf(now)
  const released = state.day === today ? state.releasedToday : 0
  if (released + total > rules.dailyLimit) return refused('DailyLimitExceeded', `${total}`)
  return { ...state, escrows, transfers, day: today, releasedToday: released + total }
}

function bits(bitmap: number): number {
  let count = 0
  for (let rest = bitmap; rest; rest &= rest - 1) count++
  return count
}
