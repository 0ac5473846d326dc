/**
 * The single table: every key and every access pattern, on one page.
 *
 * item        pk                  sk                 gsi1                    gsi2                gsi3
 * user        USER#id             USER               WALLETMOVES · when                          USERS · id
 * password    PASSWORD#id         PASSWORD
 * name guard  USERNAME#lower      GUARD
 * name look   ADMINNAME#skeleton  GUARD
 * wallet gd.  WALLET#lower        GUARD
 * of a leaver WALLET#lower        LEFT#userId
 * mail token  EMAIL#userId        TOKEN
 * session     SESSIONS#userId     sha256
 * device      DEVICES#userId      sha256
 * sec. event  SECURITY#userId     ulid
 * inbox entry INBOX#userId        kind#what          INBOX#userId · id
 * connection  LIVE#userId         CONNECTION#id
 * news sent   LIVE#userId         NEWS
 * challenge   CHALLENGE#sha256    CHALLENGE
 * throttle    THROTTLE#name#n     THROTTLE
 * file        FILE#key            FILE
 * task        TASK#id             TASK               CREATOR#userId · id     REFUNDS#due · when  TASKS · id
 * escrow gd.  ESCROW#escrowId     GUARD              FUNDING · next check    REFUNDABLE · refundableAt
 * submission  PROOFS#taskId       SUBMISSION#userId  SUBMITTER#userId · id   REVIEW#… · id       SUBMISSIONS · id
 * its id      SUBMISSION#id       POINTER            VERDICTS#… · when
 * equal proof PROOFS#taskId       PROOF#sha256 or PROOF#PICTURES
 * its wallet  PROOFS#taskId       WALLET#lower
 * payout      PAYOUT#submissionId PAYOUT             PAYOUTS#due · creator   PAYOUTS#protected · until
 * lease       SIGNER              LEASE
 * in flight   SIGNER              INFLIGHT
 * day's use   SPENT#day           GAS or user id
 * ceiling     CEILING#day         user id of an admin
 * totals      TOTALS#n            TOTALS
 * audit       AUDIT#yyyy-mm       ulid
 * scorecard   SCORE#userId        POSTER or DOER
 * its events  SCORE#userId        EVENT#id
 * reconciled  RECONCILED          LAST or ROUND
 * case        REPORT#kind#id      CASE               CASES#open · when, while there are reports to decide
 * report      REPORT#kind#id      BY#userId          REPORTER#userId · when
 * search term WORD#first letters  term#taskId, for each term of an open task
 * waiting doer WAITING#taskId     userId             WAITING#due · when      WAITING#taskId · since
 *
 * OPEN, CLOSED, BOARD, those of gsi3, PAYOUTS#due and all timed queues (queue.ts) are partitions that are spread over shards: the index has PAYOUTS#due#0 and so on
 * (shards.ts). A query of PAYOUTS#due# reads each shard once, and sometimes one of them twice.
 * A submission's gsi2pk is REVIEW#creator#pending until the verdict, then REVIEW#creator#decided.
 * A submission's id item is in VERDICTS#due until `reviewBy`; in VERDICTS#waiting, sorted by the next check, while its automatic
 * approval waits; after a rejection in VERDICTS#appealable until `appealUntil`; in VERDICTS#appeals while an appeal is open.
 * A due payout is in gsi1 by creator and creation, and in gsi2 by the time until which its reward cannot return to the funder.
 * A failed payout is in gsi1, PAYOUTS#failed · created, and stays in gsi2 while its reward may be held. A paid one is in gsi1,
 * PAYOUTS#confirming · paid, until no reorganisation can revert the payment; then it is in no index.
 * A task is in gsi2 from its closing until its refund is final: REFUNDS#due, then REFUNDS#confirming.
 * The guard of an escrow is in gsi1 until no reorganisation can take its funding back. It is in gsi2, sorted by `refundableAt`, until the schedule has closed its task.
 * A doer on the waiting list of a task is in gsi1 by the next check, or by the end of the offer of a place, and in gsi2 until a place is offered.
 * A task that is not a draft has `listed` (OPEN while it takes submissions, else CLOSED) and a sort key for each order.
 *
 * access pattern                               index        cost
 * user, task, payout, lease, session by id     table        1 get
 * sessions, security events of a user          table        1 query of the page each
 * user by name or wallet                       table        2 gets (guard, user)
 * submission of a user to a task               table        1 get: one per user and task is the item's own key
 * submission by id                             table        2 gets (pointer, item)
 * tasks by date, reward, time, deadline        by…          1 query of each shard + 1 get each, for its places
 * my tasks, my submissions                     gsi1         1 query of the page
 * submissions I review, and have reviewed      gsi2         1 query of the page each
 * newest users, tasks, submissions (admin)     gsi3         1 query of each shard + 1 consistent get each
 * payouts due, in turns by creator             gsi1         at most 8 queries: after 1,000 of one creator the next query starts
 *                                                           at the next creator; + 1 consistent get each (index may be stale)
 * payouts due, nearest refund first            gsi2         1 query + 1 consistent get each
 * payouts confirming, oldest first             gsi1         the same
 * what a day used, of gas and by creator       table        1 query
 * failed payouts (admin)                       gsi1         1 query of the page
 * inbox, newest first                          gsi1         1 query of the page
 * connections of a user                        table        1 query
 * submissions to decide, appeals, oldest first gsi1         1 query + 2 gets each
 * refunds due, oldest first                    gsi2         the same
 * escrows whose refundableAt has passed        gsi2         1 query + 1 get each, once each
 * fundings to check                            gsi1         1 query + 1 get each
 * wallet moves due, oldest first               gsi1         1 query + 1 get each
 * totals                                       table        10 gets of small items, in one request
 * scorecard of a user                          table        1 get of 2 items
 * leaderboard by CENTS or by tasks             board…       1 query of each shard
 * open cases (admin)                           gsi1         1 query, and 1 query of each case's reports
 * waiting list of a task, first come first     gsi2         1 query
 * offers that end, waiting doers to check      gsi1         1 query + 2 gets each
 * audit entries, newest first (admin)          table        1 query of each month that the page reaches
 */
