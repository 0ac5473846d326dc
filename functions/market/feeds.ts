import type { Input } from '../../domain/api.ts'
import { brand } from '../../domain/brand.ts'
import { AppError } from '../../domain/errors.ts'
import { lists } from '../../domain/limits.ts'
import { cleanText, escapeMarkup } from '../../domain/markup.ts'
import type { Document } from '../../domain/route.ts'
import { sharePath, summaryOf } from '../../domain/share.ts'
import { isOpen } from '../../domain/task.ts'
import { filterCategories } from '../../domain/task-enums.ts'
import type { Context } from '../runtime/context.ts'
import * as tasks from '../table/tasks.ts'

/**
 * The open tasks among the newest tasks that are listed as open. One query, so at most 1 MB of each shard: with many
 * long texts it reads fewer than `limit` tasks.
 */
async function newestOpen({ now, table }: Context, limit: number): Promise<tasks.ListedTask[]> {
  const page = await tasks.list(table, 'open', 'recent', limit)
  return page.tasks.map(({ task }) => task).filter((task) => !task.hidden && isOpen(task, now()))
}

/** 'Social Media' → 'social-media', the name of the category's feeds. */
const slugOf = (category: string) => category.toLowerCase().replace(/\W+/g, '-')

interface Feed {
  title: string
  origin: string
  /** The path of the feed itself. */
  path: string
  items: tasks.ListedTask[]
  /** ISO 8601. */
  updated: string
}

/** `tasks.atom` and `tasks.json`: the newest open tasks; those of a category have its name, such as `social-media.atom`. */
export async function feed(context: Context, { file }: Input<'GET /feeds/{file}'>): Promise<Document> {
  const [, name, format] = /^([a-z-]+)\.(atom|json)$/.exec(file) ?? []
  const category = filterCategories.find((one) => slugOf(one) === name)
  if (!format || (!category && name !== 'tasks')) throw new AppError('notFound', 'There is no such feed')
  const found = category
    ? (await newestOpen(context, lists.tasksAtMost)).filter((task) => task.category === category)
    : await newestOpen(context, lists.feed)
  const items = found.slice(0, lists.feed)
  const title = `${category ? `${category}: open` : 'Open'} tasks | ${brand}`
  const updated = items[0]?.createdAt ?? new Date(context.now()).toISOString()
  const value = { title, origin: context.config.SITE_ORIGIN, path: `/feeds/${file}`, items, updated }
  return format === 'atom'
    ? { type: 'application/atom+xml', text: atom(value) }
    : { type: 'application/feed+json', text: jsonFeed(value) }
}

const element = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`
const xml = (...lines: string[]) => ['<?xml version="1.0" encoding="utf-8"?>', ...lines, ''].join('\n')

/** RFC 4287. */
const atom = ({ items, origin, path, title, updated }: Feed) =>
  xml(
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', origin + path),
    element('title', title),
    element('updated', updated),
    `<author>${element('name', brand)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${origin}${path}"/>`,
    `<link rel="alternate" type="text/html" href="${origin}/tasks"/>`,
    ...items.map((task) =>
      [
        '<entry>',
        element('id', origin + sharePath(task.id)),
        element('title', task.title),
        element('published', task.createdAt),
        element('updated', task.createdAt),
        `<link rel="alternate" type="text/html" href="${origin}${sharePath(task.id)}"/>`,
        `<category term="${escapeMarkup(task.category)}"/>`,
        element('summary', summaryOf(task)),
        element('content', task.description),
        '</entry>',
      ].join(''),
    ),
    '</feed>',
  )

/** https://www.jsonfeed.org/version/1.1 */
const jsonFeed = ({ items, origin, path, title }: Feed) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: `${origin}/tasks`,
    feed_url: origin + path,
    items: items.map((task) => ({
      id: origin + sharePath(task.id),
      url: origin + sharePath(task.id),
      title: cleanText(task.title),
      summary: cleanText(summaryOf(task)),
      content_text: cleanText(task.description),
      date_published: task.createdAt,
      tags: [task.category],
    })),
  })

const staticPages = ['/', '/tasks', '/leaderboard', '/about', '/money']

/** The static pages and the newest open tasks, by the protocol of sitemaps.org. */
export async function sitemap(context: Context): Promise<Document> {
  const { SITE_ORIGIN } = context.config
  const open = await newestOpen(context, lists.sitemap)
  return {
    type: 'application/xml',
    text: xml(
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...staticPages.map((path) => `<url>${element('loc', SITE_ORIGIN + path)}</url>`),
      ...open.map(
        ({ createdAt, id }) =>
          `<url>${element('loc', SITE_ORIGIN + sharePath(id))}${element('lastmod', createdAt)}</url>`,
      ),
      '</urlset>',
    ),
  }
}

/** Crawlers may read everything. */
export const robots = async ({ config }: Context): Promise<Document> => ({
  type: 'text/plain',
  text: `User-agent: *\nDisallow:\n\nSitemap: ${config.SITE_ORIGIN}/sitemap.xml\n`,
})
