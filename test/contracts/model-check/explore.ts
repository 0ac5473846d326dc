import { isDeepStrictEqual } from 'node:util'
import { type Action, actions } from './actions.ts'
import { type Chain, holders, openChain } from './chain.ts'
import { beginning, held, type State, terms } from './model.ts'

const tax = 10n ** 18n

export interface Explored {
  /** Sequences of `depth` calls or fewer. */
  sequences: number
  /** Different states that they lead to, and those only reached by the last call. */
  states: number
  /** Calls made, each from one state, and how many of them went through. */
  calls: number
  passed: number
  /** How often the contract gave each error. */
  refusals: Record<string, number>
}

/**
 * Makes every sequence of calls up to a depth against the compiled contract, and compares the outcome and all views with
 * the model after each call. Sequences that meet in one state go on as one: a state is the model's together with
 * the contract's own words of storage, so nothing that could matter later is left out.
 *
 * @throws Error that tells the sequence, when contract and model part
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
  await chain.waitUntil(beginning.time)
  let snapshot = await chain.ask('evm_snapshot')
  const explored = { sequences: 0, states: 1, calls: 0, passed: 0, refusals: {} as Record<string, number> }
  for (let length = 1; length <= depth; length++) explored.sequences += actions.length ** length
  const met = new Set([await keyOf(chain, beginning)])
  let level: { state: State; path: Action[] }[] = [{ state: beginning, path: [] }]
  await compareViews(chain, beginning, [])

  for (let length = 0; length < depth; length++) {
    const nextLevel: typeof level = []
    for (const { state, path } of level) {
      await chain.ask('evm_revert', snapshot)
      snapshot = await chain.ask('evm_snapshot')
      await replay(chain, path)
      for (const action of actions) {
        const { after, refusals } = action.expected(state)
        if (!action.call && refusals.length > 0) continue
        explored.calls++
        const refusal = action.call ? await chain.refusal(action.call) : null
        const story = [...path, action]
        if (refusal === null ? refusals.length > 0 : !refusals.includes(refusal))
          throw new Error(
            `${tell(story)}: it answered ${refusal}, the model ${refusals.join(' or ') || 'nothing'}`,
          )
        if (refusal !== null) {
          explored.refusals[refusal] = (explored.refusals[refusal] ?? 0) + 1
          continue
        }
        explored.passed++
        const before = await chain.ask('evm_snapshot')
        await perform(chain, action, state, after)
        await compareViews(chain, after, story)
        const key = await keyOf(chain, after)
        if (!met.has(key)) {
          met.add(key)
          explored.states++
          nextLevel.push({ state: after, path: story })
        }
        await chain.ask('evm_revert', before)
      }
    }
    level = nextLevel
  }
  return explored
}

async function replay(chain: Chain, path: Action[]): Promise<void> {
  let state = beginning
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

async function compareViews(chain: Chain, state: State, story: Action[]): Promise<void> {
  const { address } = chain.names
  const people = [state.owner, state.invited, state.operator, state.guardian].map((who) =>
    address(who ?? 'nobody'),
  )
  const numbers = [
    BigInt(state.paused),
    ...[state.limit, Math.max(state.limit - state.released, 0), held(state)].map(inTax),
    ...holders.map((holder) => inTax(state.balances[holder] ?? 0)),
  ]
  const states = (['A', 'B'] as const).map((name) => {
    const task = state.tasks[name]
    if (!task) return [0n, 0n, 0n, 0n, 0n]
    const bitmap = task.paid.reduce((sum, slot) => sum + 2 ** slot, 0)
    return [
      inTax(terms[name].reward),
      ...[terms[name].slots, task.paid.length, Number(task.closed), bitmap].map(BigInt),
    ]
  })
  const expected = [people.map((one) => one.toLowerCase()), numbers, states]
  const [actualPeople, ...others] = await chain.view()
  const actual = [actualPeople.map((one: string) => one.toLowerCase()), ...others]
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${tell(story)}: views ${actual}, the model ${expected}`)
}

async function keyOf(chain: Chain, { balances, ...state }: State): Promise<string> {
  const all = { ...state, balances: holders.map((holder) => balances[holder] ?? 0) }
  return `${JSON.stringify(all)} ${await chain.hidden()}`
}

const inTax = (whole: number) => BigInt(whole) * tax
const tell = (story: Action[]) => story.map(({ name }) => name).join(', ')

if (import.meta.main) {
  const depth = Number(process.argv[2] ?? 6)
  const started = performance.now()
  const { refusals, ...explored } = await exploreModel(depth)
  console.log({
    depth,
    actions: actions.length,
    ...explored,
    seconds: Math.round((performance.now() - started) / 1_000),
  })
  console.log(refusals)
}
