import { XMLParser } from 'fast-xml-parser'
import { lists } from '../../domain/limits.ts'
import type { Task, TaskForm } from '../../domain/task.ts'
import { feed, sitemap } from '../../functions/market/feeds.ts'
import { taskPage } from '../../functions/market/task-page.ts'
import type { Item } from '../../functions/table/table.ts'
import {
  contextOf,
  form,
  newAdmin,
  newFundedUser,
  newVisitor,
  openOwnServices,
  postedTask,
  site,
  submittedTo,
} from '../support/shared-fixture.ts'

const get = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(site.origin + path, init)
  const [status, type] = [answer.status, answer.headers.get('content-type')]
  return { answer, status, text: await answer.text(), type }
}
const pageOf = ({ id }: Pick<Task, 'id'>) => get(`/t/${id}`)

const withoutDate = (text: string) => text.replace(/<updated>.*?<\/updated>/, '')

/**
 * Sends a request with these headers between two requests without headers, until the two have the same answer. So `plain`,
 * their text, shows the same tasks as `text`, although other test files post tasks meanwhile.
 */
async function getBetween(path: string, headers: Record<string, string>) {
  for (;;) {
    const [before, between, after] = [
      await get(path),
      await get(`${path}?from=x`, { headers }),
      await get(path),
    ]
    const plain = withoutDate(before.text)
    if (plain === withoutDate(after.text)) return { ...between, text: withoutDate(between.text), plain }
  }
}

