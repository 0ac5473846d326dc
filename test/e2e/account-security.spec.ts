import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { request } from '@playwright/test'
import { brand } from '../../domain/brand.ts'
import { freshSignInNeeded } from '../../domain/errors.ts'
import { shortAddress } from '../../domain/user.ts'
import { signedChallenge } from '../support/wallet-proof.ts'
import { expectAccessible } from './accessibility.ts'
import { answerWallet, expect, setWallets, signIn, test, toastOf } from './fixtures.ts'
import { screenshot } from './screenshots.ts'
import { expectTasksOnHomePage } from './task-fixtures.ts'

const password = 'seven brown otters swim north'
const newPassword = 'nine grey herons fly south'

const openDialog = async (page: Page, button: string) => {
  await page.getByRole('main').getByRole('button', { name: button }).click()
  return page.getByRole('dialog')
}

test('A user sets a password, is told when it is easy to guess, and changes it with the present one', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Pat who wants a password')
  await signIn(page, '/profile')
  const dialog = await openDialog(page, 'Set a password')
  const typed = dialog.getByLabel('New password', { exact: true })
  const save = dialog.getByRole('button', { name: 'Save password' })
  await expect(dialog).toContainText('At least 8 characters.')
  await typed.fill('password1')
  await expect(dialog).toContainText('Very easy to guess.')
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('This password is easy to guess.')
  await expectAccessible(page, 'a password that is easy to guess')
  await typed.fill(password)
  await expect(dialog).toContainText('Very hard to guess.')
  await typed.press('Enter')
  await expect(dialog).toContainText('Sign with')
  await expectAccessible(page, 'a signature for a new password')
  await dialog.getByRole('listitem').getByRole('button').first().click()
  await answerWallet(page, 'sign this message')
  await expect(toastOf(page)).toContainText('Password saved')
  await expect(dialog).toBeHidden()

  await openDialog(page, 'Change password')
  await dialog.getByLabel('Present password', { exact: true }).fill('not the one')
  await typed.fill(newPassword)
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText('The password is wrong')
  await dialog.getByLabel('Present password', { exact: true }).fill(password)
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText('Password changed')
})

test('A user sees where they are signed in and signs out everywhere else', async ({ site, baseURL }) => {
  const { page, person } = await site.newVisitor('Sia with two browsers')
  const proof = await signedChallenge(person, { purpose: 'password' })
  await person.call('POST /api/user/password', { password, ...proof })
  const { username } = await person.call('GET /api/user', {})
  const phone = await request.newContext({
    baseURL: String(baseURL),
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    extraHTTPHeaders: { origin: String(baseURL) },
  })
  const status = async () => (await phone.get('/api/user')).status()
  await phone.post('/api/login', { data: { username, password } })
  expect(await status()).toBe(200)

  await signIn(page, '/profile')
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions).toContainText('Firefox on Android')
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText(
    'Signed in with a new device',
  )
  await expectAccessible(page)
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(toastOf(page)).toContainText('Signed out everywhere else')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions).toContainText('This browser')
  expect(await status()).toBe(401)
  await phone.dispose()
})

test('A wallet move announced with the password in one browser is cancelled in another', async ({ site }) => {
  const owner = await site.newVisitor('Lou who lost a wallet')
  const next = await site.newVisitor('Lou’s new wallet', { unregistered: true })
  const { page, person } = owner
  const proof = await signedChallenge(person, { purpose: 'password' })
  await person.call('POST /api/user/password', { password, ...proof })
  const { username } = await person.call('GET /api/user', {})
  await signIn(page)
  await setWallets(page, site.config, [owner, next])
  await page.goto('/profile')
  const dialog = await openDialog(page, 'Change wallet')
  await dialog.getByRole('button', { name: 'I lost the old one' }).click()
  await expect(dialog).toContainText('moves after 72 hours')
  await expectAccessible(page, 'a wallet move with the password')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Wallet 2' }).click()
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message')
  await expect(toastOf(page)).toContainText('Move announced')
  await expect(dialog).toBeHidden()
  await page.goto('/tasks')
  const notice = (on: Page) => on.getByRole('complementary', { name: 'Move to another wallet' })
  await expect(notice(page)).toContainText(shortAddress(next.person.wallet.address))

  const { page: other } = await site.newVisitor('Lou at another desk', { unregistered: true, wallet: false })
  await other.goto('/auth')
  await other.getByLabel('Username').fill(username)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(notice(other)).toContainText('If you did not ask for this')
  await expectAccessible(other, 'an announced wallet move')
  await screenshot(other, 'an announced wallet move')
  await other.goto('/notifications')
  const told = other.getByRole('main').getByText('Not you? Set a new password and sign out everywhere.')
  await expect(told.first()).toBeVisible({ timeout: 20_000 })
  await screenshot(other, 'security notifications')
  await notice(other).getByRole('button', { name: 'Cancel move' }).press('Enter')
  await expect(toastOf(other)).toContainText('Move cancelled')
  await expect(notice(other)).toBeHidden()
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText(
    'Move to another wallet cancelled',
  )
  await expect(notice(page)).toBeHidden()
})

