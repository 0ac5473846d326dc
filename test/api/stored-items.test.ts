import { readFileSync } from 'node:fs'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { type Input, type Output, type RouteKey, splitRoute } from '../../domain/api.ts'
import { sorts } from '../../domain/task.ts'
import { cookieName } from '../../functions/http/cookies.ts'
import { sha256 } from '../../functions/runtime/crypto.ts'
import * as audit from '../../functions/table/audit.ts'
import * as devices from '../../functions/table/devices.ts'
import * as files from '../../functions/table/files.ts'
import { keys, partitions } from '../../functions/table/keys.ts'
import * as passwords from '../../functions/table/passwords.ts'
import * as payouts from '../../functions/table/payouts.ts'
import * as reports from '../../functions/table/reports.ts'
import * as security from '../../functions/table/security.ts'
import * as sessions from '../../functions/table/sessions.ts'
import { isIn, shardOf } from '../../functions/table/shards.ts'
import * as signer from '../../functions/table/signer.ts'
import * as spending from '../../functions/table/spending.ts'
import * as submissions from '../../functions/table/submissions.ts'
import { type Item, openTable, type Table, update } from '../../functions/table/table.ts'
import * as tasks from '../../functions/table/tasks.ts'
import * as throttles from '../../functions/table/throttles.ts'
import * as totals from '../../functions/table/totals.ts'
import * as usernames from '../../functions/table/usernames.ts'
import * as users from '../../functions/table/users.ts'
import { projections } from '../../ops/rebuild.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'

/** Items that version 0.1.0 wrote (test/fixtures/write-items.ts). */
const text = readFileSync(new URL('../fixtures/items-0.1.0.jsonl', import.meta.url), 'utf8')
const items = text
  .trim()
  .split('\n')
  .map((line) => unmarshall(JSON.parse(line)) as Item & { pk: string; sk: string })

const { connection } = await startIsolatedStack()
const { config } = openFixture(connection).openOwnServices()
const unreadable: unknown[] = []
const table: Table = openTable({
  tableName: config.TABLE_NAME,
  endpoint: config.DYNAMODB_ENDPOINT,
  onUnreadable: (facts) => unreadable.push(facts),
})
const now = Date.now() / 1000

beforeAll(async () => {
  // The items of the fixture may have expired, so they get an expiry time one hour from now.
  for (const item of items)
    await table.write([{ put: { ...item, ...('ttl' in item && { ttl: now + 3600 }) } }])
  await projections.proofs(table)
  await projections['former-proofs'](table)
})

const partOf = (key: string, at: number) => key.split('#')[at] ?? ''
const afterPrefix = (key: string) => key.slice(key.indexOf('#') + 1)
/** The families whose sort keys are ids, names or hashes. */
const collections = ['AUDIT', 'DEVICES', 'INBOX', 'SCORE', 'SECURITY', 'SESSIONS', 'SPENT']
const kindOf = ({ pk, sk }: { pk: string; sk: string }) => {
  const family = partOf(pk, 0)
  return collections.includes(family) ? family : `${family} ${partOf(sk, 0)}`
}
const ofKind = (kind: string) => items.filter((item) => kindOf(item) === kind)

type Row = { id?: unknown; submissionId?: unknown }
const ids = (list: readonly (Row | Item)[]) => list.map(({ id, submissionId }) => id ?? submissionId)
const idsOf = (kind: string, permits: (item: Item) => boolean = () => true) =>
  ids(ofKind(kind).filter(permits)).sort()

/** Attributes that only indexes and conditions of writes use. */
const internal =
  /^(pk|sk|confirmedEmail|deletedAt|gsi\dpk|gsi\dsk|listed|\w+Key|board|pendingSubmissions|completedTasks|totalEarned|paidAt|ttl)$/
const valuesOf = ({ details, signedHashes, ...item }: Item): Item => {
  const values = Object.entries(item).filter(([name]) => !internal.test(name))
  const hashes = signedHashes instanceof Set && { signedHashes: [...signedHashes] }
  return { ...Object.fromEntries(values), ...(details as Item), ...hashes }
}

