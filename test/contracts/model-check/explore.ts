import { isDeepStrictEqual } from 'node:util'
import { type Action, actions } from './actions.ts'
import { type Chain, holders, openChain } from './chain.ts'
import { held, initialState, isPaused, type State, settings, terms } from './model.ts'

const tax = 10n ** 18n

export interface Explored {
  /** Number of call sequences with at most `depth` calls. */
  sequences: number
  /** Number of different states reached, those after the last call included. */
  states: number
  /** Number of calls made, and how many of them succeeded. */
  calls: number
  passed: number
  /** Number of reverts per error name. */
  reverts: Record<string, number>
}

/**
 * Makes every sequence of calls up to a depth to the compiled contract. After each call it compares the outcome and all
 * views with the model. Sequences that reach the same state are continued only once. A state is the model's state plus
 * the contract's storage words, so no difference that could matter later is lost.
 *
 * @throws Error with the sequence of calls, if the contract and the model differ
 */
export async function exploreModel(depth: number): Promise<Explored> {
  const chain = await openChain()
  try {
    return await exploreFrom(chain, depth)
  } finally {
    await chain.close()
  }
}

async function exploreFrom(chain: Chain, depth: number): Promise<Explored> {
  await chain.waitUntil(initialState.time)
  let snapshot = await chain.ask('evm_snapshot')
  const explored = { sequences: 0, states: 1, calls: 0, passed: 0, reverts: {} as Record<string, number> }
  for (let length = 1; length <= depth; length++) explored.sequences += actions.length ** length
  const seen = new Set([await keyOf(chain, initialState)])
  let level: { state: State; path: Action[] }[] = [{ state: initialState, path: [] }]
  await compareViews(chain, initialState, [])

  for (let length = 0; length < depth; length++) {
    const nextLevel: typeof level = []
    for (const { state, path } of level) {
      await chain.ask('evm_revert', snapshot)
      snapshot = await chain.ask('evm_snapshot')
      await replay(chain, path)
      for (const action of actions) {
        const { after, errors } = action.expected(state)
        if (!action.call && errors.length > 0) continue
        explored.calls++
        const revert = action.call ? await chain.revertOf(action.call) : null
        const sequence = [...path, action]
        if (revert === null ? errors.length > 0 : !errors.includes(revert))
          throw new Error(
            `${describe(sequence)}: the contract reverted with ${revert}, the model expects ${errors.join(' or ') || 'success'}`,
          )
        if (revert !== null) {
          explored.reverts[revert] = (explored.reverts[revert] ?? 0) + 1
          continue
        }
        explored.passed++
        const before = await chain.ask('evm_snapshot')
        await perform(chain, action, state, after)
        await compareViews(chain, after, sequence)
        const key = await keyOf(chain, after)
        if (!seen.has(key)) {
          seen.add(key)
          explored.states++
          nextLevel.push({ state: after, path: sequence })
        }
        await chain.ask('evm_revert', before)
      }
    }
    level = nextLevel
  }
  return explored
}

async function replay(chain: Chain, path: Action[]): Promise<void> {
  let state = initialState
  for (const action of path) {
    const { after } = action.expected(state)
    await perform(chain, action, state, after)
    state = after
  }
}

async function perform(chain: Chain, action: Action, before: State, after: State): Promise<void> {
  if (action.call) await chain.send(action.call, before.time)
  else await chain.waitUntil(after.time)
}

async function compareViews(chain: Chain, state: State, sequence: Action[]): Promise<void> {
  const { address } = chain.names
  const people = [state.owner, state.invited, state.operator, state.guardian].map((who) =>
    address(who ?? 'nobody'),
  )
  const numbers = [
    BigInt(isPaused(state)),
    BigInt(isPaused(state) ? state.pausedUntil : 0),
    ...[state.limit, Math.max(state.limit - state.released, 0), held(state)].map(inTax),
    ...settings.flatMap((setting) => {
      const change = state.announced[setting]
      if (!change) return [0n, 0n]
      const { value, effectiveAt } = change
      return [
        typeof value === 'number' ? inTax(value) : BigInt(address(value ?? 'nobody')),
        BigInt(effectiveAt),
      ]
    }),
    ...holders.map((holder) => inTax(state.balances[holder] ?? 0)),
  ]
  const states = (['A', 'B'] as const).map((name) => {
    const task = state.tasks[name]
    if (!task) return [0n, 0n, 0n, 0n, 0n, 0n]
    return [
      inTax(terms[name].reward),
      ...[terms[name].slots, task.paid.length, Number(task.closed)].map(BigInt),
      ...[task.paid, task.owed].map((slots) => BigInt(slots.reduce((sum, slot) => sum + 2 ** slot, 0))),
    ]
  })
  const expected = [people.map((one) => one.toLowerCase()), numbers, states]
  const [actualPeople, ...others] = await chain.view()
  const actual = [actualPeople.map((one: string) => one.toLowerCase()), ...others]
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${describe(sequence)}: the views are ${actual}, the model expects ${expected}`)
}

async function keyOf(chain: Chain, { balances, ...state }: State): Promise<string> {
  const all = { ...state, balances: holders.map((holder) => balances[holder] ?? 0) }
  return `${JSON.stringify(all)} ${await chain.storageWords()}`
}

const inTax = (whole: number) => BigInt(whole) * tax
const describe = (sequence: Action[]) => sequence.map(({ name }) => name).join(', ')

if (import.meta.main) {
  const depth = Number(process.argv[2] ?? 4)
  const started = performance.now()
  const { reverts, ...explored } = await exploreModel(depth)
  console.log({
    depth,
    actions: actions.length,
    ...explored,
    seconds: Math.round((performance.now() - started) / 1_000),
  })
  console.log(reverts)
}
