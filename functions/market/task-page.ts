import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Input } from '../../domain/api.ts'
import { brand } from '../../domain/brand.ts'
import { token } from '../../domain/limits.ts'
import { escapeMarkup, jsonInHtml } from '../../domain/markup.ts'
import { placesLeft, placesText } from '../../domain/places.ts'
import type { Document } from '../../domain/route.ts'
import { ulid } from '../../domain/schema.ts'
import { pageTitle, sharePath, summaryOf } from '../../domain/share.ts'
import { canSeeTask, deadlineOf, isOpen } from '../../domain/task.ts'
import type { Context } from '../runtime/context.ts'
import * as tasks from '../table/tasks.ts'

/**
 * The page of a shared task: the web app's own page with the task's head and a first view that needs no script. It is the
 * same for everybody, so it shows drafts and hidden tasks to nobody: for their people, the app loads them.
 */
export async function taskPage(
  { config, now, table }: Context,
  { id }: Input<'GET /t/{id}'>,
): Promise<Document> {
  const task = ulid.safeParse(id).success ? await tasks.get(table, id) : undefined
  if (!task || task.hidden || !canSeeTask(null, task))
    return { status: 404, type: 'text/html', text: pageWith(config, notFound) }
  return { type: 'text/html', text: pageWith(config, contentOf(task, config.SITE_ORIGIN, now())) }
}

interface Content {
  title: string
  description: string
  /** HTML of further elements of the head. */
  head: string
  /** HTML of the first view. Its classes must be in the style sheet (frontend/src/app/styles.css names this file). */
  view: string
}

const noIndex = '<meta name="robots" content="noindex" />'

/** As high as the app's header, so that the title does not move when the app starts. */
const header = `<header class="border-line border-b"><p class="flex min-h-19 items-center px-4 sm:px-6"><a href="/" class="font-bold text-lg tracking-tight">${brand}</a></p></header>`

const seeTasks =
  '<p class="mt-8"><a href="/tasks" class="font-medium text-green-ink underline underline-offset-4">See available tasks</a></p>'

const notFound: Content = {
  title: 'Not found',
  description: 'The link may be wrong, or the task is a draft that only its creator sees.',
  head: noIndex,
  view: `<h1 class="text-3xl sm:text-4xl">This task is not here</h1>
    <p class="mt-4 text-ink-2">The link may be wrong, or the task is a draft that only its creator sees.</p>${seeTasks}`,
}

/** No constant `Intl` object, because the first one takes 20 ms, and the other routes of this function need none. */
const dateOf = (time: string) =>
  new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function contentOf(task: tasks.StoredTask, origin: string, now: number): Content {
  const takesProofs = isOpen(task, now)
  const places = stateOf(task, now)
  const reward = `${task.reward} ${token.rewardUnit}`
  const description = summaryOf(task, places)
  const url = origin + sharePath(task.id)
  const properties = {
    'og:url': url,
    'twitter:title': task.title,
    'twitter:description': description,
    'twitter:label1': 'Reward',
    'twitter:data1': reward,
    'twitter:label2': 'Places',
    'twitter:data2': places,
  }
  const facts = [
    ['Reward per proof', reward],
    ['Places', places],
    ['Estimated time', `${task.estimatedTime} min`],
    ['Deadline', `${dateOf(task.deadline)} (UTC)`],
    ['Category', task.category],
  ].map(
    ([name = '', value = '']) =>
      `<dt class="text-ink-2">${name}</dt><dd class="font-semibold">${escapeMarkup(value)}</dd>`,
  )
  const section = (name: string, text: string) =>
    `<h2 class="mt-8 mb-1.5 text-ink-3 text-sm">${name}</h2>
    <p dir="auto" class="max-w-2xl whitespace-pre-line wrap-anywhere">${escapeMarkup(text)}</p>`
  return {
    title: task.title,
    description,
    head: [
      takesProofs ? '' : noIndex,
      `<link rel="canonical" href="${escapeMarkup(url)}" />`,
      ...Object.entries(properties).map(
        ([name, value]) => `<meta property="${name}" content="${escapeMarkup(value)}" />`,
      ),
      `<script type="application/ld+json">${jsonInHtml(linkedData(task, url, takesProofs))}</script>`,
    ].join('\n'),
    view: `<h1 dir="auto" class="wrap-anywhere text-3xl sm:text-4xl">${escapeMarkup(task.title)}</h1>
    <dl class="mt-6 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1">${facts.join('')}</dl>
    ${section('Description', task.description)}${section('Requirements', task.requirements)}${seeTasks}`,
  }
}

function stateOf(task: tasks.StoredTask, now: number): string {
  if (task.completions >= task.maxCompletions) return 'All places taken'
  if (task.closedAt || task.fundingLost) return 'Closed'
  return now < deadlineOf(task) ? placesText(task) : 'Deadline passed'
}

/** A task in the terms of schema.org: a demand for work, at a price for each piece. */
const linkedData = (task: tasks.StoredTask, url: string, takesProofs: boolean) => ({
  '@context': 'https://schema.org',
  '@type': 'Demand',
  url,
  name: task.title,
  description: task.description,
  availabilityStarts: task.createdAt,
  availabilityEnds: task.closedAt ?? task.deadline,
  eligibleQuantity: { '@type': 'QuantitativeValue', value: takesProofs ? placesLeft(task) : 0 },
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price: task.reward,
    priceCurrency: token.rewardUnit,
    unitText: 'proof',
  },
})

/** The file's content does not change while the function runs. */
let site: string | undefined

/** Puts a content into the page of the web app, whose scripts then replace the first view. */
function pageWith(
  { SITE_ORIGIN, SITE_PAGE }: Context['config'],
  { description, head, title, view }: Content,
): string {
  if (!SITE_PAGE) throw new Error('Set SITE_PAGE for the function that answers /t/{id}')
  site ??= readFileSync(resolve(import.meta.dirname, SITE_PAGE), 'utf8')
  const name = escapeMarkup(pageTitle(title, brand))
  const values: [RegExp, string][] = [
    [/(<title>)[^<]*/, name],
    [/(<meta\s+property="og:title"\s+content=")[^"]*/, name],
    [/(<meta\s+(?:name|property)="(?:og:)?description"\s+content=")[^"]*/g, escapeMarkup(description)],
    [/(<meta\s+property="og:image"\s+content=")[^"]*/, `${SITE_ORIGIN}/card.png`],
    [/(?=<\/head>)()/, `${head}\n`],
    [/(<div id="root">)/, `${header}<main class="page pt-6 pb-16 sm:pt-14">${view}</main>`],
  ]
  // A function, because a text with `$&` would insert what was replaced.
  return values.reduce((page, [place, value]) => page.replace(place, (_, start) => start + value), site)
}
