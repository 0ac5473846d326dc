import type { Locator, Page } from '@playwright/test'

interface TaskWords {
  title: string
  reward?: number
  maxCompletions?: number
  proof?: 'text' | 'link' | 'file' | 'mixed'
}

/** Opens the dialog for a new task from the header. */
export async function openCreate(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('link', { name: 'Create Task' }).click()
  return page.getByRole('dialog')
}

/** Fills in the form of a new task. */
export async function fillTask(
  dialog: Locator,
  { title, reward = 50, maxCompletions = 5, proof = 'text' }: TaskWords,
): Promise<void> {
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('For a map of places to sit.')
  await dialog.getByLabel('Requirements').fill('A number, and which park.')
  await dialog.getByLabel('Proof').selectOption(proof)
  await dialog.getByLabel('Reward, CENTS').fill(String(reward))
  await dialog.getByLabel('Completions').fill(String(maxCompletions))
}