export interface Key {
  pk: string
  sk: string
}

/**
 * Key families: the part of a partition key before its first '#'. Each function may reach only the families that
 * functions/needs.ts names; families without '#' are whole partition keys.
 */
const wholeKeys = ['SIGNER', 'RECONCILED'] as const
const prefixes = [
  ...(['USER', 'USERNAME', 'ADMINNAME', 'PASSWORD', 'EMAIL', 'WALLET', 'ESCROW', 'SESSIONS'] as const),
  ...(['DEVICES', 'SECURITY', 'CHALLENGE', 'THROTTLE', 'FILE', 'TASK', 'SUBMISSION', 'PAYOUT'] as const),
  ...(['CREATOR', 'SUBMITTER', 'REVIEW', 'PAYOUTS', 'VERDICTS', 'REFUNDS', 'AUDIT', 'SCORE'] as const),
  ...(['REPORT', 'REPORTER', 'CASES', 'SPENT', 'CEILING', 'INBOX', 'WORD', 'LIVE', 'WAITING'] as const),
  ...(['TOTALS', 'REFUNDABLE', 'FUNDING', 'WALLETMOVES', 'USERS', 'TASKS', 'SUBMISSIONS', 'BOARD'] as const),
  ...(['OPEN', 'CLOSED', 'PROOFS'] as const),
] as const
export type Family = (typeof wholeKeys)[number] | (typeof prefixes)[number]

/**
 * Attributes on which payments depend, by family. IAM lets a function name them in a put or an update, and in its condition, only
 * if functions/needs.ts says so.
 */
export const guarded = {
  USER: ['isAdmin', 'walletAddress'],
  TASK: ['creatorId', 'escrowId'],
  PROOFS: ['reviewBy', 'slot', 'status', 'userId', 'wallet'],
  PAYOUT: ['amount', 'mac', 'recipient', 'slot'],
  ESCROW: ['taskId'],
} as const