/** For each kind of item in table/keys.ts: how the product reads the item, and what it must read. */
const kinds: Record<string, (item: Item & { pk: string; sk: string }) => [Promise<unknown>, unknown]> = {
  'USER USER': (item) => [users.get(table, String(item.id)), valuesOf(item)],
  'PASSWORD PASSWORD': (item) => [passwords.get(table, afterPrefix(item.pk)), valuesOf(item)],
  'USERNAME GUARD': ({ pk, ttl, userId }) => [
    usernames.userIdOf(table, afterPrefix(pk)).then((id) => id ?? 'reserved'),
    ttl ? 'reserved' : userId,
  ],
  'WALLET GUARD': (item) => [users.byWallet(table, afterPrefix(item.pk)), { id: item.userId }],
  SESSIONS: ({ pk, sk, createdAt, device }) => [
    sessions.get(table, afterPrefix(pk), sk, Date.parse(String(createdAt))),
    { id: sk, device },
  ],
  DEVICES: ({ pk, sk }) => [
    users.get(table, afterPrefix(pk)).then((user) => user && devices.isKnown(table, user, sk, now * 1000)),
    true,
  ],
  SECURITY: ({ pk, sk, kind }) => [
    security.list(table, afterPrefix(pk)).then((events) => events.find(({ id }) => sk.endsWith(id))),
    { kind },
  ],
  AUDIT: (item) => [
    audit
      .list(table, Date.parse(String(item.at)), 100)
      .then(({ entries }) => entries.find(({ id }) => id === item.id)),
    valuesOf(item),
  ],
  'REPORT CASE': ({ gsi1pk, ...item }) => [
    reports
      .open(table, 100)
      .then(({ cases }) =>
        cases.some(({ id, kind }) => id === subjectOf(item).id && kind === subjectOf(item).kind),
      ),
    gsi1pk !== undefined,
  ],
  'REPORT BY': (item) => [
    reports.of(table, subjectOf(item), 10).then((found) => found.find(({ by }) => by === item.by)),
    valuesOf(item),
  ],
  SPENT: ({ pk, sk, used }) => {
    const day = Date.parse(afterPrefix(pk))
    return sk === 'GAS'
      ? [spending.feesToday(table, day), Number(used) / 1e9]
      : [spending.largestCreator(table, day), used]
  },
  // It counted equal proofs, rejected ones too. Now it names them.
  'TASK PROOF': ({ pk, sk }) => [sameProofs(afterPrefix(pk), afterPrefix(sk)), 0],
  // Only conditions of writes use it.
  'ADMINNAME GUARD': ({ pk, sk, userId }) => [table.get({ pk, sk }), { userId }],
  'CHALLENGE CHALLENGE': (item) => {
    const wallet =
      typeof item.address === 'string' ? item.address : '0x0000000000000000000000000000000000000001'
    return [
      sessions.consumeChallenge(
        table,
        afterPrefix(item.pk),
        { address: wallet, purpose: String(item.purpose) },
        now,
      ),
      true,
    ]
  },
  'THROTTLE THROTTLE': ({ pk, used }) => {
    const [window = '', ...name] = afterPrefix(pk).split('#').reverse()
    const throttle = { name: name.reverse().join('#'), limit: Number(used), seconds: 900 }
    // The limit is the stored count, so one more attempt is refused.
    return [throttles.count(table, [throttle], Number(window) * 900), 900]
  },
  'FILE FILE': (item) => [files.get(table, String(item.key)), valuesOf(item)],
  'TASK TASK': (item) => [tasks.get(table, String(item.id)), valuesOf(item)],
  'ESCROW GUARD': (item) => {
    const task = ofKind('TASK TASK').find(({ id }) => id === item.taskId)
    return [tasks.get(table, String(item.taskId)), { escrowId: task?.escrowId }]
  },
  'TASK SUBMISSION': ({ appeal, ...item }) => {
    // Since then each appeal has a place, so `hasPlace` is not read.
    const { hasPlace: _, ...read } = (appeal ?? {}) as Item
    return [
      submissions.getOf(table, String(item.taskId), String(item.userId)),
      { ...valuesOf(item), appeal: appeal ? read : appeal },
    ]
  },
  'SUBMISSION POINTER': (item) => [
    submissions.get(table, afterPrefix(item.pk)),
    { id: afterPrefix(item.pk), userId: item.userId },
  ],
  'PAYOUT PAYOUT': (item) => [payouts.get(table, String(item.submissionId)), valuesOf(item)],
  'SIGNER LEASE': (item) => [
    signer.acquire(table, 'a signer', now * 1000),
    { fence: Number(item.fence) + 1 },
  ],
  'SIGNER INFLIGHT': (item) => [signer.inFlight(table), valuesOf(item)],
  'TOTALS TOTALS': () => [totals.read(table), sumOfShards()],
}

