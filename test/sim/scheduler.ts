import type { Random } from './random.ts'

/** A simulated process that runs the product's code. It may crash at any step, and its clock may be wrong. */
export interface Actor {
  name: string
  /** Milliseconds by which the process's clock is ahead. */
  skew: number
  /** True once the process has returned, failed or crashed. */
  ended: boolean
  /** How many steps the process awaits. */
  pending: number
}

/** The result of a step: an answer or an error. `summary` is its text in the trace. */
export type StepResult<T> =
  | { answer: T; summary?: string }
  | { error: Error; summary?: string }
  /** The caller gets `error` now. The request takes effect later: `late` runs after `after` milliseconds. */
  | { late: () => void; error: Error; after: number; summary?: string }

/** The name of a step in the trace. A function is called only if the history is traced. */
export type Label = string | (() => string)

interface Step {
  at: number
  actor: Actor | null
  label: string
  run: () => void
}

/** One line of a traced history. */
export interface TraceLine {
  step: number
  /** Virtual time in epoch milliseconds. */
  at: number
  actor: string
  label: string
  outcome: string
}

/** Microtasks that a process may need between two steps. A process that needs more awaits something outside the simulation. */
const maxTicks = 400

/**
 * Keeps virtual time and runs the steps of all processes in order. Everything that a process awaits is a step. Each step has
 * a random time, and the step with the earliest time runs next. So the seed decides how concurrent processes interleave.
 */
export class Scheduler {
  now: number
  steps = 0
  crashes = 0
  readonly random: Random
  /** The trace, or null if the history is not traced. */
  readonly traceLines: TraceLine[] | null
  /** Returns the duration of a call in milliseconds. */
  latency: () => number = () => 5
  /** Decides whether the process crashes at this step: before or after its effect, or so that the effect comes late; null for no crash. */
  crash: (actor: Actor) => 'before' | 'after' | 'late' | null = () => null
  /** Called before virtual time advances to `to` (epoch milliseconds), so that the chain mines its blocks. */
  beforeTimeAdvances: (to: number) => void = () => {}
  #queue: Step[] = []

  constructor(random: Random, now: number, traced: boolean) {
    this.random = random
    this.now = now
    this.traceLines = traced ? [] : null
  }

  /** Adds a line to the trace. */
  trace(actor: string, label: string, outcome: string) {
    this.traceLines?.push({ step: this.steps, at: this.now, actor, label, outcome })
  }

  /** Schedules an event that belongs to no process, `delay` milliseconds from now. */
  schedule(delay: number, label: string, run: () => void) {
    this.#queue.push({ at: this.now + delay, actor: null, label, run })
  }

  sleep(actor: Actor, milliseconds: number): Promise<void> {
    return this.call(actor, 'sleep', () => ({ answer: undefined }), Math.max(1, milliseconds))
  }

  /**
   * A call of a process to the table, the chain or another model. It is one step: `effect` runs at once, after `delay`
   * milliseconds, and returns the result.
   */
  call<T>(actor: Actor, name: Label, effect: () => StepResult<T>, delay = this.latency()): Promise<T> {
    actor.pending++
    const label = !this.traceLines ? '' : typeof name === 'string' ? name : name()
    return new Promise<T>((resolve, reject) => {
      const run = () => {
        actor.pending--
        const crash = this.crash(actor)
        if (crash) {
          this.#crash(actor)
          if (crash === 'after') effect()
          if (crash === 'late')
            this.schedule(this.random.between(10, 15_000), `${label}, late`, () => effect())
          this.trace(
            actor.name,
            label,
            `process crashes, request ${crash === 'before' ? 'not sent' : crash === 'after' ? 'has taken effect' : 'takes effect later'}`,
          )
          return
        }
        const result = effect()
        if (this.traceLines) this.trace(actor.name, label, result.summary ?? outcomeOf(result))
        if ('late' in result) this.schedule(result.after, `${label}, late`, result.late)
        if ('error' in result) reject(result.error)
        else resolve(result.answer)
      }
      this.#queue.push({ at: this.now + delay, actor, label, run })
    })
  }

  /** Crashes a process: the steps that it awaits are removed and never run. */
  #crash(actor: Actor) {
    this.crashes++
    actor.ended = true
    this.#queue = this.#queue.filter((step) => step.actor !== actor)
  }

  /** Runs all steps up to the time `until` (epoch milliseconds), or until `isEnough` returns true. */
  async run(until: number, isEnough: () => boolean = () => false): Promise<void> {
    while (!isEnough()) {
      let next = -1
      let at = until
      const queue = this.#queue
      for (let index = 0; index < queue.length; index++) {
        const step = queue[index] as Step
        if (step.at < at) {
          at = step.at
          next = index
        }
      }
      if (next < 0) break
      const [step] = queue.splice(next, 1) as [Step]
      this.beforeTimeAdvances(step.at)
      this.now = Math.max(this.now, step.at)
      this.steps++
      step.run()
      const { actor } = step
      if (!actor) {
        this.trace('environment', step.label, '')
        await null
        continue
      }
      for (let ticks = 0; actor.pending === 0 && !actor.ended; ticks++) {
        if (ticks > maxTicks)
          throw new Error(`${actor.name} awaits something that is not a step of the simulation`)
        await null
      }
      await null
      await null
      await null
    }
    if (isEnough()) return
    this.beforeTimeAdvances(until)
    this.now = Math.max(this.now, until)
  }
}

function outcomeOf(result: StepResult<unknown>): string {
  if ('error' in result) return `✗ ${result.error.name}: ${result.error.message}`
  return result.answer === undefined ? 'ok' : short(result.answer)
}

/** The value as JSON of at most 200 characters. */
export function short(value: unknown): string {
  const text = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one)) ?? String(value)
  const shortened = text.replaceAll(/0{20,}/g, '…')
  return shortened.length > 200 ? `${shortened.slice(0, 200)}…` : shortened
}
