/** Reasons of a report (docs/product.md, Moderation), with the texts that people choose. Not in report.ts, so that pages load no zod. */
export const reportReasons = {
  scam: 'Scam or phishing',
  spam: 'Spam or advertising',
  harmful: 'Illegal or dangerous',
  abuse: 'Harassment or hate',
  private: 'Private data of somebody',
  copied: 'Copied or faked work',
  other: 'Something else',
} as const
export type ReportReason = keyof typeof reportReasons