test('A user downloads their data as one file', async ({ site }) => {
  const { page, person } = await site.newVisitor('Dot who takes data along')
  await signIn(page, '/profile')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const download = await downloading
  await expect(toastOf(page)).toContainText('Your data were downloaded')
  expect(download.suggestedFilename()).toBe(`${brand.toLowerCase()}-account.json`)
  expect(JSON.parse(fs.readFileSync(await download.path(), 'utf8'))).toMatchObject({
    profile: { walletAddress: person.wallet.address },
  })
})

test('A user signs in to confirm an e-mail address with the link on the local mail page, and Back shows the confirmation again', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Eve with e-mail')
  const email = `eve-${Date.now()}@example.com`
  await person.call('POST /api/user/update-profile', { email })
  await signIn(page, '/profile')
  const main = page.getByRole('main')
  await expect(main).toContainText('Not confirmed')
  await main.getByRole('button', { name: 'Send confirmation link' }).click()
  // The busy button has a status of its own.
  const sent = main.getByRole('status').filter({ hasText: `We sent a link to ${email}.` })
  await expect(sent).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/mail')
  await page.getByRole('article').filter({ hasText: email }).getByRole('link').click()
  await expect(main.getByRole('status')).toContainText('Sign in to confirm your e-mail address')
  await main.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await answerWallet(page, 'sign this message')
  await expect(page.getByRole('heading', { name: 'Your e-mail address is confirmed' })).toBeVisible()
  await expectAccessible(page, 'a confirmed e-mail address')
  const link = page.url()
  await page.getByRole('link', { name: 'See your profile' }).click()
  await expect(main.getByText('Confirmed', { exact: true })).toBeVisible()
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await main.getByRole('checkbox', { name: 'E-mail me about' }).click()
  await saved
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Your e-mail address is confirmed' })).toBeVisible()
  await page.goto(link)
  await expect(main.getByRole('link', { name: 'See your profile' })).toBeVisible()
  await expect(main.getByRole('alert')).toContainText(
    'This link has expired, was used, or belongs to another',
  )
})

test('A user types their name and signs in again to delete their account', async ({ site }) => {
  const { page, person } = await site.newVisitor('Leo who leaves')
  const { username } = await person.call('GET /api/user', {})
  await signIn(page, '/profile')
  const dialog = await openDialog(page, 'Delete your account')
  const name = dialog.getByLabel(`Type ${username} to confirm`)
  await name.fill('somebody')
  await name.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('This is not your username.')
  await expectAccessible(page, 'leaving')
  await name.fill(username)
  // As after 15 minutes, when the session is no longer recent.
  const old = { status: 401, json: { message: freshSignInNeeded, requestId: 'test' } }
  let refusals = 1
  await page.route('**/api/user', (route) =>
    route.request().method() === 'DELETE' && refusals-- > 0 ? route.fulfill(old) : route.fallback(),
  )
  await name.press('Enter')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toContainText(freshSignInNeeded)
  await again.getByRole('listitem').getByRole('button').click()
  await answerWallet(page, 'sign this message')
  await expect(toastOf(page)).toContainText('Your account was deleted')
  await expectTasksOnHomePage(page)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await page.goto(`/u/${username}`)
  await expect(page.getByRole('main')).toContainText('There is nobody with this name')
})
