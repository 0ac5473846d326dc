import { answerWallet, expect, signIn, test, toastOf } from './fixtures.ts'
import { picture } from './png-image.ts'

test('A session that ends while a profile is edited keeps words and picture, and saves them', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Sofia whose session ends')
  await signIn(page)
  await page.goto('/profile')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Edit Profile' }).click()
  await main.getByLabel('Bio').fill('I read meters.')
  await main.getByLabel('Email').fill('sofia@example.org')
  await main
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await page.context().clearCookies()
  await main.getByRole('button', { name: 'Save Changes' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByRole('button', { name: 'Close' }).click()
  await expect(main.getByLabel('Bio')).toHaveValue('I read meters.')
  await expect(main.getByText('me.png')).toBeVisible()

  await main.getByRole('button', { name: 'Save Changes' }).click()
  await again.getByRole('listitem').getByRole('button').click()
  await answerWallet(page, 'sign this message')
  await expect(toastOf(page)).toContainText('Your profile has been successfully updated')
  await person.signIn()
  const saved = await person.call('GET /api/user', {})
  expect(saved).toMatchObject({ bio: 'I read meters.', email: 'sofia@example.org' })
  expect(saved.profileImage).toBeTruthy()
})
