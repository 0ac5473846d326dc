import { toBaseUnits } from '../../domain/escrow.ts'
import { answerWallet, expect, test, toastOf } from './fixtures.ts'
import { hidePayment, holdTransactions } from './network-faults.ts'
import { screenshot } from './screenshots.ts'
import { newFunding, newReview } from './task-fixtures.ts'

test('While the funding transaction is pending, the dialog says that nothing is lost and can be closed, and a toast links the saved task', async ({
  site,
}) => {
  const { dialog, expectTasks, fund, page } = await newFunding(site, 'Sloan who waits')
  const release = await holdTransactions(page, site.config.rpcUrl)
  await fund.click()
  await answerWallet(page, 'send this transaction')
  await expect(dialog).toContainText('Wait for the chain')
  await expect(dialog).toContainText('If you close this tab, nothing is lost')
  await screenshot(page, 'slow funding')
  await expect(dialog).toContainText('the task waits on your dashboard until it is saved')
  await dialog.getByRole('button', { name: 'Continue in the background' }).click()
  await expect(dialog).toBeHidden()
  await release()
  await expect(toastOf(page)).toContainText('Task created')
  await expect(toastOf(page).getByRole('link', { name: 'View the task' })).toHaveAttribute('href', /[?]id=/)
  await expectTasks(1)
})

test('While a payout stays due, the review says so and can be closed, and later shows the payment', async ({
  site,
}) => {
  const { approve, doer, open, page, review, submission } = await newReview(site, 'Pina who leaves')
  const before = await doer.balance()
  const due = { status: 'due', transactionHash: null, amount: 30, recipient: doer.wallet.address }
  let asked = 0
  await page.route('**/api/blockchain/release-reward', (route) => {
    asked += 1
    return route.fulfill({ status: 202, json: due })
  })
  const showPayment = await hidePayment(page, submission.id)
  await open()
  await approve.click()
  await expect(review).toContainText('It is safe to close this window: the payment goes on by itself')
  await screenshot(page, 'slow payment')
  await expect.poll(() => asked).toBeGreaterThan(1)
  await review.getByRole('button', { name: 'Close' }).last().click()
  await expect(review).toBeHidden()

  showPayment()
  await page.unroute('**/api/blockchain/release-reward')
  await open()
  await expect(review.getByRole('button', { name: /Copy transaction hash 0x/ })).toBeVisible()
  expect((await doer.balance()) - before).toBe(toBaseUnits(30))
})
