import { concat, toBeHex } from 'ethers'
import type { Outcome, Payment, Person, State, Task } from './model.ts'
import * as model from './model.ts'

/** A contract call. `arguments` gets the addresses and ids of the chain that it runs on. */
export interface Call {
  from: Person
  to: 'escrow' | 'token'
  function: string
  arguments: (names: Names) => unknown[]
}

export interface Names {
  address(of: model.Place): string
  termsOf(task: Task): readonly [string, bigint, number, number, string]
  idOf(task: Task): string
}

export interface Action {
  name: string
  /** Absent for an action that only advances the time. */
  call?: Call
  expected(state: State): Outcome
}

const tax = 10n ** 18n
const tasks = ['A', 'B'] as const

function call(
  from: Person,
  name: string,
  given: Call['arguments'],
  expected: Action['expected'],
  note = '',
): Action {
  return {
    name: `${from}.${name}(${note})`,
    call: { from, to: 'escrow', function: name, arguments: given },
    expected,
  }
}

const fund = (from: Person, task: Task) =>
  call(
    from,
    'fund',
    (names) => [names.termsOf(task)],
    (state) => model.fund(state, from, task),
    task,
  )

function fundInOne(task: Task, less: number): Action {
  const { reward, slots, refundableAt } = model.terms[task]
  const paid = reward * slots - less
  const given = ({ address, termsOf }: Names) => {
    const data = concat([
      ...[BigInt(reward) * tax, slots, refundableAt].map((word) => toBeHex(word, 32)),
      termsOf(task)[4],
    ])
    return [address('escrow'), BigInt(paid) * tax, data]
  }
  return {
    name: `poster.transferAndCall(${task}, ${paid})`,
    call: {
      from: 'poster',
      to: 'token',
      function: 'transferAndCall(address,uint256,bytes)',
      arguments: given,
    },
    expected: (state) => model.fund(state, 'poster', task, paid),
  }
}

function release(from: Person, task: Task, slot: number, to: model.Place): Action {
  const given = ({ address, idOf }: Names) => [idOf(task), slot, address(to)]
  const expected = (state: State) => model.release(state, from, [{ task, slot, to }])
  return call(from, 'release', given, expected, `${task}${slot} ${to}`)
}

/** @param groups Task and slots of each group, lowest slot first. Every recipient is the operator. */
function batch(groups: [Task, ...number[]][], cut = 0): Action {
  const payments = groups.flatMap(([task, ...slots]): Payment[] =>
    slots.map((slot) => ({ task, slot, to: 'operator' })),
  )
  const given = ({ address, idOf }: Names) => {
    const encoded = groups.map(([task, ...slots]) => {
      const bitmap = slots.reduce((sum, slot) => sum | (1n << BigInt(slot)), 0n)
      return concat([idOf(task), toBeHex(bitmap, 16), ...slots.map(() => address('operator'))])
    })
    const whole = concat(encoded)
    return [cut ? whole.slice(0, -2 * cut) : whole]
  }
  const wellFormed = cut === 0 && groups.every(([, ...slots]) => slots.length > 0)
  const expected = (state: State) => {
    const outcome = model.release(state, 'operator', payments, wellFormed)
    // The missing bytes of a truncated recipient are read as zero.
    return cut ? { ...outcome, errors: [...outcome.errors, 'InvalidRecipient'] } : outcome
  }
  return call(
    'operator',
    'releaseBatch',
    given,
    expected,
    `${groups.map((group) => group.join('')).join(' ')}${cut ? ' cut' : ''}`,
  )
}

const refundWrongTerms = call(
  'other',
  'refund',
  ({ termsOf }) => {
    const [funder, reward, slots, , salt] = termsOf('A')
    return [[funder, reward, slots, 1, salt]]
  },
  (state) => model.fail(state, 'UnknownEscrow'),
  'A with an earlier refundableAt',
)

const govern = (from: Person, name: string, given: Call['arguments'], change: Partial<State>, note: string) =>
  call(from, name, given, (state) => model.govern(state, from, change), note)

