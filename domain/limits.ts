/** All numbers of the product (docs/product.md). Rewards are integers in CENTS, `estimatedTime` is in minutes. */

export const token = { symbol: 'TAX', decimals: 18, rewardUnit: 'CENTS' } as const

export const chain = { id: 0xe34, idHex: '0xE34', nativeSymbol: 'BTC', nativeDecimals: 18 } as const

export const reward = { min: 1, max: 1000, default: 50 } as const
export const completions = { min: 1, max: 100, default: 5 } as const
export const estimatedTime = { min: 1, max: 480, default: 30 } as const

export const text = {
  titleHint: 100,
  title: 200,
  description: 5000,
  requirements: 5000,
  link: 2048,
  proof: 10_000,
  notes: 5000,
  feedback: 2000,
  bio: 2000,
  email: 254,
} as const

/** `quarantineDays`: a name that was given up stays reserved for its former owner. */
export const username = { min: 3, max: 20, pattern: /^[A-Za-z0-9_]+$/, quarantineDays: 90 } as const

/** Characters; `score` is the least estimate of zxcvbn, from 0 to 4. */
export const password = { min: 8, max: 256, score: 3 } as const

/**
 * Proof files and profile images: at most 2 MiB and 40 megapixels. Decoding also costs time for each row and each frame.
 * A file that no submission or profile uses is deleted after `unusedDays`.
 */
export const upload = {
  maxBytes: 2 * 1024 * 1024,
  maxPixels: 40_000_000,
  /** Pixels of each side of a frame. */
  maxSide: 16_384,
  /** Rows of all frames together: rows × frames. */
  maxRows: 100_000,
  types: ['image/jpeg', 'image/png', 'image/gif'],
  unusedDays: 1,
} as const
export type ImageType = (typeof upload.types)[number]

/** Pixels of the longer side of a preview, which is stored beside each larger picture. */
export const preview = { px: 640 } as const

const hour = 3600
const day = 24 * hour

/** Days in which a creator reviews a proof, before it is approved automatically. */
export const review = { minDays: 1, maxDays: 30, defaultDays: 7 } as const

/**
 * Days after a rejection in which the doer may appeal, days after which an undecided appeal raises an alarm, and days after
 * which it ends with the rejection standing.
 */
export const appeal = { days: 3, overdueDays: 7, endDays: 14 } as const

/** Days after the time to review for which an automatic approval waits at most: for any reason, and because of a report. */
export const waits = { days: 7, reportDays: 3 } as const

/** CENTS. A payout below waits a moment for others, so that one transaction makes them. */
export const smallPayout = 10

/** CENTS of automatic approvals in seven days, beyond which those of a newcomer wait. */
export const silentPay = 100

/** Proofs that count as equal: texts from this length, and pictures whose 256 bits of `pictureLook` differ in at most these. */
export const equality = { textLength: 80, differentBits: 10 } as const

/** Proofs of one account that may be undecided: pending, rejected in the time to appeal, under appeal, or waiting for a place. */
export const undecidedProofs = { newcomer: 3, others: 50 } as const

/**
 * Waiting lists. Milliseconds for which a place is offered, and after which a waiting doer is checked again; offers of a task that one
 * account may leave unused; doers before somebody that are counted.
 */
export const waitingList = { offer: 3_600_000, check: 3_600_000, missed: 2, shown: 100 } as const

/** What people, not time, must have approved until a doer is no newcomer: proofs, for how many posters, worth how many CENTS. */
export const trust = { proofs: 3, posters: 2, cents: 20 } as const

/**
 * Seconds. `refundableAt` is at least `reviewDays` and `refundAfterReview` after the deadline. Approvals end
 * `approvalMargin` before `refundableAt`, automatic ones `automaticMargin` before it, and owed slots can be refunded `owedPeriod` after it. The deadline is at most `maxAhead` in the future.
 */
export const escrow = {
  defaultDeadline: 30 * day,
  refundAfterReview: 14 * day,
  approvalMargin: 48 * hour,
  automaticMargin: hour,
  owedPeriod: 21 * day,
  maxAhead: 350 * day,
} as const

/**
 * Seconds between the announcement of a new wallet and the move: with the password instead of the old wallet's signature, or of
 * the first wallet, if the password changed within these seconds before.
 */
export const walletMoveWait = 72 * hour

/** Seconds for which the link in a confirmation mail works. */
export const emailLinkLifetime = day

/**
 * Seconds. A session ends `lifetime` after the sign-in, or `idle` after its last use, which is stored with an accuracy of
 * `usedAtAccuracy`. For `fresh` after the sign-in, it permits what asks for a new sign-in, and for `adminFresh` an admin's decisions
 * about the money of others. A browser is known for `device`.
 */
