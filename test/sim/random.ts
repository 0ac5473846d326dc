/** A seeded random number generator (mulberry32): the same seed gives the same numbers on every machine. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number
  /** True with this probability (0 to 1). */
  chance(probability: number): boolean
  /** An integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number
  pick<T>(all: readonly T[]): T
}

export function seeded(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) ^ 0x5bf03635
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    chance: (probability) => probability > 0 && next() < probability,
    pick<T>(all: readonly T[]): T {
      if (all.length === 0) throw new RangeError('The list to pick from is empty')
      return all[between(0, all.length - 1)] as T
    },
  }
}
