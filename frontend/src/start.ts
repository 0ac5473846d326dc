/**
 * The first script of every page. It starts the app (main.tsx): at once if a session is expected or the page has no view yet,
 * else after the first paint, because that view needs no script. Any input starts the app too. Until then links and menus work
 * as HTML, fields keep what is typed, and the last click on a button is repeated when the app reacts to it.
 */
import './app/styles.css'

const root = document.getElementById('root')
const inputs = ['pointerdown', 'keydown', 'focusin']

let clicked: HTMLElement | null = null
const keepClick = ({ target }: Event) => {
  if (target instanceof Element) clicked = target.closest('button:not([popovertarget])')
}

const preload = (properties: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), properties))

async function loadApp(): Promise<void> {
  const { scripts = '', answers = '' } = root?.dataset ?? {}
  const { session } = document.documentElement.dataset
  // The answers that the page requests after its first render, and the page's own modules, which main.tsx imports later.
  const requests = ['/config.json', session && '/api/user', ...(location.search ? [] : answers.split(' '))]
  for (const href of requests)
    if (href) preload({ rel: 'preload', as: 'fetch', href, crossOrigin: 'use-credentials' })
  for (const file of scripts.match(/\S+/g) ?? []) preload({ rel: 'modulepreload', href: `/${file}` })
  const { mounted } = await import('./main.tsx')
  await mounted
  removeEventListener('click', keepClick, true)
  clicked?.click()
}

/** Browsers cache a failed import, so only a reload can repeat it. */
function showFailure(): void {
  const textContent = 'This page could not be loaded. Once you have a connection, reload it.'
  const className = 'fixed inset-x-0 bottom-0 z-50 border-line border-t bg-card px-5 py-3 text-center text-sm'
  document.body.append(Object.assign(document.createElement('p'), { role: 'alert', className, textContent }))
}

let isStarted = false
const start = () => {
  for (const type of inputs) removeEventListener(type, start, true)
  if (!isStarted) void loadApp().catch(showFailure)
  isStarted = true
}

if (root?.firstChild) addEventListener('click', keepClick, true)
if (root?.firstChild && !document.documentElement.dataset.session) {
  for (const type of inputs) addEventListener(type, start, true)
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
} else start()
