import { expectAccessible, expectWholeButtons } from './accessibility.ts'
import { answerWallet, expect, signIn, switchToOtherChain, test, toastOf, walletDialog } from './fixtures.ts'
import { fillTask, findTasks, newFunding, openCreateTask } from './task-fixtures.ts'

test('If the owner rejects the funding transaction, no TAX moves, no task is saved and the form keeps its title', async ({
  site,
}) => {
  const { dialog, expectTasks, fund, page, title } = await newFunding(site, 'Rita who rejects')
  await fund.click()
  await answerWallet(page, 'send this transaction', 'Reject')

  await expect(dialog.getByRole('alert')).toContainText('Not funded')
  await expect(dialog.getByRole('alert')).toContainText('You declined the request in your wallet.')
  await expect(dialog.getByRole('alert')).toContainText('Nothing was sent')
  for (const refusal of [dialog.getByRole('alert'), toastOf(page)])
    await expect(refusal).not.toHaveClass(/red/)
  await expect(fund).toBeFocused()
  await expectAccessible(page, 'a funding that the wallet refused')
  await page.keyboard.press('x')
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await expectTasks(0)
})

test('If the TAX balance is too low, the form says so until the amount changes and links the faucet, and the wallet shows no request', async ({
  site,
}) => {
  const { dialog, expectTasks, fund, page } = await newFunding(site, 'Poor Paul', 1000, 100)
  await page.setViewportSize({ width: 390, height: 844 })
  await fund.click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Insufficient TAX balance. You need at least 100000 TAX.',
  )
  await expect(walletDialog(page).getByRole('button')).toHaveCount(0)
  await expectTasks(0)
  await expect(toastOf(page)).toContainText('Insufficient TAX balance.')
  const toast = await toastOf(page).boundingBox()
  const footer = await fund.boundingBox()
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(footer?.y ?? 0)
  await expect(dialog.getByRole('link', { name: /from the faucet/ })).toBeVisible()
  await expectWholeButtons(page)
  await dialog.getByLabel('Completions').fill('1')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: /from the faucet/ })).toHaveCount(0)
})

test('Funding asks a wallet on another chain to switch, and the form keeps its title over the reload', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Wanda on the wrong chain')
  const title = `Find the oldest letterbox ${Date.now()}`
  await signIn(page)
  await page.reload()
  await switchToOtherChain(page)
  const dialog = await openCreateTask(page)
  await fillTask(dialog, { title })
  await dialog.getByRole('button', { name: 'Fund and create task' }).click()
  await answerWallet(page, 'switch the network', 'Reject')
  await expect(dialog.getByRole('alert')).toContainText(
    'Failed to switch to the test network. Please switch manually in your wallet.',
  )

  await dialog.getByRole('button', { name: 'Fund and create task' }).click()
  const reloaded = page.waitForEvent('load')
  await answerWallet(page, 'switch the network')
  await reloaded
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await dialog.getByRole('button', { name: 'Fund and create task' }).click()
  await answerWallet(page, 'send this transaction')
  await expect(toastOf(page)).toContainText('Task created')
  expect(await findTasks(person, title)).toHaveLength(1)
})

test('A funded task that failed to save is saved from a second tab after a reload and is paid once', async ({
  site,
}) => {
  const { dialog, expectTasks, fund, page, title } = await newFunding(site, 'Sal who saves again', 20, 2)
  await page.route('**/api/tasks', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { message: 'The table is away', requestId: 'test' } })
      : route.fallback(),
  )
  await fund.click()
  await answerWallet(page, 'send this transaction')
  await expect(dialog.getByRole('alert')).toContainText(
    'Database Error: Task was created on blockchain but failed to save in database: The table is away',
  )
  await expect(dialog.getByRole('alert')).toContainText('Your TAX is safe in escrow')
  await expectWholeButtons(page)
  await dialog.getByRole('button', { name: 'Save again' }).click()
  await expect(dialog.getByRole('button', { name: 'Save again' })).toBeVisible()

  await page.reload()
  await expect(dialog).toContainText('A task of yours is not saved yet')
  await expect(dialog).toContainText(title)
  const second = await page.context().newPage()
  await second.goto('/?create=task')
  await second.getByRole('dialog').getByRole('button', { name: 'Save again' }).click()
  await expect(toastOf(second)).toContainText('Task created')
  await expect(dialog).toContainText('Create New Task')
  await expectTasks(1)
})

test('After a reload during the wallet request the terms of the funding can be deleted', async ({ site }) => {
  const { dialog, fund, page } = await newFunding(site, 'Dee who deletes')
  await fund.click()
  await expect(walletDialog(page).getByRole('heading')).toContainText('send this transaction')
  await page.reload()
  await dialog.getByText('I did not confirm this in my wallet').click()
  await dialog.getByRole('button', { name: 'Delete these terms' }).click()
  await expect(dialog.getByLabel('Title')).toBeVisible()
})

test('After a reload during the wallet request the funding can continue and is paid once', async ({
  site,
}) => {
  const { dialog, expectTasks, fund, page } = await newFunding(site, 'Clara who closes tabs')
  await fund.click()
  await expect(walletDialog(page).getByRole('heading')).toContainText('send this transaction')
  await page.reload()
  await expect(dialog).toContainText('we did not see its answer')

  await page.goto('/dashboard')
  const notice = page.getByRole('main').getByText('not saved yet')
  await expect(notice).toContainText('we do not know whether you paid')
  await page.getByRole('main').getByRole('link', { name: 'Continue' }).click()
  await expect(dialog).toContainText('we did not see its answer')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await answerWallet(page, 'send this transaction')
  await expect(toastOf(page)).toContainText('Task created')
  await expectTasks(1)
})
