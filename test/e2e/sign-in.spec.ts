import { answerWallet, expect, signIn, signInWithWallet, test, toastOf } from './fixtures.ts'
import { expectTasksOnHomePage, newTask } from './task-fixtures.ts'

test('A new user signs in with a wallet, chooses a valid username and is on the home page', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Nora the newcomer', { unregistered: true })
  await signInWithWallet(page)

  const dialog = page.getByRole('dialog', { name: 'Set Your Username' })
  const name = `nora_${Date.now().toString(36)}`
  const save = dialog.getByRole('button', { name: 'Save Username' })
  await dialog.getByLabel('Username').fill('no')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Username').fill('no spaces')
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText('Only letters, numbers and underscores')
  await dialog.getByLabel('Username').fill(name)
  await save.click()

  await expect(toastOf(page)).toContainText('Username set successfully!')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: `Menu of ${name}` })).toBeVisible()
})

test('A returning user is greeted, is still signed in after navigation and can log out', async ({ site }) => {
  const { page } = await site.newVisitor('Bea who comes back')
  await signInWithWallet(page)
  await expect(toastOf(page)).toContainText('Welcome back, user_')
  await page.goto('/dashboard')
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(toastOf(page)).toContainText('Logged out successfully')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('After logging out from any page, the home page shows its tasks', async ({ site }) => {
  const person = await site.newApiUser()
  await newTask(person, `Tasks for everybody ${Date.now()}`)
  for (const path of ['/tasks', '/dashboard', '/profile', '/leaderboard']) {
    const { page } = await site.newVisitor('Lou who logs out')
    await signIn(page, path)
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await expect(toastOf(page)).toContainText('Logged out successfully')
    await expectTasksOnHomePage(page)
  }
})

test('After the owner declined the connection and the signature, a further attempt signs in', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Ron who refuses')
  await page.goto('/auth')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('listitem').getByRole('button').first().click()
  await answerWallet(page, 'show it your account', 'Reject')
  await expect(dialog.getByRole('alert')).toContainText('You declined the request in your wallet.')

  await dialog.getByRole('listitem').getByRole('button').first().click()
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message', 'Reject')
  await expect(dialog.getByRole('alert')).toContainText(
    'Failed to sign authentication message. Please try again.',
  )

  await dialog.getByRole('listitem').getByRole('button').first().click()
  await answerWallet(page, 'sign this message')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: /Menu of/ })).toBeVisible()
})
