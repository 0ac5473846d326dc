/**
 * A model of the escrow contract, written from its specification: no bitmaps, no packing, no order of checks. Amounts are
 * whole tokens. There are two tasks of two slots each, which one poster may fund.
 */
export type Task = 'A' | 'B'
/** In the contract's order. */
export const settings = ['operator', 'guardian', 'limit'] as const
export type Setting = (typeof settings)[number]
export type Person = 'owner' | 'operator' | 'poster' | 'other'
/** An account or contract that can hold tokens or receive a call. */
export type Place = Person | 'escrow' | 'token' | 'nobody'
export interface Payment {
  task: Task
  slot: number
  to: Place
}

/**
 * 2027-01-15, a Friday: noon, the last second of the day, midnight, and midnight after that. Then 48 hours, 7 days, 22.5
 * days (21 days after the first midnight) and 30 days after noon.
 */
const noon = Date.UTC(2027, 0, 15, 12) / 1_000
const hour = 3_600
const day = 24 * hour
export const instants = [
  noon,
  noon + 12 * hour - 1,
  noon + 12 * hour,
  noon + 36 * hour,
  noon + 2 * day,
  noon + 7 * day,
  noon + 12 * hour + 21 * day,
  noon + 30 * day,
] as const
export const noEnd = 2 ** 40 - 1

export const terms = {
  A: { reward: 1, slots: 2, refundableAt: instants[2] },
  B: { reward: 2, slots: 2, refundableAt: instants[3] },
} as const
export const stake = 100

export interface State {
  time: number
  /** Zero if the contract was never paused or was unpaused. */
  pausedUntil: number
  guardianPausedAt: number
  owner: Person
  invited: Person | null
  operator: Person | null
  guardian: Person | null
  limit: number
  announced: Record<Setting, { value: Person | number | null; effectiveAt: number } | null>
  /** Released on the day of `time`. */
  released: number
  tasks: Record<Task, { paid: readonly number[]; owed: readonly number[]; closed: boolean } | null>
  balances: Readonly<Partial<Record<Place, number>>>
}

export const initialState: State = {
  time: noon,
  pausedUntil: 0,
  guardianPausedAt: 0,
  owner: 'owner',
  invited: null,
  operator: 'operator',
  guardian: 'other',
  limit: 3,
  announced: { operator: null, guardian: null, limit: null },
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
    ...when(isPaused(state), 'EscrowPaused'),
    ...when(paid !== cost(name), 'WrongAmount'),
  ]
  const tasks = { ...state.tasks, [name]: { paid: [], owed: [], closed: false } }
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
      ...when(task?.closed && !task.owed.includes(slot), 'AlreadyClosed'),
      ...when(task && slot >= terms[name].slots, 'SlotOutOfRange'),
      ...when(task?.paid.includes(slot), 'SlotAlreadyPaid'),
      ...when(['nobody', 'token', 'escrow'].includes(to), 'InvalidRecipient'),
    )
    if (!task) continue
    const paid = [...task.paid, slot].sort()
    const owed = task.owed.filter((other) => other !== slot)
    after = move(
      { ...after, tasks: { ...after.tasks, [name]: { ...task, paid, owed } } },
      'escrow',
      to,
      terms[name].reward,
    )
  }
  return { errors, after }
}

/** Marks the free slots among these as owed. The operator may, also while the contract is paused. */
export function hold(state: State, from: Person, name: Task, slots: number[]): Outcome {
  const task = state.tasks[name]
  const errors = [
    ...when(from !== state.operator, 'NotOperator'),
    ...when(task === null, 'UnknownEscrow'),
    ...when(task && slots.some((slot) => slot >= terms[name].slots), 'SlotOutOfRange'),
  ]
  if (!task) return fail(state, ...errors)
  const owed = [...task.owed, ...slots.filter((slot) => freeOf(name, task).includes(slot))].sort()
  return { errors, after: { ...state, tasks: { ...state.tasks, [name]: { ...task, owed } } } }
}

