/** A virtual clock: waiting advances the simulated time without real delay. */
export class Clock {
  now: number
  #timers: { at: number; run: () => void }[] = []

  constructor(now: number) {
    this.now = now
  }

  /** Resolves after this many virtual milliseconds. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((run) => {
      const at = this.now + milliseconds
      let place = this.#timers.length
      while (place > 0 && (this.#timers[place - 1]?.at ?? 0) < at) place--
      // Sorted with the earliest timer last. Timers for the same time run in the order of their creation.
      this.#timers.splice(place, 0, { at, run })
    })
  }

  /** Advances the virtual time from timer to timer until this promise is settled. */
  async run<T>(work: Promise<T>): Promise<T> {
    let ended = false
    const end = () => {
      ended = true
    }
    work.then(end, end)
    while (true) {
      await new Promise((resolve) => setImmediate(resolve))
      if (ended) return work
      const next = this.#timers.pop()
      if (!next) throw new Error('The simulation waits, but no timer is left')
      this.now = Math.max(this.now, next.at)
      next.run()
    }
  }
}
