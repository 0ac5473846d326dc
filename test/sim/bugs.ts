/** A change of the product's text: `from` stands exactly once in the file. */
export interface Change {
  in: string
  from: string
  to: string
}

export interface Bug {
  /** What the planted bug does wrong. */
  says: string
  changes: Change[]
}

export const bugs: Record<string, Bug> = {}
