import { enter, expect, signIn, test, toastOf } from './fixtures.ts'
import { failing } from './network-faults.ts'
import { postedTask, submitted } from './task-fixtures.ts'

test('A reviewer learns whether the doer’s wallet or the payment stopped an approval', async ({ world }) => {
  const poster = await world.visit('Vic who approves in vain')
  const doer = await world.visit('Val the doer')
  const { submission } = await submitted(poster.person, doer.person, `Stopped benches ${Date.now()}`)
  const { page } = poster
  await signIn(page)
  await failing(page, '**/api/submissions/*')
  await page.goto(`/dashboard?review=${submission.id}`)
  const review = page.getByRole('dialog')
  await expect(review.getByRole('heading', { name: 'Failed to load submission details.' })).toBeVisible()
  await page.unroute('**/api/submissions/*')
  await page.reload()

  const approve = review.getByRole('button', { name: 'Approve and pay 30 CENTS' })
  await expect(approve).toBeEnabled()
  await failing(page, `**/api/users/${submission.userId}`)
  await approve.click()
  await expect(toastOf(page)).toContainText(
    "Could not get submitter's wallet address. Please try again later.",
  )
  await page.unroute(`**/api/users/${submission.userId}`)
  await page.route(`**/api/users/${submission.userId}`, (route) =>
    route.fulfill({ json: { id: submission.userId, username: 'val', walletAddress: null } }),
  )
  await approve.click()
  await expect(toastOf(page)).toContainText(
    `Invalid wallet address for user ${submission.userId}. Contact an administrator.`,
  )
  await page.unroute(`**/api/users/${submission.userId}`)
  await failing(page, '**/api/blockchain/release-reward', 'The chain is away')
  await approve.click()
  await expect(toastOf(page)).toContainText('Token transfer failed')
  await expect(toastOf(page)).toContainText('Failed to release reward: The chain is away')
})

test('An admin whose wallet is not connected is told what an approval needs', async ({ world, baseURL }) => {
  const poster = await world.visit('Pepe the poster')
  const doer = await world.visit('Pina the doer')
  const admin = await world.visit('Ada the admin', { admin: true })
  const { submission } = await submitted(poster.person, doer.person, `Unplugged admin ${Date.now()}`)
  await enter(admin, baseURL ?? '')
  await admin.page.goto(`/approvals?review=${submission.id}`)
  await expect(admin.page.getByRole('dialog')).toContainText(
    "You're an admin but need wallet connection to approve submissions.",
  )
})

test('A draft is told apart on its creator’s dashboard, and an empty text proof is not sent', async ({
  world,
  baseURL,
}) => {
  const poster = await world.visit('Dina with a draft')
  const doer = await world.visit('Nat with nothing to say')
  const task = await postedTask(poster.person, `Spoken benches ${Date.now()}`, 'text')
  await enter(doer, baseURL ?? '')
  await doer.page.goto(`/tasks?id=${task.id}`)
  const dialog = doer.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Submit proof' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Missing text proof: Please provide text description as proof',
  )
  await expect(toastOf(doer.page)).toContainText('Missing text proof')

  await enter(poster, baseURL ?? '')
  await poster.page.route('**/api/dashboard', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.createdTasks[0].isActive = false
    await route.fulfill({ json: answer })
  })
  await poster.page.goto('/dashboard?tab=created')
  await expect(poster.page.getByRole('main').getByText('Inactive', { exact: true })).toBeVisible()
})