const subjectOf = ({ pk }: Item) => {
  const [, kind, id] = String(pk).split('#')
  return { kind: kind as 'task' | 'submission' | 'user', id: String(id) }
}

async function sameProofs(taskId: string, hash: string): Promise<number | undefined> {
  const all = await submissions.ofTask(table, taskId)
  const counted = await submissions.withSameProof(table, all)
  return counted.find(({ proofHashes }) => proofHashes.includes(hash))?.sameProof
}

const sumOfShards = () => {
  const names = [
    ...['users', 'connectedWallets', 'tasks', 'submissions', 'pending', 'approved', 'rejected'],
    ...['paidOut', 'totalRewards'],
  ]
  const sum = (name: string) =>
    ofKind('TOTALS TOTALS').reduce((total, item) => total + Number(item[name] ?? 0), 0)
  return Object.fromEntries(names.map((name) => [name, sum(name)]))
}

test('The fixture of version 0.1.0 has an item of every kind that these tests read', () => {
  expect([...new Set(items.map(kindOf))].sort()).toEqual(Object.keys(kinds).sort())
})

test.each(
  Object.keys(kinds),
)('Every item of kind %s written by version 0.1.0 is read with its values', async (kind) => {
  for (const item of ofKind(kind)) {
    const [read, expected] = kinds[kind]?.(item) ?? []
    expect(expected).toBeDefined()
    if (typeof expected === 'object') expect(await read, item.pk).toMatchObject(expected as object)
    else expect(await read, item.pk).toBe(expected)
  }
})

describe('Lists of items of version 0.1.0 contain every item', () => {
  const poster = String(ofKind('TASK TASK').find(({ title }) => title === 'A draft')?.creatorId)
  const mine = new Set(idsOf('TASK TASK', ({ creatorId }) => creatorId === poster))
  const onMine = (status: string[]) =>
    idsOf('TASK SUBMISSION', (item) => mine.has(item.taskId) && status.includes(String(item.status)))
  const due = (status: string) => idsOf('PAYOUT PAYOUT', (item) => item.status === status)

  test.each<[string, () => Promise<Row[]>, unknown[]]>([
    ['newest users', () => users.newest(table, 500), idsOf('USER USER')],
    [
      'leaderboard by CENTS',
      async () => (await users.board(table, 'earnings')).map(({ userId }) => ({ id: userId })),
      idsOf('USER USER', ({ board }) => isIn(partitions.board, board)),
    ],
    [
      'leaderboard by tasks',
      async () => (await users.board(table, 'tasks')).map(({ userId }) => ({ id: userId })),
      idsOf('USER USER', ({ board }) => isIn(partitions.board, board)),
    ],
    ['newest tasks', () => tasks.newest(table, 500), idsOf('TASK TASK')],
    [
      'tasks by id',
      async () => [...(await tasks.getAll(table, idsOf('TASK TASK').map(String))).values()],
      idsOf('TASK TASK'),
    ],
    ['tasks of their creator', () => tasks.createdBy(table, poster, 500), [...mine]],
    ['newest submissions', () => submissions.newest(table, 500), idsOf('TASK SUBMISSION')],
    ['submissions to review', () => submissions.toReviewBy(table, poster, 500), onMine(['pending'])],
    [
      'reviewed submissions',
      () => submissions.reviewedFor(table, poster, 500),
      onMine(['approved', 'rejected']),
    ],
    ['due payouts', async () => (await payouts.due(table, 0, '')).inTurns, due('due')],
    ['failed payouts', () => payouts.failed(table, 500), due('failed')],
    ['paid payouts', () => payouts.confirming(table, '9999', 500), due('paid')],
  ])('%s', async (_, list, expected) => {
    expect(expected).not.toEqual([])
    expect(ids(await list()).sort()).toEqual(expected)
  })

  test.each(sorts)('The task list sorted by %s has each listed task of version 0.1.0', async (sort) => {
    const listed = ofKind('TASK TASK').filter((item) => item.listed)
    const pages = await Promise.all(
      (['open', 'closed'] as const).map((part) => tasks.list(table, part, sort, 500)),
    )
    const onPages = pages.flatMap((page) => page.tasks.map(({ task }) => task))
    const found = await tasks.withPlaces(table, onPages)
    expect(ids(found).sort()).toEqual(ids(listed).sort())
    for (const { id, title, reward, completions, deadline } of listed)
      expect(found).toContainEqual(expect.objectContaining({ id, title, reward, completions, deadline }))
  })

  test('The list of a submitter’s own submissions has each submission of version 0.1.0', async () => {
    for (const { id, userId } of ofKind('TASK SUBMISSION'))
      expect(ids(await submissions.submittedBy(table, String(userId), 500))).toEqual([id])
  })
})

