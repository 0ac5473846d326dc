import type { Locator, Page } from '@playwright/test'
import { toBaseUnits } from '../../domain/escrow.ts'
import type { Task } from '../../domain/task.ts'
import type { SubmissionType } from '../../domain/task-enums.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { expect, type Site, signIn } from './fixtures.ts'
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

/** The newest tasks whose text contains this title, from the API, which finds them among all tasks at once. */
export const findTasks = (person: ApiUser, title: string): Promise<Task[]> =>
  person.call('GET /api/tasks', { q: title, status: 'all' })

/** Waits until a search finds this many tasks: its index follows them within a second. */
export const untilFound = (person: ApiUser, q: string, count = 1) =>
  expect.poll(() => person.call('GET /api/tasks', { q })).toHaveLength(count)

/** Waits for the news of a payment and marks it as seen, so that the dialog "You were paid" does not open. */
export const seePayment = (person: ApiUser) =>
  expect(async () => {
    const { notifications } = await person.call('GET /api/notifications', {})
    const news = notifications.find(({ kind }) => kind === 'paid')
    await person.call('POST /api/notifications/seen', { id: news?.id ?? '' })
  }).toPass()

/** Creates a funded task with a reward of 30 CENTS through the API. `changes` replaces other fields. */
export const newTask = (
  poster: ApiUser,
  title: string,
  submissionType: SubmissionType = 'text',
  changes: Partial<Parameters<ApiUser['post']>[0]> = {},
) =>
  poster.post({
    title,
    description: 'For a map of places to sit.',
    requirements: 'A number, and which park.',
    category: 'Research',
    reward: 30,
    maxCompletions: 5,
    estimatedTime: 15,
    submissionType,
    ...changes,
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

/** Uploads a picture as proof and returns its URL. */
export async function uploadPicture(doer: ApiUser): Promise<string> {
  const { fileUrl, headers, uploadUrl } = await doer.call('POST /api/submissions/upload', {
    contentType: 'image/png',
    size: picture.length,
  })
  await fetch(uploadUrl ?? '', { method: 'PUT', headers: headers ?? {}, body: new Uint8Array(picture) })
  return fileUrl
}

/** Creates such a task for images and a pending image submission to it. */
export async function newImageSubmission(poster: ApiUser, doer: ApiUser, title: string, notes = '') {
  const task = await newTask(poster, title, 'file')
  const fileUrl = await uploadPicture(doer)
  const submission = await doer.call('POST /api/submissions', {
    taskId: task.id,
    proofFileUrl: fileUrl,
    notes,
  })
  return { task, submission, fileUrl }
}

/** A pending submission whose reviewer is signed in. `open` opens the review dialog. */
export async function newReview(site: Site, name: string) {
  const { page, person } = await site.newVisitor(name)
  const doer = await site.newApiUser()
  const { task, submission } = await newSubmission(person, doer, `Benches of ${name} ${Date.now()}`)
  await signIn(page)
  const review = page.getByRole('dialog', { name: task.title })
  const approve = review.getByRole('button', { name: 'Approve and pay 30 CENTS' })
  const open = () => page.goto(`/dashboard?review=${submission.id}`)
  return { approve, doer, open, page, person, review, submission }
}

/** A task whose doer is signed in and has its dialog open. `saved` returns the doer's submission. */
export async function newDoer(site: Site, name: string, proof: SubmissionType = 'text') {
  const { page, person } = await site.newVisitor(name)
  const task = await newTask(await site.newApiUser(), `Benches for ${name} ${Date.now()}`, proof)
  await signIn(page)
  await page.goto(`/tasks?id=${task.id}`)
  const dialog = page.getByRole('dialog', { name: task.title })
  const submit = dialog.getByRole('button', { name: 'Submit proof' })
  const saved = async () =>
    (await person.call('GET /api/tasks/{id}/user-submission', { id: task.id })).submission
  return { dialog, page, person, saved, submit, task }
}

/** The control that takes the picture of a proof. */
export const pictureInput = (page: Page) => page.getByRole('dialog').locator('input[type="file"]')

/** A signed-in poster with a filled-in create-task form. `fund` is the button that sends it. */
export async function newFunding(site: Site, name: string, reward = 10, maxCompletions = 1) {
  const { page, person } = await site.newVisitor(name)
  const title = `Benches of ${name} ${Date.now()}`
  const before = await person.balance()
  await signIn(page)
  const dialog = await openCreateTask(page)
  await fillTask(dialog, { title, reward, maxCompletions })
  const fund = dialog.getByRole('button', { name: 'Fund and create task' })
  /** Expects that the poster has paid for this number of tasks, and that as many are saved. */
  const expectTasks = async (count: 0 | 1) => {
    expect(before - (await person.balance())).toBe(toBaseUnits(count * reward * maxCompletions))
    expect(await findTasks(person, title)).toHaveLength(count)
  }
  return { dialog, expectTasks, fund, page, person, title }
}

/** Expects the home page with the task in its hero and the featured tasks, instead of their placeholders. */
export async function expectTasksOnHomePage(page: Page): Promise<void> {
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'See this task' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').getByText('CENTS').first()).toBeVisible()
}
