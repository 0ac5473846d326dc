import type { Locator } from '@playwright/test'
import { toBaseUnits } from '../../domain/escrow.ts'
import { shortAddress } from '../../domain/user.ts'
import {
  answerWallet,
  expect,
  paidDialog,
  type Site,
  setWallets,
  signIn,
  switchAccount,
  test,
  toastOf,
  type Visitor,
} from './fixtures.ts'
import { screenshot } from './screenshots.ts'
import { fillTask, findTasks, newSubmission } from './task-fixtures.ts'

const addressOf = ({ person }: Visitor) => shortAddress(person.wallet.address)

/** Signs in with `owner`'s wallet, in a browser that also has the wallet of `other`, and opens the wallet change. */
async function openWalletChange(site: Site, owner: Visitor, other: Visitor) {
  const { page } = owner
  await setWallets(page, site.config, [owner, other])
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Wallet 1' }).click()
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message')
  await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('main').getByRole('button', { name: 'Change wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your wallet' })
  await expect(dialog).toContainText('Step 1 of 2.')
  return dialog
}

/** Signs with the other wallet, and then with the present wallet a message that names the other one. */
async function signWithBoth(dialog: Locator, owner: Visitor) {
  const { page } = owner
  await dialog.getByRole('button', { name: 'Wallet 2' }).click()
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message')
  await expect(dialog).toContainText(`Step 2 of 2. Sign with ${addressOf(owner)}, your present wallet.`)
  await dialog.getByRole('button', { name: 'Wallet 1' }).click()
  await answerWallet(page, 'sign this message')
}

test('If the wallet shows another account, the create-task dialog names both, refuses to fund and offers to sign in with it', async ({
  site,
}) => {
  const owner = await site.newVisitor('Olga with two accounts')
  const other = await site.newVisitor('Olga’s other account')
  const { page } = owner
  await signIn(page)
  // The wallet now has only the other account, and shows it.
  await setWallets(page, site.config, [other])
  await switchAccount(page, other.person.wallet.address)
  await page.goto('/?create=task')
  const dialog = page.getByRole('dialog', { name: 'Create New Task' })
  await expect(dialog.getByRole('status').filter({ hasText: 'Your wallet is on' })).toContainText(
    `Your wallet is on ${addressOf(other)}, but you are signed in with ${addressOf(owner)}.`,
  )
  await screenshot(page, 'another account')
  await fillTask(dialog, { title: 'Nobody will see this' })
  await dialog.getByRole('button', { name: 'Fund and create task' }).click()
  await expect(dialog.getByRole('alert')).toContainText('but you are signed in with')
  expect(await findTasks(owner.person, 'Nobody will see this')).toHaveLength(0)
  await dialog.getByLabel('Title').fill(`Kept while switching ${Date.now()}`)
  await dialog.getByRole('button', { name: `Sign in with ${addressOf(other)}` }).click()
  const signingIn = page.getByRole('dialog', { name: 'Sign in with your wallet' })
  await signingIn.getByRole('button', { name: 'Wallet 1' }).click()
  await answerWallet(page, 'sign this message')
  await expect(toastOf(page)).toContainText('Authentication successful')
  await expect(dialog.getByText('Your wallet is on')).toHaveCount(0)
  await expect(dialog.getByLabel('Title')).toHaveValue(/Kept while switching/)
})

test('On a phone without a wallet the dialog explains wallet browsers and copies the page’s URL', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Phoebe with a phone', {
    unregistered: true,
    wallet: false,
    browser: {
      viewport: { width: 390, height: 844 },
      userAgent:
        'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/153.0 Mobile Safari/537.36',
      permissions: ['clipboard-read', 'clipboard-write'],
    },
  })
  await page.goto('/auth')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    "Please open this website in the wallet app's mobile browser or install the wallet app.",
  )
  await dialog.getByRole('button', { name: 'Copy address of this page' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied address of this page' })).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/\/auth$/)
})

test('A user changes to another wallet, the next reward is paid to it, and a refused change connects no other wallet', async ({
  site,
}) => {
  const poster = await site.newApiUser()
  const doer = await site.newVisitor('Moe who moves', { keepsPaidDialog: true })
  const next = await site.newVisitor('Moe’s new wallet', { unregistered: true })
  const { submission } = await newSubmission(poster, doer.person, `Moved ${Date.now()}`)
  const dialog = await openWalletChange(site, doer, next)
  const { page } = doer
  await expect(dialog).toContainText('Rewards approved from now on are paid to the new wallet.')
  await expect(dialog).toContainText(`Rewards approved before still go to ${addressOf(doer)}`)
  await dialog.getByRole('button', { name: 'Wallet 1' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This is your wallet already.')
  await signWithBoth(dialog, doer)
  await expect(toastOf(page)).toContainText(`Your rewards are paid to ${addressOf(next)} from now on.`)
  await expect(dialog).toBeHidden()
  const main = page.getByRole('main')
  await expect(main).toContainText(addressOf(next))

  const before = await next.person.balance()
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  await poster.call('POST /api/blockchain/release-reward', {
    taskId: submission.taskId,
    recipientId: submission.userId,
  })
  await expect.poll(async () => (await next.person.balance()) - before).toBe(toBaseUnits(30))
  await paidDialog(page).getByRole('button', { name: 'Done' }).click()

  await main.getByRole('button', { name: 'Change wallet' }).click()
  await dialog.getByRole('button', { name: 'Wallet 1' }).click()
  await answerWallet(page, 'sign this message', 'Reject')
  await expect(dialog.getByRole('alert')).toContainText('Failed to sign authentication message.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await expect(main).toContainText('Wallet not connected')
})