const setters = { operator: 'setOperator', guardian: 'setGuardian', limit: 'setDailyLimit' } as const

const change = (from: Person, setting: model.Setting, value: Person | number | null) =>
  call(
    from,
    setters[setting],
    ({ address }) => [typeof value === 'number' ? BigInt(value) * tax : address(value ?? 'nobody')],
    (state) => model.change(state, from, setting, value),
    `${value ?? 'nobody'}`,
  )

const applyOrCancel = (from: Person, name: 'applyChange' | 'cancelChange', setting: model.Setting) =>
  call(
    from,
    name,
    () => [model.settings.indexOf(setting)],
    (state) =>
      name === 'applyChange' ? model.applyChange(state, setting) : model.cancelChange(state, from, setting),
    setting,
  )

const hold = (from: Person, task: Task, ...slots: number[]) =>
  call(
    from,
    'hold',
    ({ idOf }) => [[idOf(task)], [slots.reduce((sum, slot) => sum | (1n << BigInt(slot)), 0n)]],
    (state) => model.hold(state, from, task, slots),
    `${task}${slots.join('')}`,
  )

export const actions: Action[] = [
  ...tasks.map((task) => fund('poster', task)),
  fund('other', 'A'),
  fundInOne('A', 0),
  fundInOne('B', 1),
  ...tasks.flatMap((task) => [0, 1, 2].map((slot) => release('operator', task, slot, 'operator'))),
  release('other', 'A', 0, 'operator'),
  release('operator', 'A', 0, 'token'),
  batch([['A', 0, 1]]),
  batch([['B', 0, 1]]),
  batch([
    ['A', 0],
    ['B', 1],
  ]),
  batch([
    ['A', 1],
    ['A', 1],
  ]),
  batch([['A', 0], ['B']]),
  batch([['A', 0]], 1),
  batch([]),
  ...tasks.map((task) =>
    call(
      'operator',
      'close',
      (names) => [names.termsOf(task)],
      (state) => model.close(state, 'operator', task),
      task,
    ),
  ),
  call(
    'poster',
    'close',
    (names) => [names.termsOf('A')],
    (state) => model.close(state, 'poster', 'A'),
    'A',
  ),
  ...tasks.map((task) =>
    call(
      'other',
      'refund',
      (names) => [names.termsOf(task)],
      (state) => model.refund(state, task),
      task,
    ),
  ),
  refundWrongTerms,
  hold('operator', 'A', 0),
  hold('operator', 'A', 1, 0),
  hold('operator', 'B', 0),
  hold('operator', 'B', 2),
  hold('poster', 'A', 0),
  ...(['owner', 'other', 'poster'] as const).map((from) =>
    call(
      from,
      'pause',
      () => [],
      (state) => model.pause(state, from),
    ),
  ),
  call(
    'other',
    'unpause',
    () => [],
    (state) => model.unpause(state, 'other'),
  ),
  change('owner', 'operator', null),
  change('owner', 'operator', 'other'),
  change('other', 'operator', 'other'),
  change('owner', 'guardian', 'poster'),
  change('owner', 'limit', 1),
  change('owner', 'limit', 4),
  change('operator', 'limit', 9),
  ...model.settings.map((setting) => applyOrCancel('poster', 'applyChange', setting)),
  applyOrCancel('other', 'cancelChange', 'operator'),
  applyOrCancel('poster', 'cancelChange', 'limit'),
  call(
    'owner',
    'renounceOwnership',
    () => [],
    (state) => model.fail(state, 'OwnershipCannotBeRenounced', 'OwnableUnauthorizedAccount'),
  ),
  govern('owner', 'transferOwnership', ({ address }) => [address('other')], { invited: 'other' }, 'other'),
  call(
    'other',
    'acceptOwnership',
    () => [],
    (state) => model.acceptOwnership(state, 'other'),
  ),
  ...model.instants.slice(1).map((time, index) => ({
    name: `wait(${index + 1})`,
    expected: (state: State) =>
      time > state.time ? { after: model.wait(state, time), errors: [] } : model.fail(state, 'past'),
  })),
]
