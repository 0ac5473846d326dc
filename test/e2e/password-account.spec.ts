import type { Page } from '@playwright/test'
import { toBaseUnits } from '../../domain/escrow.ts'
import { expectAccessible } from './accessibility.ts'
import { answerWallet, expect, expectPaid, signIn, test, toastOf } from './fixtures.ts'
import { newTask } from './task-fixtures.ts'

const password = 'correct horse battery'
const newName = (start: string) => `${start}_${Date.now().toString(36)}`

async function signUp(page: Page, name: string): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(toastOf(page)).toContainText('Registration successful')
}

test('A password account submits proof, links a wallet afterwards and is paid to it', async ({ site }) => {
  const poster = await site.newVisitor('Peg the poster')
  const { page, person } = await site.newVisitor('Pam with a password', { unregistered: true })
  const task = await newTask(poster.person, `Password benches ${Date.now()}`)
  const name = newName('pam')
  await signUp(page, name)
  await expect(toastOf(page)).toContainText('Connect your wallet to start earning.')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: `Menu of ${name}` })).toBeVisible()

  await page.goto(`/tasks?id=${task.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your proof').fill('Nine, by the library.')
  await expect(dialog).toContainText('To be paid you need a wallet')
  await dialog.getByRole('button', { name: 'Submit proof' }).click()
  await expect(dialog).toContainText('Your submission is pending review.')
  await expect(dialog).toContainText('Add one before your proof is approved, so that you can be paid.')

  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByLabel('Your password', { exact: true }).fill(password)
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message')
  await expect(toastOf(page)).toContainText('Your wallet has been successfully connected.')
  await expect(page.getByRole('main')).toContainText('Wallet connected')

  const before = await person.balance()
  const { createdTasks } = await poster.person.call('GET /api/dashboard', {})
  const id = createdTasks.find((created) => created.id === task.id)?.submissions[0]?.id
  await signIn(poster.page, `/dashboard?review=${id}`)
  await poster.page.getByRole('dialog').getByRole('button', { name: 'Approve and pay 30 CENTS' }).click()
  await expectPaid(poster.page)
  expect((await person.balance()) - before).toBe(toBaseUnits(30))
})

test('The page does not prevent pasting a password', async ({ site }) => {
  const { page } = await site.newVisitor('Petra with a password manager', { wallet: false })
  await page.goto('/auth')
  const isPermitted = page
    .getByLabel('Password', { exact: true })
    .evaluate((field: EventTarget) =>
      field.dispatchEvent(new Event('paste', { bubbles: true, cancelable: true })),
    )
  expect(await isPermitted).toBe(true)
})

test('On a phone no field and no button of the sign-up dialog moves when a toast ends', async ({ site }) => {
  const { page } = await site.newVisitor('Mo on a phone', { unregistered: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use a username and password' }).click()
  await dialog.getByRole('tab', { name: 'Sign up' }).click()
  await dialog.getByLabel('Username').fill('no')
  await dialog.getByLabel('Password', { exact: true }).fill('short')
  const button = dialog.getByRole('button', { name: 'Sign up' })
  await button.click()
  await expect(toastOf(page)).toBeVisible()
  const withToast = await button.boundingBox()
  await toastOf(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toastOf(page)).toHaveCount(0)
  expect(await button.boundingBox()).toEqual(withToast)
})

test('A sign-in leads to the page that the visitor wanted, never to another site', async ({ site }) => {
  const { page } = await site.newVisitor('Wim who wants something', { wallet: false })
  const name = newName('wim')
  await page.goto('/dashboard?tab=created')
  await expect(page).toHaveURL('/auth')
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/dashboard?tab=created')

  const logIn = async () => {
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  }
  await page.context().clearCookies()
  await page.goto('/?create=task')
  await expect(page).toHaveURL('/auth')
  await logIn()
  await expect(page.getByRole('dialog', { name: 'Create New Task' })).toBeVisible()

  for (const elsewhere of ['//evil.example/', '/\\\\evil.example', 'https://evil.example']) {
    await page.context().clearCookies()
    await page.goto('/auth')
    await page.evaluate(`history.replaceState({ usr: { wanted: '${elsewhere}' }, key: 'k', idx: 0 }, '')`)
    await page.reload()
    await logIn()
    await expect(page).toHaveURL('/')
  }
})

test('A visitor without a wallet reads what a wallet is and where to get one, and Look again finds an installed one', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Nia without a wallet', { unregistered: true, wallet: false })
  await page.goto('/auth')
  await page.getByText('What is a wallet, and how do I get one?').click()
  const link = page.getByRole('link', { name: 'MetaMask' })
  await expect(link).toHaveAttribute('href', 'https://metamask.io/download')
  await expectAccessible(page, 'what a wallet is')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link')).toHaveText(['MetaMask', 'Rabby', 'Brave Wallet'])
  await expect(dialog).toContainText(
    'Wallet extension not detected. Please install the browser wallet extension.',
  )
  await expectAccessible(page, 'no wallet found')
  await page.evaluate(() => {
    Object.assign(globalThis, { ethereum: { request: () => Promise.reject(new Error('Locked')) } })
  })
  await dialog.getByRole('button', { name: 'Look again' }).click()
  await dialog.getByRole('button', { name: 'Browser wallet' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to connect wallet: Locked')
  await expect(toastOf(page)).toContainText('Failed to connect wallet')
  await dialog.getByRole('button', { name: 'Use a username and password' }).click()
  await expect(dialog).toContainText('To be paid, you add one later.')
  await signUp(page, newName('nia'))
  await page.goto('/profile')
  await expect(page.getByRole('main')).toContainText(
    'Rewards can be paid to you only when you have added one.',
  )
  await expectAccessible(page, 'a profile without a wallet')
})

test('Linking a wallet of another account is refused, and the dashboard shows no wallet', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Otto whose wallet is taken')
  await signUp(page, newName('otto'))
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('listitem').getByRole('button').first().click()
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message')
  await expect(dialog.getByRole('alert')).toContainText('This wallet belongs to another account')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('main')).toContainText('No wallet: you cannot be paid until there is one.')
})

test('Sign-up shows an error for each field, and a login with a wrong password does not tell which field is wrong', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Fay who fumbles', { unregistered: true, wallet: false })
  const name = newName('fay')
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign up' }).click()
  const main = page.getByRole('main')
  const send = main.getByRole('button', { name: 'Sign up' })
  await send.click()
  await expect(main.getByRole('alert')).toHaveText(['Required', 'Required'])
  await page.getByLabel('Username').fill('f y')
  await page.getByLabel('Email').fill('fay')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await send.click()
  await expect(main.getByRole('alert')).toHaveText([
    'Only letters, numbers and underscores',
    'Invalid email',
    'Password must be at least 8 characters long',
  ])
  await signUp(page, name)

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(toastOf(page)).toContainText('Logged out successfully')
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign up' }).click()
  await page.getByLabel('Username').fill(name.toUpperCase())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await send.click()
  await expect(main.getByRole('alert')).toHaveText('This username is taken. Please choose another.')
  await expect(toastOf(page)).toContainText('Registration failed')

  await page.getByRole('tab', { name: 'Log in' }).click()
  const login = main.getByRole('button', { name: 'Log in' })
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill('not the one')
  await login.click()
  await expect(main.getByRole('alert')).toContainText('The username or the password is wrong')
  await expect(toastOf(page)).toContainText('Login failed')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await login.click()
  await expect(toastOf(page)).toContainText('Login successful')
  await expect(toastOf(page)).toContainText(`Welcome back, ${name}!`)
  await expect(page).toHaveURL('/')
})
