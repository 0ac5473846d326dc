/**
 * The first script of every page. It starts the app (main.tsx): at once if a session is expected or the page has no view yet,
 * else after the first paint, because that view needs no script. Any input starts the app too.
 */
import './app/styles.css'

const root = document.getElementById('root')
const inputs = ['pointerdown', 'keydown', 'focusin']

/** The button that was clicked last, before the app could react. Links and buttons of popovers need no app. */
let clicked: HTMLElement | null = null
const keepClick = ({ target }: Event) => {
  if (target instanceof Element) clicked = target.closest('button:not([popovertarget])')
}

/** The value of each field that was changed before the app could react. Hydration resets the fields. */
const typed = new Map<HTMLInputElement | HTMLSelectElement, string>()
const keepText = ({ target }: Event) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
    typed.set(target, target.value)
}

const preload = (properties: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement('link'), properties))

async function loadApp(): Promise<void> {
  const { scripts, answers } = root?.dataset ?? {}
  const { session } = document.documentElement.dataset
  // What each page of a signed-in person shows first.
  const counts = session === 'admin' ? '/api/admin/overview' : '/api/user/summary'
  const pages: Record<string, string[]> = {
    '/dashboard': ['/api/user/summary'],
    '/approvals': [counts, location.search ? '' : '/api/reviews?status=pending'],
    '/admin': ['/api/admin/overview'],
  }
  const ofPerson = session ? ['/api/user', ...(pages[location.pathname] ?? [])] : []
  // The answers that the page requests after its first render, and the page's own modules, which main.tsx imports later.
  for (const href of ['/config.json', ...ofPerson, !location.search && answers])
    if (href) preload({ rel: 'preload', as: 'fetch', href, crossOrigin: 'use-credentials' })
  for (const file of scripts?.match(/\S+/g) ?? []) preload({ rel: 'modulepreload', href: `/${file}` })
  const { mounted } = await import('./main.tsx')
  await mounted
  removeEventListener('click', keepClick, true)
  removeEventListener('input', keepText, true)
  for (const [field, text] of typed) {
    const isText = field instanceof HTMLInputElement
    const type = () => field.dispatchEvent(new Event(isText ? 'input' : 'change', { bubbles: true }))
    type() // React hydrates the field at once.
    field.value = isText ? '' : text
    if (isText) field.setRangeText(text, 0, 0, 'end') // unlike `value`, a change that React notices
    type()
  }
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

if (root?.firstChild) {
  addEventListener('click', keepClick, true)
  addEventListener('input', keepText, true)
}
if (root?.firstChild && !document.documentElement.dataset.session) {
  for (const type of inputs) addEventListener(type, start, true)
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
} else start()
