/** One small change of a source file, which at least one test should notice. */
export interface Mutant {
  file: string
  /** Place and change, unique in all files: `TaskEscrow._open: terms.slots > MAX_SLOTS → terms.slots >= MAX_SLOTS`. */
  name: string
  line: number
  /** The complete changed source. */
  source: string
}

export interface Job {
  /** The line of the report that counts the mutant. */
  folder: string
  mutant: Mutant
}

/** Runs the tests against one mutant after another. */
export interface Judge<One extends Job> {
  /** Name of a test that fails because of the mutant, null if all pass, or 'invalid' if nothing can be tested. */
  firstFailure(job: One): Promise<string | null>
  end(): void
}

export interface Language<One extends Job> {
  /** At least this share of the mutants without an explanation must be noticed in every folder. */
  goal: number
  /** Equivalent mutants by name, each with the reason why no test can notice it. */
  explained: Record<string, string>
  /** The mutants of these folders or files, or all if there are none. */
  jobs(wanted: string[]): One[]
  judge(): Judge<One>
}

/** Replaces `start` to `end` by `text`. The name shows the source from `shownStart` to `shownEnd`, before and after. */
export interface Change {
  start: number
  end: number
  text: string
  shownStart: number
  shownEnd: number
  /** The function or declaration that contains the change. */
  place: string
}

/**
 * Makes the mutants of a file from its changes. Changes with the same resulting source count once.
 *
 * @param slice returns a part of the source by offsets, which are bytes or characters as in the changes
 */
export function toMutants(
  file: string,
  slice: (start: number, end?: number) => string,
  changes: Iterable<Change>,
): Mutant[] {
  const original = slice(0)
  const mutants = new Map<string, Mutant>()
  const uses = new Map<string, number>()
  for (const { start, end, text, shownStart, shownEnd, place } of changes) {
    const source = slice(0, start) + text + slice(end)
    if (source === original || mutants.has(source)) continue
    const shown = (changed: string) => changed.replace(/\s+/g, ' ').trim() || 'nothing'
    const after =
      slice(shownStart, Math.max(shownStart, start)) + text + slice(Math.min(shownEnd, end), shownEnd)
    const label = `${place}: ${shown(slice(shownStart, shownEnd))} → ${shown(after)}`
    const use = (uses.get(label) ?? 0) + 1
    uses.set(label, use)
    const name = use === 1 ? label : `${label} #${use}`
    mutants.set(source, { file, name, line: slice(0, start).split('\n').length, source })
  }
  return [...mutants.values()]
}
