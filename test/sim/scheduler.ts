import type { Random } from './random.ts'

/** A process that runs the product's code: it may end at any step, and its clock may be wrong. */
export interface Actor {
  name: string
  /** Milliseconds by which its clock is ahead. */
  skew: number
  ended: boolean
  /** Steps that it waits for. */
  pending: number
}

/** What becomes of a step when its time has come. */
export type Fate<T> =
  | { answer: T; said?: string }
  | { error: Error; said?: string }
  /** The request goes on its way without the caller, who hears `error`, or has ended: it takes effect later. */
  | { late: () => void; error: Error; after: number; said?: string }

/** What a step is called; only histories that are told line by line ask. */
export type Named = string | (() => string)

interface Step {
  at: number
  actor: Actor | null
  what: string
  run: () => void
}

export interface Line {
  step: number
  at: number
  actor: string
  what: string
  outcome: string
}

/** Ticks within which a process must get from one step to its next: everything it awaits is a step. */
const mostTicks = 400

/**
 * Virtual time and the order of everything. Each thing that a process awaits is a step with a moment of its own, chosen
 * by the seed; the earliest step happens next.
 */
export class Scheduler {
  now: number
  steps = 0
  crashes = 0
  readonly random: Random
  readonly lines: Line[] | null
  /** How long a call takes, in milliseconds. */
  latency: () => number = () => 5
  /** Whether the process ends here, before or after the step took effect. */
  crash: (actor: Actor) => 'before' | 'after' | 'late' | null = () => null
  /** Called before time goes on to a moment. */
  passing: (to: number) => void = () => {}
  #queue: Step[] = []

  constructor(random: Random, now: number, traced: boolean) {
    this.random = random
    this.now = now
    this.lines = traced ? [] : null
  }

  say(actor: string, what: string, outcome: string) {
    this.lines?.push({ step: this.steps, at: this.now, actor, what, outcome })
  }

  /** Something outside of the processes that happens in `delay` milliseconds. */
  later(delay: number, what: string, run: () => void) {
    this.#queue.push({ at: this.now + delay, actor: null, what, run })
  }

  sleep(actor: Actor, milliseconds: number): Promise<void> {
    return this.call(actor, 'sleep', () => ({ answer: undefined }), Math.max(1, milliseconds))
  }

  /** A call of a process to the world outside: `happen` is all of its effect, at one moment. */
  call<T>(actor: Actor, named: Named, happen: () => Fate<T>, delay = this.latency()): Promise<T> {
    actor.pending++
    const what = !this.lines ? '' : typeof named === 'string' ? named : named()
    return new Promise<T>((resolve, reject) => {
      const run = () => {
        actor.pending--
        const crash = this.crash(actor)
        if (crash) {
          this.#end(actor)
          if (crash === 'after') happen()
          if (crash === 'late') this.later(this.random.between(10, 15_000), `${what}, late`, () => happen())
          this.say(actor.name, what, `process ends, ${crash === 'before' ? 'not sent' : crash}`)
          return
        }
        const fate = happen()
        if (this.lines) this.say(actor.name, what, fate.said ?? outcomeOf(fate))
        if ('late' in fate) this.later(fate.after, `${what}, late`, fate.late)
        if ('error' in fate) reject(fate.error)
        else resolve(fate.answer)
      }
      this.#queue.push({ at: this.now + delay, actor, what, run })
    })
  }

  /** Ends a process: what it waits for never comes. */
  #end(actor: Actor) {
    this.crashes++
    actor.ended = true
    this.#queue = this.#queue.filter((step) => step.actor !== actor)
  }

  /** Lets everything happen up to `until`, or only until `enough` says so. */
  async run(until: number, enough: () => boolean = () => false): Promise<void> {
    while (!enough()) {
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
      this.passing(step.at)
      this.now = Math.max(this.now, step.at)
      this.steps++
      step.run()
      const { actor } = step
      if (!actor) {
        this.say('world', step.what, '')
        await null
        continue
      }
      for (let ticks = 0; actor.pending === 0 && !actor.ended; ticks++) {
        if (ticks > mostTicks) throw new Error(`${actor.name} awaits something that is no step`)
        await null
      }
      await null
      await null
      await null
    }
    if (enough()) return
    this.passing(until)
    this.now = Math.max(this.now, until)
  }
}

function outcomeOf(fate: Fate<unknown>): string {
  if ('error' in fate) return `✗ ${fate.error.name}: ${fate.error.message}`
  return fate.answer === undefined ? 'ok' : short(fate.answer)
}

export function short(value: unknown): string {
  const text = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one)) ?? String(value)
  const shortened = text.replaceAll(/0{20,}/g, '…')
  return shortened.length > 200 ? `${shortened.slice(0, 200)}…` : shortened
}
