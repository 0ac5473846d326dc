/**
 * A model of the escrow contract, written from its specification: no bitmaps, no packing, no order of checks. Amounts are
 * whole tokens. There are two tasks of two slots each, which one poster may fund.
 */
export type Task = 'A' | 'B'
export type Person = 'owner' | 'operator' | 'poster' | 'other'
/** An account or contract that can hold tokens or receive a call. */
export type Place = Person | 'escrow' | 'token' | 'nobody'
export interface Payment {
  task: Task
  slot: number
  to: Place
}

/** 2027-01-15, a Friday: noon, the last second of the day, midnight, and midnight after that. */
const noon = Date.UTC(2027, 0, 15, 12) / 1_000
export const instants = [noon, noon + 43_199, noon + 43_200, noon + 129_600] as const

export const terms = {
  A: { reward: 1, slots: 2, refundableAt: instants[2] },
  B: { reward: 2, slots: 2, refundableAt: instants[3] },
} as const
export const stake = 100

export interface State {
  time: number
  paused: boolean
  owner: Person
  invited: Person | null
  operator: Person | null
  guardian: Person
  limit: number
  /** Released on the day of `time`. */
  released: number
  tasks: Record<Task, { paid: readonly number[]; closed: boolean } | null>
  balances: Readonly<Partial<Record<Place, number>>>
}

export const initialState: State = {
  time: noon,
  paused: false,
  owner: 'owner',
  invited: null,
  operator: 'operator',
  guardian: 'owner',
  limit: 3,
  released: 0,
  tasks: { A: null, B: null },
  balances: { poster: stake },
}

/** The state after a call. If `errors` is not empty, the call must revert with one of these errors. */
export type Outcome = { after: State; errors: string[] }

export const held = ({ tasks }: State) =>
  (['A', 'B'] as const).reduce((sum, name) => sum + remainder(name, tasks[name]), 0)

export function fund(state: State, from: Person, name: Task, paid: number = cost(name)): Outcome {
  const errors = [
    ...when(from !== 'poster', 'NotFunder'),
    ...when(terms[name].refundableAt <= state.time, 'InvalidRefundableAt'),
    ...when(state.tasks[name] !== null, 'AlreadyFunded'),
    ...when(state.paused, 'EscrowPaused'),
    ...when(paid !== cost(name), 'WrongAmount'),
  ]
  const tasks = { ...state.tasks, [name]: { paid: [], closed: false } }
  return { errors, after: move({ ...state, tasks }, 'poster', 'escrow', cost(name)) }
}

/** If one payment fails, none is made. */
export function release(state: State, from: Person, payments: Payment[], wellFormed = true): Outcome {
  const total = payments.reduce((sum, { task }) => sum + terms[task].reward, 0)
  const errors = [
    ...byOperator(state, from),
    ...when(!wellFormed || payments.length === 0, 'MalformedBatch'),
    ...when(total > Math.max(state.limit - state.released, 0), 'DailyLimitExceeded'),
  ]
  let after = { ...state, released: state.released + total }
  for (const { task: name, slot, to } of payments) {
    const task = after.tasks[name]
    errors.push(
      ...when(task === null, 'UnknownEscrow'),
      ...when(task?.closed, 'AlreadyClosed'),
      ...when(task && slot >= terms[name].slots, 'SlotOutOfRange'),
      ...when(task?.paid.includes(slot), 'SlotAlreadyPaid'),
      ...when(['nobody', 'token', 'escrow'].includes(to), 'InvalidRecipient'),
    )
    if (!task) continue
    const paid = [...task.paid, slot].sort()
    after = move(
      { ...after, tasks: { ...after.tasks, [name]: { ...task, paid } } },
      'escrow',
      to,
      terms[name].reward,
    )
  }
  return { errors, after }
}

export const close = (state: State, from: Person, name: Task) => end(state, name, byOperator(state, from))

/** Any caller may refund an escrow, also while the contract is paused. */
export const refund = (state: State, name: Task) =>
  end(state, name, when(state.time < terms[name].refundableAt, 'NotRefundableYet'))

export const fail = (state: State, ...errors: string[]): Outcome => ({ after: state, errors })

export const setPaused = (state: State, from: Person, paused: boolean): Outcome => ({
  after: { ...state, paused },
  errors: when(from !== state.guardian && from !== state.owner, 'NotGuardian'),
})

/** A call that only the owner may make. */
export const govern = (state: State, from: Person, change: Partial<State>): Outcome => ({
  after: { ...state, ...change },
  errors: when(from !== state.owner, 'OwnableUnauthorizedAccount'),
})

export const acceptOwnership = (state: State, from: Person): Outcome => ({
  after: { ...state, owner: from, invited: null },
  errors: when(from !== state.invited, 'OwnableUnauthorizedAccount'),
})

export function wait(state: State, time: number): State {
  const sameDay = Math.floor(time / 86_400) === Math.floor(state.time / 86_400)
  return { ...state, time, released: sameDay ? state.released : 0 }
}

function end(state: State, name: Task, errors: string[]): Outcome {
  const task = state.tasks[name]
  if (!task) return fail(state, ...errors, 'UnknownEscrow')
  const tasks = { ...state.tasks, [name]: { ...task, closed: true } }
  return {
    after: move({ ...state, tasks }, 'escrow', 'poster', remainder(name, task)),
    errors: [...errors, ...when(task.closed, 'AlreadyClosed')],
  }
}

function remainder(name: Task, task: State['tasks'][Task]): number {
  return task && !task.closed ? (terms[name].slots - task.paid.length) * terms[name].reward : 0
}

function move(state: State, from: Place, to: Place, amount: number): State {
  const balances: Partial<Record<Place, number>> = { ...state.balances }
  balances[from] = (balances[from] ?? 0) - amount
  balances[to] = (balances[to] ?? 0) + amount
  return { ...state, balances }
}

const cost = (name: Task) => terms[name].reward * terms[name].slots
const when = (condition: boolean | null | undefined, error: string) => (condition ? [error] : [])
const byOperator = (state: State, from: Person) => [
  ...when(from !== state.operator, 'NotOperator'),
  ...when(state.paused, 'EscrowPaused'),
]
