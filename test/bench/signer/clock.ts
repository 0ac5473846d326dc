/** Virtual time: everything waits its milliseconds, and none of them pass. */
export class Clock {
  now: number
  #timers: { at: number; go: () => void }[] = []

  constructor(now: number) {
    this.now = now
  }

  /** Resolves when so many milliseconds have passed here. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((go) => {
      const at = this.now + milliseconds
      let place = this.#timers.length
      while (place > 0 && (this.#timers[place - 1]?.at ?? 0) < at) place--
      this.#timers.splice(place, 0, { at, go }) // the earliest last; of equals, who came first goes first
    })
  }

  /** Lets time pass until this is done. */
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
      if (!next) throw new Error('Nothing happens any more')
      this.now = Math.max(this.now, next.at)
      next.go()
    }
  }
}
