import { expect, signIn, test } from './fixtures.ts'
import { newTask } from './task-fixtures.ts'

test('A Hebrew task and the bio of its creator are shown, and an answer is typed, from right to left', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Noa who writes Hebrew')
  const title = `ספסלים בפארק ${Date.now()}`
  const texts = { title, description: 'כמה ספסלים יש בפארק?', requirements: 'מספר, ואיזה פארק.' }
  const poster = await site.newApiUser()
  const task = await newTask(poster, title, 'text', texts)
  await person.call('POST /api/user/update-profile', { bio: 'אוהבת ספסלים' })
  await signIn(page, `/tasks?id=${task.id}`)
  const dialog = page.getByRole('dialog')
  for (const text of Object.values(texts))
    await expect(dialog.getByText(text, { exact: true })).toHaveCSS('direction', 'rtl')
  const answer = dialog.getByRole('textbox').first()
  await answer.fill('אחד עשר')
  await expect(answer).toHaveCSS('direction', 'rtl')
  await expect(dialog).toHaveCSS('direction', 'ltr')
  await page.goto('/profile')
  for (const bio of await page.getByText('אוהבת ספסלים').all())
    await expect(bio).toHaveCSS('direction', 'rtl')
})