/** The value of an element or attribute, with its character references replaced. */
const one = (html: string, pattern: RegExp) =>
  (pattern.exec(html)?.[1] ?? '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
const meta = (html: string, name: string) =>
  one(html, new RegExp(`<meta\\s+(?:name|property)="${name}"\\s+content="([^"]*)"`))

const noIndex = '<meta name="robots" content="noindex" />'
const hostile = `"><script>alert('x')</script></title>$& &amp; `

/** Tasks as the table returns them, with characters that the API refuses today but older items may contain. */
function contextWith(items: Partial<Task>[]) {
  const stored = items.map(
    (changes): Item => ({
      ...form,
      ...{ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', creatorId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', completions: 0 },
      ...{ deadline: '2999-01-01T00:00:00.000Z', isActive: true, contractAddress: null, taken: 0 },
      ...{ undecided: 0, details: { reviewDays: 7 } },
      ...{ createdAt: '2026-01-01T00:00:00.000Z', escrowId: 'e', funder: 'f', salt: 's', refundableAt: 1 },
      ...changes,
    }),
  )
  const { table } = openOwnServices()
  const limits: number[] = []
  const query = async ({ limit }: { limit: number }) => {
    limits.push(limit)
    return { items: stored.slice(0, limit), next: undefined }
  }
  const services = openOwnServices({ table: { ...table, query, get: async () => stored[0] } })
  return { limits, context: { ...contextOf({} as never), ...services } }
}

test('The page of an open task has its title, reward, places and description in its text, its tags and its linked data', async () => {
  const { task } = await postedTask({ title: 'Count the benches', reward: 70 })
  const { answer, text, type } = await pageOf(task)
  expect([answer.status, type]).toEqual([200, 'text/html; charset=utf-8'])
  const description = `Earn 70 CENTS. 5 of 5 places left. ${form.description}`
  const url = `${site.origin}/t/${task.id}`
  expect(one(text, /<title>([^<]*)/)).toMatch(/^Count the benches · Earn Crypto for Real World Tasks \| /)
  for (const name of ['description', 'og:description', 'twitter:description'])
    expect(meta(text, name), name).toBe(description)
  expect(
    ['og:url', 'twitter:title', 'twitter:data1', 'twitter:data2'].map((name) => meta(text, name)),
  ).toEqual([...[url, 'Count the benches', '70 CENTS', '5 of 5 places left']])
  expect(meta(text, 'og:image')).toBe(`${site.origin}/card.png`)
  expect(one(text, /<link rel="canonical" href="([^"]*)"/)).toBe(url)
  expect(JSON.parse(one(text, /<script type="application\/ld\+json">([^<]*)/))).toMatchObject({
    ...{ '@type': 'Demand', url, name: 'Count the benches', description: form.description },
    eligibleQuantity: { value: 5 },
    priceSpecification: { price: 70, priceCurrency: 'CENTS' },
  })
  const view = one(text, /<div id="root">([\s\S]*?)<\/main>/)
  for (const shown of ['Count the benches', '70 CENTS', '5 of 5 places left', '10 min', form.requirements])
    expect(view).toContain(shown)
  expect(text).not.toContain(noIndex)
})

test('Pages and feeds are cached for everybody without cookies, and answer HEAD', async () => {
  const { task, poster } = await postedTask()
  for (const [path, seconds] of [
    [`/t/${task.id}`, 60],
    ['/t/unknown', 60],
    ['/feeds/tasks.atom', 300],
    ['/sitemap.xml', 3600],
    ['/robots.txt', 3600],
  ] as const) {
    const { answer, plain, status, text } = await getBetween(path, { cookie: poster.cookie })
    expect(answer.headers.get('cache-control'), path).toMatch(`public, max-age=${seconds}, `)
    expect([answer.headers.get('set-cookie'), answer.headers.get('vary')], path).toEqual([null, null])
    const known = { 'x-if-none-match': answer.headers.get('etag') ?? '' }
    expect((await get(path, { headers: known })).status, path).toBe(status)
    expect(text, path).toBe(plain)
    const head = await get(path, { method: 'HEAD' })
    expect([head.status, head.text], path).toEqual([status, ''])
  }
})

test('A hidden task, a draft, an unknown id and a malformed id answer 404 with the same page, also to the task’s creator', async () => {
  const { task, poster } = await postedTask()
  const draft = await poster.post({ ...form, isActive: false })
  const admin = await newAdmin()
  await admin.call('POST /api/admin/tasks/{id}/visibility', { id: task.id, hidden: true, reason: 'Phishing' })
  const headers = { cookie: poster.cookie }
  const answers = await Promise.all(
    [task.id, draft.id, '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x', '%3Cscript%3E', 'x'.repeat(2000)].map((id) =>
      get(`/t/${id}`, { headers }),
    ),
  )
  for (const { status, text } of answers) {
    expect(status).toBe(404)
    expect(text).toBe(answers[0]?.text)
  }
  expect(answers[0]?.text).toContain('This task is not here')
  expect(answers[0]?.text).toContain(noIndex)
  for (const path of ['/sitemap.xml', '/feeds/tasks.atom', '/feeds/tasks.json']) {
    const { text } = await get(path)
    for (const { id } of [task, draft]) expect(text, path).not.toContain(id)
  }
})

test('Closed, full and expired tasks say so and are not indexed', async () => {
  const { task, poster } = await postedTask({ maxCompletions: 1 })
  const { submission } = await submittedTo(task)
  const waiting = await pageOf(task)
  expect(meta(waiting.text, 'twitter:data2')).toBe('All places taken')
  expect(waiting.text).not.toContain(noIndex)
  await poster.approve(submission)
  const closed = await poster.post(form)
  await poster.call('POST /api/tasks/{id}/close', { id: closed.id })
  const expired = contextWith([{ deadline: '2026-01-02T00:00:00.000Z' }]).context
  const pages = [
    ...[(await pageOf(task)).text, (await pageOf(closed)).text],
    (await taskPage(expired, { id: closed.id })).text,
  ]
  expect(pages.map((text) => meta(text, 'twitter:data2'))).toEqual([
    ...['All places taken', 'Closed', 'Deadline passed'],
  ])
  for (const text of pages) expect(text).toContain(noIndex)
})

test('Hostile texts stay texts in the page, the feeds and the linked data', async () => {
  const { context } = contextWith([
    {
      title: `${hostile}\u202e\u0000\uffff`,
      description: `${hostile}${'🙂'.repeat(2480)}`,
      requirements: hostile,
      category: hostile,
    },
  ])
  const { text } = await taskPage(context, { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })
  expect(meta(text, 'twitter:title')).toBe(hostile)
  expect(text.match(/<script\b[^>]*>/g)).toEqual([
    ...['<script src="/theme.js">', '<script type="application/ld+json">'],
    '<script type="module" src="/src/start.ts">',
  ])
  for (const character of '\u202e\u0000\uffff') expect(text).not.toContain(character)
  expect(JSON.parse(one(text, /ld\+json">([^<]*)/)).name).toBe(hostile)
  const { entry } = parsed((await feed(context, { file: 'tasks.atom' })).text).feed
  expect(entry[0]).toMatchObject({ title: hostile, category: { '@_term': hostile } })
  const { items } = JSON.parse((await feed(context, { file: 'tasks.json' })).text)
  expect(items[0].title).toBe(hostile)
})

const parsed = (xml: string) =>
  new XMLParser({
    ...{ ignoreAttributes: false, trimValues: false, htmlEntities: true, parseTagValue: false },
    isArray: (name) => ['entry', 'link', 'url'].includes(name),
  }).parse(xml.replaceAll('\n', ''))

describe('Feeds', () => {
  let design: Task
  beforeAll(async () => {
    const poster = await newFundedUser()
    const post = (changes: Partial<TaskForm>) => poster.post({ ...form, ...changes })
    design = await post({ title: 'Draw a map', category: 'Design' })
    await post({ title: 'Plan posts', category: 'Social Media' })
  })

  test('The Atom feed has every element that RFC 4287 requires, and newest entries first', async () => {
    const { text, type } = await get('/feeds/tasks.atom')
    expect(type).toBe('application/atom+xml; charset=utf-8')
    const { feed: atom } = parsed(text)
    const self = `${site.origin}/feeds/tasks.atom`
    expect(atom).toMatchObject({
      '@_xmlns': 'http://www.w3.org/2005/Atom',
      id: self,
      title: expect.stringMatching(/^Open tasks \| /),
    })
    expect(atom.author.name).toBeTruthy()
    expect(atom.link.map((link: object) => Object.values(link))).toEqual([
      ['self', 'application/atom+xml', self],
      ['alternate', 'text/html', `${site.origin}/tasks`],
    ])
    expect(atom.updated).toBe(atom.entry[0].updated)
    for (const entry of atom.entry) {
      expect(entry.id).toMatch(/^http:\/\/\S+\/t\/\w{26}$/)
      expect(entry.link[0]).toMatchObject({ '@_rel': 'alternate', '@_href': entry.id })
      expect(new Date(entry.updated).toISOString()).toBe(entry.updated)
      expect(entry.title && entry.content).toBeTruthy()
    }
    const dates = atom.entry.map(({ updated }: { updated: string }) => updated)
    expect(dates).toEqual(dates.toSorted().reverse())
  })

  test('The JSON feed of a category has the required fields of version 1.1 and only tasks of the category', async () => {
    const { text, type } = await get('/feeds/design.json')
    expect(type).toBe('application/feed+json; charset=utf-8')
    const { items, ...about } = JSON.parse(text)
    expect(about).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: expect.stringContaining('Design: open tasks'),
      home_page_url: `${site.origin}/tasks`,
      feed_url: `${site.origin}/feeds/design.json`,
    })
    expect(items.find(({ id }: { id: string }) => id.endsWith(design.id))).toMatchObject({
      ...{ title: 'Draw a map', content_text: form.description, date_published: design.createdAt },
    })
    for (const { tags } of items) expect(tags).toEqual(['Design'])
    expect((await get('/feeds/social-media.atom')).text).toContain('Plan posts')
  })

  test.each([
    'none.atom',
    'tasks.xml',
    'tasks',
    'Design.atom',
    '__proto__.json',
  ])('/feeds/%s answers 404', async (file) => {
    expect((await newVisitor().request('GET /feeds/{file}', { file })).status).toBe(404)
  })

  test('A feed has at most 50 tasks and reads at most 500; the sitemap reads at most 1,000; each makes one query', async () => {
    const many = contextWith(Array.from({ length: 1500 }, () => ({ category: 'Design' })))
    for (const file of ['tasks.json', 'design.json'])
      expect(JSON.parse((await feed(many.context, { file })).text).items).toHaveLength(lists.feed)
    expect(parsed((await sitemap(many.context)).text).urlset.url).toHaveLength(5 + lists.sitemap)
    expect(many.limits).toEqual([50, 500, 1000])
  })

  test('An empty feed is valid: it has the present time as its date', async () => {
    const { feed: atom } = parsed((await feed(contextWith([]).context, { file: 'tasks.atom' })).text)
    expect(Date.now() - Date.parse(atom.updated)).toBeLessThan(60_000)
  })
})

test('robots.txt names the sitemap of this site, which has the static pages and open tasks with their dates', async () => {
  const { task } = await postedTask()
  const sitemapUrl = `${site.origin}/sitemap.xml`
  expect((await get('/robots.txt')).text).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${sitemapUrl}\n`)
  const { text, type } = await get('/sitemap.xml')
  expect(type).toBe('application/xml; charset=utf-8')
  const { urlset } = parsed(text)
  expect(urlset['@_xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
  expect(urlset.url).toContainEqual({ loc: `${site.origin}/about` })
  expect(urlset.url).toContainEqual({ loc: `${site.origin}/t/${task.id}`, lastmod: task.createdAt })
})