/** A guarded attribute after its family. */
export type Guarded = {
  [F in keyof typeof guarded]: `${F} ${(typeof guarded)[F][number]}`
}[keyof typeof guarded]

/** The guarded attributes of a family. */
export const guardedOf = (family: string): readonly string[] =>
  Object.hasOwn(guarded, family) ? guarded[family as keyof typeof guarded] : []

/** The partition keys of a family, as a pattern of an IAM condition. */
export const patternOf = (family: Family): string =>
  (prefixes as readonly string[]).includes(family) ? `${family}#*` : family

export const keys = {
  user: (id: string): Key => ({ pk: `USER#${id}`, sk: 'USER' }),
  password: (userId: string): Key => ({ pk: `PASSWORD#${userId}`, sk: 'PASSWORD' }),
  username: (name: string): Key => ({ pk: `USERNAME#${name.toLowerCase()}`, sk: 'GUARD' }),
  /** Of all users; version 0.1.0 wrote it for admins only. `skeleton` is equal for names that look alike (domain/username.ts). */
  nameLook: (skeleton: string): Key => ({ pk: `ADMINNAME#${skeleton}`, sk: 'GUARD' }),
  wallet: (address: string): Key => ({ pk: `WALLET#${address.toLowerCase()}`, sk: 'GUARD' }),
  /** The wallet of a deleted account, to which rewards may still be paid. */
  leftWallet: (address: string, userId: string): Key => ({ ...keys.wallet(address), sk: `LEFT#${userId}` }),
  /** The token that confirms a user's e-mail address. */
  emailToken: (userId: string): Key => ({ pk: `EMAIL#${userId}`, sk: 'TOKEN' }),
  escrow: (escrowId: string): Key => ({ pk: `ESCROW#${escrowId.toLowerCase()}`, sk: 'GUARD' }),
  session: (userId: string, tokenHash: string): Key => ({ pk: partitions.sessions(userId), sk: tokenHash }),
  /** A browser that has signed in to this account. */
  device: (userId: string, tokenHash: string): Key => ({ pk: `DEVICES#${userId}`, sk: tokenHash }),
  securityEvent: (userId: string, id: string): Key => ({ pk: partitions.securityEvents(userId), sk: id }),
  /** `name` says what happened, once for each time that is told. */
  notification: (userId: string, name: string): Key => ({ pk: partitions.inbox(userId), sk: name }),
  /** `owner` is a user's id, or `admins` (notifications.ts). */
  connection: (owner: string, id: string): Key => ({ pk: partitions.live(owner), sk: `CONNECTION#${id}` }),
  news: (owner: string): Key => ({ pk: partitions.live(owner), sk: 'NEWS' }),
  challenge: (messageHash: string): Key => ({ pk: `CHALLENGE#${messageHash}`, sk: 'CHALLENGE' }),
  throttle: (name: string, window: number): Key => ({ pk: `THROTTLE#${name}#${window}`, sk: 'THROTTLE' }),
  file: (key: string): Key => ({ pk: `FILE#${key}`, sk: 'FILE' }),
  task: (id: string): Key => ({ pk: `TASK#${id}`, sk: 'TASK' }),
  submission: (taskId: string, userId: string): Key => ({
    pk: `PROOFS#${taskId}`,
    sk: `SUBMISSION#${userId}`,
  }),
  submissionPointer: (id: string): Key => ({ pk: `SUBMISSION#${id}`, sk: 'POINTER' }),
  /** The wallet of an account that submitted a proof to the task: no other account submits with it. */
  proofWallet: (taskId: string, wallet: string): Key => ({
    pk: `PROOFS#${taskId}`,
    sk: `WALLET#${wallet.toLowerCase()}`,
  }),
  proof: (taskId: string, hash: string): Key => ({ pk: `PROOFS#${taskId}`, sk: `PROOF#${hash}` }),
  payout: (submissionId: string): Key => ({ pk: `PAYOUT#${submissionId}`, sk: 'PAYOUT' }),
  lease: { pk: 'SIGNER', sk: 'LEASE' },
  inFlight: { pk: 'SIGNER', sk: 'INFLIGHT' },
  /** What the payouts of a day (UTC, ISO 8601) used: gas, or the daily limit by a creator. */
  spent: (day: string, name: string): Key => ({ pk: `SPENT#${day}`, sk: name }),
  /** CENTS that an admin has approved on a day (UTC, ISO 8601) for tasks of others. */
  ceiling: (day: string, adminId: string): Key => ({ pk: `CEILING#${day}`, sk: adminId }),
  totals: (shard: number): Key => ({ pk: `TOTALS#${shard}`, sk: 'TOTALS' }),
  reportCase: (kind: string, id: string): Key => ({ pk: `REPORT#${kind}#${id}`, sk: 'CASE' }),
  report: (kind: string, id: string, by: string): Key => ({ pk: `REPORT#${kind}#${id}`, sk: `BY#${by}` }),
  audit: (month: string, id: string): Key => ({ pk: partitions.audit(month), sk: id }),
  score: (userId: string, role: string): Key => ({ pk: `SCORE#${userId}`, sk: role }),
  /** Remembers that the scorecards have counted an event. */
  scored: (userId: string, eventId: string): Key => ({ pk: `SCORE#${userId}`, sk: `EVENT#${eventId}` }),
  waiting: (taskId: string, userId: string): Key => ({ pk: partitions.waiting(taskId), sk: userId }),
  reconciled: { pk: 'RECONCILED', sk: 'LAST' },
  /** The scheduled comparison that is in progress. */
  reconciliationRound: { pk: 'RECONCILED', sk: 'ROUND' },
}

