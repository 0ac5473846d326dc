import { expect, replaceConfig, signInWithoutWallet, test } from './fixtures.ts'

test('Without deployed contracts the site says so, makes no eth_call and disables funding', async ({
  site,
}) => {
  const { tokenAddress, escrowAddress, ...config } = site.config
  const visitor = await site.newVisitor('Early Ebba')
  const { page } = visitor
  await signInWithoutWallet(visitor.page)
  await replaceConfig(page.context(), { ...config, tokenAddress: '', escrowAddress: '' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.postData() ?? ''))
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))

  await page.goto('/about')
  await expect(page.getByRole('main').getByText('Not deployed yet')).toHaveCount(2)

  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()

  await page.goto('/?create=task')
  const dialog = page.getByRole('dialog', { name: 'Create New Task' })
  await expect(dialog).toContainText(
    'Tasks can’t be funded yet: the escrow contract is still to be deployed.',
  )
  await expect(dialog.getByRole('button', { name: /^(Connect wallet to fund|Fund and)/ })).toBeDisabled()

  expect(asked.filter((body) => body.includes('eth_call'))).toEqual([])
  expect(errors).toEqual([])
})
