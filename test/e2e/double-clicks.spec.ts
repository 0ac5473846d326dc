import type { Page } from '@playwright/test'
import { toBaseUnits } from '../../domain/escrow.ts'
import { answerWallet, expect, test, toastOf, walletDialog } from './fixtures.ts'
import { newDoer, newFunding, newReview } from './task-fixtures.ts'

/** Counts the requests of a page with this method and path. */
function countRequests(page: Page, method: string, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname.startsWith(path)) count += 1
  })
  return () => count
}

test('A double click on Fund asks the wallet once and saves one task', async ({ site }) => {
  const { expectTasks, fund, page } = await newFunding(site, 'Dolly who double-clicks')
  await fund.dblclick()
  await answerWallet(page, 'send this transaction')
  await expect(toastOf(page)).toContainText('Task created')
  await expect(walletDialog(page).getByRole('heading')).toHaveCount(0)
  await expectTasks(1)
})

test('A double click on Submit proof sends one submission', async ({ site }) => {
  const { dialog, page, submit } = await newDoer(site, 'Dino who double-clicks')
  const sent = countRequests(page, 'POST', '/api/submissions')
  await dialog.getByLabel('Your proof').fill('Nine.')
  await submit.dblclick()
  await expect(toastOf(page)).toContainText('Your submission has been sent for review.')
  await expect(dialog).toContainText('Your submission is pending review.')
  expect(sent()).toBe(1)
})

for (const [verdict, title] of [
  [/^Approve/, 'A double click on Approve sends one review and pays once'],
  ['Reject', 'A double click on Reject sends one review and pays nothing'],
] as const)
  test(title, async ({ site }) => {
    const { doer, open, page, review } = await newReview(site, 'Dana who double-clicks')
    const sent = countRequests(page, 'PATCH', '/api/submissions')
    const before = await doer.balance()
    await open()
    await review.getByLabel('Feedback').fill('Which park?')
    await review.getByRole('button', { name: verdict }).dblclick()
    if (verdict === 'Reject') {
      await expect(toastOf(page)).toContainText('Submission rejected')
      await expect(review).toBeHidden()
    } else await expect(review.getByRole('button', { name: /Copy transaction hash 0x/ })).toBeVisible()
    expect(sent()).toBe(1)
    expect((await doer.balance()) - before).toBe(toBaseUnits(verdict === 'Reject' ? 0 : 30))
  })

test('Approving one submission in two tabs at the same time pays once', async ({ site }) => {
  const { doer, page, submission } = await newReview(site, 'Tove with two tabs')
  const before = await doer.balance()
  const second = await page.context().newPage()
  const tabs = [page, second]
  for (const tab of tabs) await tab.goto(`/dashboard?review=${submission.id}`)
  const button = (tab: Page, name: RegExp) => tab.getByRole('dialog').getByRole('button', { name })
  for (const tab of tabs) await expect(button(tab, /^Approve/)).toBeEnabled()
  await Promise.all(tabs.map((tab) => button(tab, /^Approve/).dispatchEvent('click')))
  for (const tab of tabs) await expect(button(tab, /Copy transaction hash 0x/)).toBeVisible()
  expect((await doer.balance()) - before).toBe(toBaseUnits(30))
})
