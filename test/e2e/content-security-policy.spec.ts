import { expect, signIn, test } from './fixtures.ts'
import { newTask } from './task-fixtures.ts'

const attacks = [
  ['HTML from a string', `document.body.innerHTML = '<img src=x onerror=alert(1)>'`, 'TypeError'],
  ['a Trusted Types policy', `trustedTypes.createPolicy('default', {})`, 'TypeError'],
  ['an inline script', `(append('script', 'window.attacked = 1'), window.attacked)`, 'undefined'],
  [
    'an inline style',
    `(append('style', 'body { border-top: 7px solid }'), getComputedStyle(document.body).borderTopWidth)`,
    '0px',
  ],
  ['a document in a frame', `document.createElement('iframe').srcdoc = '<p>'`, 'TypeError'],
] as const

const append = `const append = (tag, text) => {
  const element = document.createElement(tag)
  element.append(text)
  document.body.append(element)
}`

// Every other test fails too if a page that it opens violates the policy (fixtures.ts).
test('A page refuses HTML from strings, inline scripts, inline styles and policies that permit them', async ({
  page,
}) => {
  await page.goto('/')
  for (const [what, attack, outcome] of attacks)
    expect(
      await page.evaluate(
        `(() => { ${append}; try { return String(${attack}) } catch (error) { return error.name } })()`,
      ),
      what,
    ).toBe(outcome)
})

test('An open dialog locks the scrolling of the page without a style element', async ({ site }) => {
  const { page, person } = await site.newVisitor('Lotte who scrolls')
  const task = await newTask(person, `Locked scrolling ${Date.now()}`)
  await signIn(page, `/tasks?id=${task.id}`)
  await expect(page.getByRole('dialog')).toBeVisible()
  const lock = () =>
    page.evaluate(
      `[getComputedStyle(document.documentElement).overflow, document.querySelectorAll('style').length].join()`,
    )
  expect(await lock()).toBe('hidden,0')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await lock()).toBe('visible,0')
})
