import { expect, signIn, test, toastOf } from './fixtures.ts'
import { picture } from './png-image.ts'

test('Image, username, email and bio of a profile are saved and shown after a reload', async ({ site }) => {
  const { page, person } = await site.newVisitor('Pam with a picture')
  const username = `pam_${Date.now().toString(36)}`
  await signIn(page)
  await page.getByRole('button', { name: /^Menu of/ }).click()
  await page.getByRole('link', { name: 'My Profile' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('No bio provided')
  await main.getByRole('button', { name: 'Edit Profile' }).click()

  await main.getByLabel('Username').fill('ab')
  await main.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Invalid username')
  await expect(main.getByRole('alert')).toHaveText('Username must be at least 3 characters long')

  await main.getByLabel('Username').fill(username)
  await main.getByLabel('Email').fill('pam@example.org')
  await main.getByLabel('Bio').fill('I count benches.')
  await main
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await expect(main).toContainText('KB, uploaded')
  await main.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Your profile has been successfully updated')

  await expect(main.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await page.reload()
  await expect(main.getByRole('definition').filter({ hasText: 'pam@example.org' })).toBeVisible()
  await expect(main).toContainText('I count benches.')
  const avatar = page.getByRole('banner').locator('img')
  await expect(avatar).toHaveJSProperty('naturalWidth', 640)
  expect(await person.call('GET /api/user', {})).toMatchObject({ username, bio: 'I count benches.' })
})

test('The profile form keeps naming a file that is no image, or that is too large and cannot be decoded', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Pete with a PDF')
  await signIn(page, '/profile')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Edit Profile' }).click()
  const input = main.getByLabel('Profile picture')
  await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(main.getByRole('alert')).toHaveText('Invalid file type: Please upload a image/ file')
  await main.getByRole('button', { name: 'Save Changes' }).click()
  await expect(main).toContainText('a.pdf')
  const buffer = Buffer.alloc(2 * 1024 * 1024 + 1)
  await input.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer })
  await expect(main.getByRole('alert')).toHaveText('File too large: File size should be less than 2MB.')
})

test('A taken username or an invalid email keeps the profile form and its bio', async ({ site }) => {
  const { page } = await site.newVisitor('Pia who wants a taken name')
  await signIn(page, '/profile')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Edit Profile' }).click()
  await main.getByLabel('Username').fill('MARISOL_bakes')
  await main.getByLabel('Bio').fill('This stays.')
  await main.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Failed to set username')
  await expect(main.getByRole('alert')).toContainText('taken')
  await main.getByLabel('Username').fill(`pia_${Date.now().toString(36)}`)
  await main.getByLabel('Email').fill('nowhere')
  await main.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page)).toContainText('Error updating profile')
  await expect(main.getByRole('alert')).toBeVisible()
  await expect(main.getByLabel('Bio')).toHaveValue('This stays.')
})