export const session = {
  lifetime: 7 * day,
  idle: day,
  usedAtAccuracy: hour,
  fresh: 15 * 60,
  adminFresh: hour,
  device: 180 * day,
  challenge: 5 * 60,
} as const

/**
 * Live connections: seconds after which a stored one expires, which is longer than API Gateway's two hours, and after which the
 * number of messages is forgotten; connections of one user, and connections of all admins that are told.
 */
export const live = {
  connectionLifetime: 3 * hour,
  newsKept: 30 * day,
  perUser: 20,
  connectionsRead: 500,
} as const

/** Security events: seconds for which they are kept, failed sign-ins stored a day, and entries of a list. */
export const security = { kept: 365 * day, failuresPerDay: 20, shown: 100 } as const

export const lists = {
  featured: 6,
  tasksFirst: 9,
  tasksMore: 6,
  tasksAtMost: 500,
  /** Bytes of an index that a request for tasks reads, and requests that the web app makes before it asks. */
  readBytes: 64 * 1024,
  requestsAtOnce: 3,
  newest: 500,
  /** Rows of a page of the web app's lists. */
  page: 25,
  earningsWeeks: 26,
  adminRecent: 5,
  leaderboard: 100,
  feed: 50,
  sitemap: 1000,
} as const

export const filters = {
  reward: { min: 0, max: 1000, step: 10 },
  time: { min: 0, max: 120, step: 5 },
} as const

/** Times in milliseconds; lengths in pixels (`…Px`) or characters (`address…`). */
export const ui = {
  /** Between two questions for news: without a connection, and with one, which reports news by itself. */
  newsPoll: 5000,
  newsCheck: 120_000,
  /** Between two messages that keep a connection open. */
  newsPing: 300_000,
  /** The first and the longest pause before a page connects again. */
  reconnectFirst: 1000,
  reconnectLongest: 60_000,
  /** After an own change, when CloudFront may still have older lists. */
  freshLists: 10_000,
  toast: 5000,
  toastSwipePx: 50,
  tooltip: 700,
  tooltipSkip: 300,
  cacheKept: 5 * 60_000,
  proofPreviewPx: 450,
  addressHead: 6,
  addressTail: 4,
} as const

/** At most `limit` attempts in each window of `seconds`. */
export const throttles = {
  loginsPerNameAndIp: { limit: 10, seconds: 15 * 60 },
  loginsPerName: { limit: 100, seconds: 15 * 60 },
  loginsPerIp: { limit: 100, seconds: 15 * 60 },
  loginsPerDevice: { limit: 10, seconds: 15 * 60 },
  registrations: { limit: 100, seconds: hour },
  /** Checks of the present password of a user who is signed in. */
  passwordChecks: { limit: 10, seconds: 15 * 60 },
  /** Confirmation mails: of one account, and to one e-mail address. */
  confirmationMails: { limit: 5, seconds: day },
  exports: { limit: 10, seconds: day },
  /** Requests for filtered tasks, each of which reads up to `lists.readBytes`. */
  searches: { limit: 600, seconds: 5 * 60 },
  /** Requests for other lists of tasks that no cache answers. */
  lists: { limit: 1500, seconds: 5 * 60 },
  /** Connections that the pages of one user open. */
  connections: { limit: 100, seconds: 5 * 60 },
  challenges: { limit: 60, seconds: 5 * 60 },
  walletSignIns: { limit: 30, seconds: 5 * 60 },
  renames: { limit: 5, seconds: day },
  /** Each one writes the task into several indexes. */
  textChanges: { limit: 20, seconds: hour },
  uploads: { limit: 60, seconds: hour },
  /** Entries of one account in waiting lists. */
  waiting: { limit: 60, seconds: hour },
  /** Encodings of the pictures of one account. Each file is encoded once. */
  pictures: { limit: 240, seconds: hour },
} as const

/** Reports of one person per day, characters of a report's words, open cases of a list, and reports shown of each. */
export const reports = { perDay: 20, words: 1000, cases: 50, shown: 20 } as const

/**
 * Notifications are kept `days`; a list has `page`; mails of one person a day, of them those about proofs, and beside them those
 * about each kind of security event; at most `unread` are counted.
 */
export const notifications = {
  days: 180,
  page: 30,
  unread: 99,
  mailsPerDay: 20,
  proofMailsPerDay: 5,
  securityMailsPerDay: 10,
} as const

/** Entries of a page of the audit log. */
export const auditPage = 50

/**
 * Maximum bytes of one list in a response. A Lambda response is at most 6 MB, and the dashboards contain up to three
 * lists. Each list has the newest 500 items, or as many of them as fit into this limit.
 */
export const listBytes = 1_800_000

/** Maximum bytes of a JSON request body. */
export const requestBody = 64 * 1024

/** Parts of a partition of the table that all writes of a kind meet: each takes 1,000 write units a second. */
export const shards = 4
