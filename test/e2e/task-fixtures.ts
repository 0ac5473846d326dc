import type { Locator, Page } from '@playwright/test'
import type { Task } from '../../domain/task.ts'
import type { SubmissionType } from '../../domain/task-enums.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { picture } from './png-image.ts'

interface TaskFields {
  title: string
  reward?: number
  maxCompletions?: number
  proof?: SubmissionType
}

/** Opens the create-task dialog from the header. */
export async function openCreateTask(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('link', { name: 'Create Task' }).click()
  return page.getByRole('dialog')
}

/** Fills in the create-task form. */
export async function fillTask(
  dialog: Locator,
  { title, reward = 50, maxCompletions = 5, proof = 'text' }: TaskFields,
): Promise<void> {
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('For a map of places to sit.')
  await dialog.getByLabel('Requirements').fill('A number, and which park.')
  await dialog.getByLabel('Proof').selectOption(proof)
  await dialog.getByLabel('Reward, CENTS').fill(String(reward))
  await dialog.getByLabel('Completions').fill(String(maxCompletions))
}

/** The open tasks whose text matches this title, from the API. */
export const findTasks = (person: ApiUser, title: string): Promise<Task[]> =>
  person.call('GET /api/tasks', { q: title })

/** Creates a funded task with a reward of 30 CENTS through the API. */
export const newTask = (poster: ApiUser, title: string, submissionType: SubmissionType = 'text') =>
  poster.post({
    title,
    description: 'For a map of places to sit.',
    requirements: 'A number, and which park.',
    category: 'Research',
    reward: 30,
    maxCompletions: 5,
    estimatedTime: 15,
    submissionType,
  })

/** Creates such a task and a pending text submission to it. */
export async function newSubmission(poster: ApiUser, doer: ApiUser, title: string) {
  const task = await newTask(poster, title)
  const submission = await doer.call('POST /api/submissions', {
    taskId: task.id,
    proofText: 'Eleven, in the park by the station.',
  })
  return { task, submission }
}

/** Creates such a task for images and a pending image submission to it. */
export async function newImageSubmission(poster: ApiUser, doer: ApiUser, title: string, notes = '') {
  const task = await newTask(poster, title, 'file')
  const { fileUrl, headers, uploadUrl } = await doer.call('POST /api/submissions/upload', {
    contentType: 'image/png',
    size: picture.length,
  })
  await fetch(uploadUrl ?? '', { method: 'PUT', headers: headers ?? {}, body: new Uint8Array(picture) })
  const submission = await doer.call('POST /api/submissions', {
    taskId: task.id,
    proofFileUrl: fileUrl,
    notes,
  })
  return { task, submission, fileUrl }
}