export const partitions = {
  sessions: (userId: string) => `SESSIONS#${userId}`,
  devices: (userId: string) => `DEVICES#${userId}`,
  securityEvents: (userId: string) => `SECURITY#${userId}`,
  inbox: (userId: string) => `INBOX#${userId}`,
  live: (owner: string) => `LIVE#${owner}`,
  createdBy: (userId: string) => `CREATOR#${userId}`,
  submittedBy: (userId: string) => `SUBMITTER#${userId}`,
  toReviewBy: (creatorId: string) => `REVIEW#${creatorId}#pending`,
  reviewedFor: (creatorId: string) => `REVIEW#${creatorId}#decided`,
  users: 'USERS#',
  tasks: 'TASKS#',
  submissions: 'SUBMISSIONS#',
  /** The due payouts, by creator. The timed queues are in queue.ts. */
  due: 'PAYOUTS#due#',
  open: 'OPEN#',
  /** `start`: the first letters of the words, or the kind of another term. */
  word: (start: string) => `WORD#${start}`,
  closed: 'CLOSED#',
  board: 'BOARD#',
  /** The waiting list of a task. The timed queue of all waiting doers is in queue.ts. */
  waiting: (taskId: string) => `WAITING#${taskId}`,
  openCases: 'CASES#open',
  reportedBy: (userId: string) => `REPORTER#${userId}`,
  /** `month` as yyyy-mm, UTC. */
  audit: (month: string) => `AUDIT#${month}`,
} as const

/** Start of the partition keys of audit entries, which are only ever added. */
export const auditPrefix = 'AUDIT#'

export const inboxPrefix = 'INBOX#'

export const waitingPrefix = 'WAITING#'

export const sessionsPrefix = 'SESSIONS#'

/** The attribute `told` of a security event that its owner is told of. Other events do not start the function `events`. */
export const toldOwner = 'owner'

/** What changed an item, as the stream says it. */
export type ChangeKind = 'INSERT' | 'MODIFY' | 'REMOVE'

