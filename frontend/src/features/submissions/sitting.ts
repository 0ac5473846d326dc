import type { Payment } from './release.ts'

/** A verdict given since the dialog was opened. `reward` in CENTS; `payment` only follows an approval. */
export interface Verdict {
  status: 'approved' | 'rejected'
  reward: number
  payment?: Payment['state']
}

/** The verdicts of one sitting, by submission. */
export type Sitting = ReadonlyMap<string, Verdict>

/** What a sitting came to: how many each way, and the running cost in CENTS of what was approved. */
export function sumUp(sitting: Sitting) {
  const approved = [...sitting.values()].filter(({ status }) => status === 'approved')
  const cost = (verdicts: Verdict[]) => verdicts.reduce((sum, { reward }) => sum + reward, 0)
  return {
    approved: approved.length,
    rejected: sitting.size - approved.length,
    cost: cost(approved),
    paid: cost(approved.filter(({ payment }) => payment === 'paid')),
    failed: cost(approved.filter(({ payment }) => payment === 'failed')),
  }
}

/** The neighbours of `current` among what is still to be reviewed, and how many of those there are beside it. */
export function neighbours(queue: readonly string[], current: string, decided: ReadonlySet<string>) {
  const open = queue.filter((id) => id !== current && !decided.has(id))
  const at = queue.indexOf(current)
  const after = open.find((id) => queue.indexOf(id) > at)
  const before = open.findLast((id) => queue.indexOf(id) < at)
  return { next: after ?? open[0] ?? null, previous: before ?? open.at(-1) ?? null, left: open.length }
}
