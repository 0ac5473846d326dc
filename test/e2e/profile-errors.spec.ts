import { expect, signInWithoutWallet, signInWithWallet, test, toastOf } from './fixtures.ts'
import { respondWithHtml } from './network-faults.ts'
import { picture } from './png-image.ts'

test('Failed saves of the username, the profile and the image show different errors, and a retry saves the username and the profile', async ({
  site,
}) => {
  const visitor = await site.newVisitor('Prue whose profile fails')
  const { page } = visitor
  await signInWithoutWallet(visitor.page)
  await page.goto('/profile')
  const main = page.getByRole('main')
  await expect(main.getByText('Not set', { exact: true }).first()).toBeVisible()
  await main.getByRole('button', { name: 'Edit Profile' }).click()
  const save = main.getByRole('button', { name: 'Save Changes' })
  await respondWithHtml(page, '**/api/user/*')

  await main.getByLabel('Username').fill(`prue_${Date.now().toString(36)}`)
  await save.click()
  await expect(toastOf(page)).toHaveText(/Failed to set usernameUnknown error occurred/)
  await page.unroute('**/api/user/*')
  await save.click()
  await expect(toastOf(page)).toHaveText(/Username set successfullyYour username has been updated/)

  await main.getByRole('button', { name: 'Edit Profile' }).click()
  await respondWithHtml(page, '**/api/user/*')
  await main.getByLabel('Bio').fill('I count benches.')
  await save.click()
  await expect(toastOf(page)).toHaveText(/Error updating profileFailed to update profile/)
  await main
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  const problem = main.getByRole('alert').filter({ hasText: 'image' })
  await expect(problem).toHaveText('Error uploading image: Failed to upload profile image')
  await page.unroute('**/api/user/*')
  await save.click()
  await expect(problem).toBeVisible()
  await main.getByRole('button', { name: 'Remove', exact: true }).click()
  await save.click()
  await expect(toastOf(page)).toHaveText(/Profile updated/)
})

test('The first-username dialog shows why a username is too short or could not be saved', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Ned with no name', { unregistered: true })
  await signInWithWallet(page)
  const dialog = page.getByRole('dialog', { name: 'Set Your Username' })
  const name = dialog.getByLabel('Username')
  await name.fill('no')
  await name.press('Enter')
  await expect(toastOf(page)).toContainText('Username too short')
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a username with at least 3 characters')
  await respondWithHtml(page, '**/api/user/update-username')
  await name.fill('ned_with_a_name')
  await dialog.getByRole('button', { name: 'Save Username' }).click()
  await expect(toastOf(page)).toHaveText(/Failed to set usernameUnknown error occurred/)
})