interface StreamFilter {
  /** `pk` and `sk` belong to the changed item. Other attributes must have the value after the change. */
  attribute: 'pk' | 'sk' | 'gsi1pk' | 'told'
  startsWith: readonly string[]
  /** Without it, every kind of change. */
  kinds?: readonly ChangeKind[]
}

/**
 * The changes of the stream that start the function `events`: those that match at least one filter. A new reaction adds what
 * it handles. Lambda accepts five filters for one stream.
 */
export const streamFilters: readonly StreamFilter[] = [
  { attribute: 'gsi1pk', startsWith: ['PAYOUTS#'] },
  { attribute: 'sk', startsWith: ['SUBMISSION#', 'TASK', 'CASE', 'USER'] },
  { attribute: 'pk', startsWith: [inboxPrefix, waitingPrefix], kinds: ['INSERT', 'MODIFY'] },
  { attribute: 'pk', startsWith: [auditPrefix, sessionsPrefix], kinds: ['MODIFY', 'REMOVE'] },
  { attribute: 'told', startsWith: [toldOwner], kinds: ['INSERT'] },
]

interface Index {
  pk: string
  sk: string
  /** Type of the sort key. */
  type: 'S' | 'N'
  /** Attributes copied beside the keys, none if it is empty; all of them when absent. */
  include?: readonly string[]
}

/** The projection of an index, as DynamoDB and CloudFormation describe it. A sort key is no non-key attribute. */
export function projectionOf({ include, sk }: Index) {
  const attributes = include?.filter((name) => name !== sk)
  if (!attributes) return { type: 'ALL' } as const
  return attributes.length > 0 ? ({ type: 'INCLUDE', attributes } as const) : ({ type: 'KEYS_ONLY' } as const)
}

/**
 * What a card shows, and what the search reads, without what every submission changes: each index would be written each
 * time. Fields added later are in the map `details` (tasks.ts).
 */
const card = [
  ...(['id', 'title', 'description', 'requirements', 'category', 'creatorId', 'reward'] as const),
  ...(['maxCompletions', 'estimatedTime', 'deadline', 'submissionType'] as const),
  ...(['isActive', 'contractAddress', 'createdAt', 'closedAt', 'details'] as const),
] as const

const boardRow = ['id', 'username', 'walletAddress', 'completedTasks', 'totalEarned'] as const

/** Secondary indexes. They are sparse: an index contains an item only while the item has the index's keys. */
export const indexes = {
  gsi1: { pk: 'gsi1pk', sk: 'gsi1sk', type: 'S' },
  gsi2: { pk: 'gsi2pk', sk: 'gsi2sk', type: 'S' },
  gsi3: { pk: 'gsi3pk', sk: 'gsi3sk', type: 'S', include: [] },
  byDate: { pk: 'listed', sk: 'dateKey', type: 'S', include: card },
  byReward: { pk: 'listed', sk: 'rewardKey', type: 'S', include: card },
  byTime: { pk: 'listed', sk: 'timeKey', type: 'S', include: card },
  byDeadline: { pk: 'listed', sk: 'deadlineKey', type: 'S', include: card },
  boardByEarned: { pk: 'board', sk: 'totalEarned', type: 'N', include: boardRow },
  boardByTasks: { pk: 'board', sk: 'completedTasks', type: 'N', include: boardRow },
} as const satisfies Record<string, Index>

export type IndexName = keyof typeof indexes

/** Attribute by which DynamoDB expires what docs/data.md lists (epoch seconds). */
export const ttlAttribute = 'ttl'

const pad = (value: number, width: number) => String(value).padStart(width, '0')

/** Sort keys of a listed task: the value first, then its id, so that no two are equal. */
export const taskSortKeys = (task: {
  id: string
  reward: number
  estimatedTime: number
  deadline: string
}) => ({
  dateKey: task.id,
  rewardKey: `${pad(task.reward, 6)}#${task.id}`,
  timeKey: `${pad(task.estimatedTime, 6)}#${task.id}`,
  deadlineKey: `${task.deadline}#${task.id}`,
})