/** A call of the API by a user of the fixture, who gets a session for it. */
async function callAs<K extends RouteKey>(
  userId: unknown,
  route: K,
  sent: Partial<Input<K>> = {},
): Promise<Output<K>> {
  const token = sha256(`token of ${userId}`).slice(0, 43)
  const session = { id: sha256(token), createdAt: new Date().toISOString(), device: '', network: '' }
  await table.write([sessions.start({ id: String(userId) }, session)])
  const { method, path } = splitRoute(route)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(new Map(Object.entries(sent)).get(name)),
  )
  const answer = await fetch(`${connection.origin}${filled}`, {
    method,
    headers: {
      cookie: `${cookieName('session', connection.origin)}=${userId}.${token}`,
      'content-type': 'application/json',
    },
    ...(method !== 'GET' && { body: JSON.stringify({ ...sent, id: undefined }) }),
  })
  if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Output<K>
}

describe('The API answers from items of version 0.1.0', () => {
  const escrowFields = new Set(['escrowId', 'funder', 'salt', 'refundableAt', 'undecided'])
  const [task] = ofKind('TASK TASK').filter(({ listed }) => isIn(partitions.open, listed))
  const pending = ofKind('TASK SUBMISSION').find(({ status }) => status === 'pending')
  const approved = ofKind('TASK SUBMISSION').find(
    ({ taskId, status }) => taskId === task?.id && status === 'approved',
  )
  const admin = ofKind('USER USER').find(({ isAdmin }) => isAdmin)

  test('The creator’s dashboard has a task of version 0.1.0 with its escrow and all of its submissions', async () => {
    const { createdTasks } = await callAs(task?.creatorId, 'GET /api/dashboard')
    const found = createdTasks.find(({ id }) => id === task?.id)
    expect(found).toMatchObject({
      title: task?.title,
      escrow: { funder: task?.funder, salt: task?.salt, refundableAt: task?.refundableAt },
    })
    expect(found?.submissions.length).toBe(
      ofKind('TASK SUBMISSION').filter(({ taskId }) => taskId === task?.id).length,
    )
  })

  test('An answer has no stored field that the output schema of its route does not name', async () => {
    const shown = await callAs(approved?.userId, 'GET /api/tasks/{id}', { id: String(task?.id) })
    expect(Object.keys(shown).sort()).toEqual(
      Object.keys(valuesOf(task ?? {}))
        .filter((name) => !escrowFields.has(name))
        .sort(),
    )
    const person = await callAs(approved?.userId, 'GET /api/users/{userId}', { userId: String(admin?.id) })
    expect(Object.keys(person).sort()).toEqual([
      'bio',
      'id',
      'profileImage',
      'scorecard',
      'username',
      'walletAddress',
    ])
  })

  test('Approving a pending submission of version 0.1.0 makes its payout due', async () => {
    const id = String(pending?.id)
    await callAs(task?.creatorId, 'PATCH /api/submissions/{id}', { id, status: 'approved' })
    expect(await payouts.get(table, id)).toMatchObject({
      status: 'due',
      slot: task?.completions,
      amount: task?.reward,
    })
  })
})

