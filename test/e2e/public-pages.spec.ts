import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { failRequests } from './network-faults.ts'
import { newSubmission } from './task-fixtures.ts'

test('The public page of a person shows what their verdicts were, and says so when there are none', async ({
  site,
}) => {
  const poster = await site.newApiUser()
  const { page, person } = await site.newVisitor('Paula with a history')
  const { submission } = await newSubmission(poster, person, 'Count the lamps of your bridge')
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  const { username } = await person.call('GET /api/user', {})
  await expect(async () => {
    const { scorecard } = await person.call('GET /api/profiles/{username}', { username })
    expect(scorecard.doer.approved).toBe(1)
  }).toPass()

  await page.goto(`/u/${username}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: username })).toBeVisible()
  await expect(main).toContainText('No tasks posted yet')
  await expect(main).toContainText('100% of 1 proof approved')
  await expectAccessible(page)

  await page.goto('/u/nobody_has_this_name')
  await expect(main.getByRole('heading', { name: 'There is nobody with this name' })).toBeVisible()
  await failRequests(page, '**/api/profiles/**')
  await page.goto(`/u/${username}`)
  await expect(page.getByRole('alert')).toContainText('This profile could not be loaded')
  await page.unroute('**/api/profiles/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('heading', { name: username })).toBeVisible()
})

test('The money page names a check for each figure, and shows the records while the chain does not answer', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Mona who checks', { unregistered: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Money' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'The contract holds all that it owes' })).toBeVisible()
  for (const check of await main.locator('tbody td:last-child').all()) await expect(check).not.toBeEmpty()
  await main.getByRole('button', { name: 'escrow.totalHeld()' }).click()
  const { escrowAddress, rpcUrl } = site.config
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `cast call ${escrowAddress} 'totalHeld()(uint256)' --rpc-url ${rpcUrl}`,
  )
  await expectAccessible(page)

  const known = await (await page.request.get('/api/money')).json()
  await page.route('**/api/money', (route) => route.fulfill({ json: { ...known, chain: null } }))
  await page.goto('/money')
  await expect(main).toContainText('The chain does not answer at the moment')
  await expect(main.getByRole('table', { name: 'For doers and funders' })).toBeVisible()
  const later = '2027-01-02T03:04:05.000Z'
  const announced = [{ setting: 'limit', value: '2000000', effectiveAt: later }]
  const chain = { ...known.chain, balance: 1, held: 2, pausedUntil: later, announced }
  const reconciled = { at: known.at, agrees: false }
  await page.route('**/api/money', (route) => route.fulfill({ json: { ...known, chain, reconciled } }))
  await page.goto('/money')
  for (const text of [
    'The contract holds less than it owes',
    'Until Jan 2, 2027',
    'Announced daily limit',
    'They differ',
  ])
    await expect(main).toContainText(text)
  await expectAccessible(page)
  await failRequests(page, '**/api/money')
  await page.goto('/money')
  await expect(page.getByRole('alert')).toContainText('The figures could not be loaded')
})
