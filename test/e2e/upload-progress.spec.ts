import { expect, signIn, test } from './fixtures.ts'
import { picture } from './png-image.ts'
import { newTask } from './task-fixtures.ts'

test('A running upload shows its progress and a preview, and can be cancelled', async ({ site }) => {
  const poster = await site.newApiUser()
  const { page } = await site.newVisitor('Uwe who uploads')
  const task = await newTask(poster, `Slow upload ${Date.now()}`, 'file')
  await signIn(page)
  await page.route('**/incoming/**', () => {})
  await page.goto(`/tasks?id=${task.id}`)
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'bench.png', mimeType: 'image/png', buffer: picture })
  await expect(dialog.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('aria-valuenow', /^\d+$/)
  await expect(dialog).toContainText(/Uploading \d+ KB: \d+ %/)
  await expect(dialog.getByRole('img', { name: 'The chosen file' })).toBeVisible()
  await expect(dialog).toContainText('Uploading…')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toContainText('Choose a picture')
  await expect(dialog.getByRole('button', { name: 'Submit proof' })).toBeVisible()
})
