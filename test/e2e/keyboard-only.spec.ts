import type { Locator, Page } from '@playwright/test'
import { toBaseUnits } from '../../domain/escrow.ts'
import { expect, expectPaid, test, toastOf, walletDialog } from './fixtures.ts'

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === element.ownerDocument.activeElement)

/** Presses Tab until the target has the focus. */
async function tabTo(target: Locator, maxSteps = 60): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < maxSteps; step++) {
    if (await hasFocus(target)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached by ${maxSteps} tabs`)
}

async function press(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

async function fill(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('ControlOrMeta+a')
  await target.page().keyboard.type(text)
}

async function approveByKeyboard(page: Page, request: string): Promise<void> {
  await expect(walletDialog(page).getByRole('heading')).toContainText(request)
  await expect(walletDialog(page).getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
}

async function signInByKeyboard(page: Page): Promise<void> {
  await page.goto('/')
  await press(page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }))
  await press(page.getByRole('dialog').getByRole('listitem').getByRole('button'))
  await approveByKeyboard(page, 'show it your account')
  await approveByKeyboard(page, 'sign this message')
  await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible()
}

test('A task can be created, done and approved by keyboard alone', async ({ site }) => {
  const { page } = await site.newVisitor('Kay at the keyboard')
  const doer = await site.newVisitor('Kim at the keyboard')
  const title = `Keyboard benches ${Date.now()}`

  await signInByKeyboard(page)
  await press(page.getByRole('banner').getByRole('link', { name: 'Create Task' }))
  const form = page.getByRole('dialog')
  await fill(form.getByLabel('Title'), title)
  await fill(form.getByLabel('Description'), 'For a map of places to sit.')
  await fill(form.getByLabel('Requirements'), 'A number, and which park.')
  await fill(form.getByLabel('Reward, CENTS'), '20')
  await fill(form.getByLabel('Completions'), '2')
  await press(form.getByRole('button', { name: 'Fund and create task' }))
  await approveByKeyboard(page, 'send this transaction')
  await expect(toastOf(page)).toContainText('Task created')
  await press(form.getByRole('button', { name: 'Close' }))
  await expect(form).toBeHidden()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused()
  await press(toastOf(page).getByRole('button', { name: 'Dismiss' }))
  await expect(toastOf(page)).toHaveCount(0)

  await signInByKeyboard(doer.page)
  await doer.page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await press(doer.page.getByRole('main').getByRole('link', { name: title }))
  const detail = doer.page.getByRole('dialog')
  await fill(detail.getByLabel('Your proof'), 'Four, in the park by the mill.')
  await press(detail.getByRole('button', { name: 'Submit proof' }))
  await expect(detail).toContainText('Your submission is pending review.')
  await expect(toastOf(doer.page)).toBeVisible()
  await doer.page.keyboard.press('Escape') // closes the dialog and the toast above it
  await expect(detail).toBeHidden()
  await expect(toastOf(doer.page)).toBeHidden()

  const before = await doer.person.balance()
  await press(page.getByRole('banner').getByRole('link', { name: 'Dashboard' }))
  await tabTo(page.getByRole('tab', { name: /Tasks Created/ }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /My Tasks/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await press(
    page
      .getByRole('tabpanel')
      .getByRole('link', { name: /Review/ })
      .first(),
  )
  const review = page.getByRole('dialog')
  await press(review.getByRole('button', { name: 'Approve and pay 20 CENTS' }))
  await expectPaid(page)
  expect((await doer.person.balance()) - before).toBe(toBaseUnits(20))
  await press(review.getByRole('button', { name: 'Close' }).last())
  await expect(review).toBeHidden()
})
