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

/** A change of a file of the use cases. */
export const market = (file: string, from: string, to: string): Change => ({
  in: `functions/market/${file}`,
  from,
  to,
})
/** A change of a file of the table. */
export const table = (file: string, from: string, to: string): Change => ({
  in: `functions/table/${file}`,
  from,
  to,
})