export const close = (state: State, from: Person, name: Task) =>
  end(state, name, byOperator(state, from), false)

/** Any caller may refund an escrow, also while the contract is paused. Owed slots are returned 21 days later. */
export const refund = (state: State, name: Task) =>
  end(
    state,
    name,
    when(state.time < terms[name].refundableAt, 'NotRefundableYet'),
    state.time >= terms[name].refundableAt + 21 * day,
  )

export const fail = (state: State, ...errors: string[]): Outcome => ({ after: state, errors })

/** The owner's pause has no end. The guardian's ends 7 days after its first pause, and the next starts after 30 days. */
export function pause(state: State, from: Person): Outcome {
  const errors = byGuardian(state, from)
  const setUntil = (until: number) => ({ ...state, pausedUntil: Math.max(state.pausedUntil, until) })
  if (from === state.owner) return { errors, after: setUntil(noEnd) }
  const guardianPausedAt =
    state.time >= state.guardianPausedAt + 30 * day ? state.time : state.guardianPausedAt
  const until = guardianPausedAt + 7 * day
  errors.push(...when(state.time >= until, 'GuardianPauseUsed'))
  return { errors, after: { ...setUntil(until), guardianPausedAt } }
}

export const unpause = (state: State, from: Person): Outcome => ({
  after: { ...state, pausedUntil: 0 },
  errors: byGuardian(state, from),
})

export const isPaused = (state: State) => state.time < state.pausedUntil

/** The owner changes a setting: at once if that only takes power away, otherwise 48 hours later. */
export function change(state: State, from: Person, setting: Setting, value: Person | number | null): Outcome {
  const atOnce = setting === 'limit' ? Number(value) <= state.limit : setting === 'operator' && value === null
  const announced = {
    ...state.announced,
    [setting]: atOnce ? null : { value, effectiveAt: state.time + 2 * day },
  }
  return govern(state, from, atOnce ? { announced, [setting]: value } : { announced })
}

export function applyChange(state: State, setting: Setting): Outcome {
  const change = state.announced[setting]
  if (!change) return fail(state, 'NothingAnnounced')
  return {
    errors: when(state.time < change.effectiveAt, 'NotEffectiveYet'),
    after: {
      ...state,
      announced: { ...state.announced, [setting]: null },
      [setting]: change.value,
      ...(setting === 'guardian' && { guardianPausedAt: 0 }),
    },
  }
}

export const cancelChange = (state: State, from: Person, setting: Setting): Outcome => ({
  after: { ...state, announced: { ...state.announced, [setting]: null } },
  errors: [...byGuardian(state, from), ...when(!state.announced[setting], 'NothingAnnounced')],
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

function end(state: State, name: Task, errors: string[], owedToo: boolean): Outcome {
  const task = state.tasks[name]
  if (!task) return fail(state, ...errors, 'UnknownEscrow')
  const ended = { ...task, owed: owedToo ? [] : task.owed, closed: true }
  const returned = remainder(name, task) - remainder(name, ended)
  return {
    after: move({ ...state, tasks: { ...state.tasks, [name]: ended } }, 'escrow', 'poster', returned),
    errors: [...errors, ...when(task.closed && returned === 0, 'AlreadyClosed')],
  }
}

function freeOf(name: Task, task: NonNullable<State['tasks'][Task]>): number[] {
  if (task.closed) return []
  const taken = [...task.paid, ...task.owed]
  return Array.from({ length: terms[name].slots }, (_, slot) => slot).filter((slot) => !taken.includes(slot))
}

/** The rewards of the free and the owed slots. */
function remainder(name: Task, task: State['tasks'][Task]): number {
  return task ? (freeOf(name, task).length + task.owed.length) * terms[name].reward : 0
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
  ...when(isPaused(state), 'EscrowPaused'),
]
const byGuardian = (state: State, from: Person) =>
  when(from !== state.guardian && from !== state.owner, 'NotGuardian')
