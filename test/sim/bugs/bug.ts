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

const useCases = ['payouts.ts', 'refunds.ts', 'reviews.ts']

/** A change of a file of the use cases or of the payout code. */
export const market = (file: string, from: string, to: string): Change => ({
  in: `functions/${useCases.includes(file) ? 'market' : 'payouts'}/${file}`,
  from,
  to,
})
/** A change of a file of the table. */
export const table = (file: string, from: string, to: string): Change => ({
  in: `functions/table/${file}`,
  from,
  to,
})