describe('A list leaves out an item that cannot be read, and reports its key', () => {
  const listed = ofKind('TASK TASK').find((item) => isIn(partitions.open, item.listed))
  const [found] = ofKind('TASK SUBMISSION')
  const submission = { ...found, pk: `PROOFS#${found?.taskId}` }
  const broken = [
    {
      ...ofKind('USER USER')[0],
      pk: 'USER#broken',
      gsi3sk: 'broken',
      username: 7,
      board: shardOf(partitions.board, 'broken'),
      totalEarned: 1e6,
    },
    { ...listed, pk: 'TASK#broken', gsi1sk: 'broken', gsi3sk: 'broken', dateKey: 'broken', title: undefined },
    { ...submission, sk: 'SUBMISSION#broken', gsi3sk: 'broken', status: 'lost' },
  ]
  beforeAll(() => table.write(broken.map((item) => ({ put: item as Item & { pk: string; sk: string } }))))

  test.each<[string, () => Promise<Row[]>, number, object]>([
    [
      'users',
      () => users.newest(table, 500),
      ofKind('USER USER').length,
      { pk: 'USER#broken', sk: 'USER', attributes: ['username'] },
    ],
    [
      'tasks',
      () => tasks.newest(table, 500),
      ofKind('TASK TASK').length,
      { pk: 'TASK#broken', sk: 'TASK', attributes: ['title'] },
    ],
    [
      'open tasks',
      async () => (await tasks.list(table, 'open', 'recent', 1)).tasks.map(({ task }) => task),
      0,
      { pk: 'TASK#broken', sk: 'TASK', attributes: ['title'] },
    ],
    [
      'submissions',
      () => submissions.newest(table, 500),
      ofKind('TASK SUBMISSION').length,
      { pk: submission.pk, sk: 'SUBMISSION#broken', attributes: ['status'] },
    ],
    [
      'leaderboard',
      async () => (await users.board(table, 'earnings')).map(({ userId }) => ({ id: userId })),
      // The approval above adds one.
      idsOf('USER USER', ({ board }) => isIn(partitions.board, board)).length + 1,
      { pk: 'USER#broken', sk: 'USER', attributes: ['username'] },
    ],
  ])('%s', async (_, list, count, report) => {
    unreadable.length = 0
    expect(await list()).toHaveLength(count)
    expect(unreadable).toEqual([report])
  })

  test('A page of open tasks whose only item is unreadable still names the next page', async () => {
    const { tasks: found, next } = await tasks.list(table, 'open', 'recent', 1)
    expect(found).toEqual([])
    expect(
      (await tasks.list(table, 'open', 'recent', 500, { id: String(listed?.id), key: 'broken' })).tasks,
    ).toHaveLength(1)
    expect(next).toEqual({ id: listed?.id, key: 'broken' })
  })
})

describe('A submission that version 0.1.0 stored beside its task is moved to the present keys', () => {
  const [found] = ofKind('TASK SUBMISSION')
  const [pk, taskId] = [String(found?.pk), String(found?.taskId)]
  const unlisted = { gsi1pk: undefined, gsi2pk: undefined, gsi3pk: undefined }
  const write = (updatedAt: string, notes: string, key = { pk, sk: 'SUBMISSION#moved' }) =>
    table.write([{ put: { ...found, ...unlisted, userId: 'moved', updatedAt, notes, ...key } }])
  const notesAndFormer = async () => [
    (await submissions.getOf(table, taskId, 'moved'))?.notes,
    await table.get({ pk, sk: 'SUBMISSION#moved' }).then(Boolean),
  ]

  test('The first run copies it, the last one copies what changed since and deletes the former item', async () => {
    await write('2026-01-01', 'First')
    expect(await projections.proofs(table)).toEqual(['SUBMISSION#moved'])
    expect(await projections.proofs(table)).toEqual([])
    expect(await notesAndFormer()).toEqual(['First', true])
    await write('2026-01-02', 'Changed by version 0.1.0')
    await projections['former-proofs'](table)
    expect(await notesAndFormer()).toEqual(['Changed by version 0.1.0', false])
  })

  test('An approval by version 0.1.0 replaces a copy that was rejected later', async () => {
    await write('2026-01-05', 'Approved')
    await table.write([
      update({ pk, sk: 'SUBMISSION#moved' }, { set: { status: 'approved' } }),
      update(keys.submission(taskId, 'moved'), { set: { status: 'rejected', updatedAt: '2026-01-06' } }),
    ])
    await projections['former-proofs'](table)
    expect(await submissions.getOf(table, taskId, 'moved')).toMatchObject({
      status: 'approved',
      notes: 'Approved',
    })
  })

  test('A run never replaces a copy that has changed since', async () => {
    await write('2026-01-03', 'Old')
    await write('2026-01-04', 'Newest', keys.submission(taskId, 'moved'))
    await projections['former-proofs'](table)
    expect(await notesAndFormer()).toEqual(['Newest', false])
  })
})
