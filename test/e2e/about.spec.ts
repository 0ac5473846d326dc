import { shortAddress } from '../../domain/user.ts'
import { expect, test } from './fixtures.ts'

test('The footer leads to other sites and to the About page, which explains the payouts, the token and rejections', async ({
  site,
}) => {
  const { page } = await site.newVisitor('A reader')
  await page.goto('/')
  const foot = page.getByRole('contentinfo')
  const { whitepaperUrl, faucetUrl } = site.config
  for (const [name, url] of [
    [/Whitepaper/, whitepaperUrl],
    [/Testnet Faucet/, faucetUrl],
  ] as const) {
    const link = foot.getByRole('link', { name })
    await expect(link).toHaveAttribute('href', url)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  for (const [name, path] of [
    ['Home', '/'],
    ['Tasks', '/tasks'],
    ['Dashboard', '/dashboard'],
    ['Create Tasks', '/?create=task'],
  ] as const)
    await expect(foot.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  await foot.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle(/^About · Earn Crypto for Real World Tasks/)
  const main = page.getByRole('main')
  await expect(main).toContainText('Our mission')
  for (const step of ['Escrow', 'Validation', 'Automatic payouts'])
    await expect(main.getByRole('heading', { name: step, exact: true })).toBeVisible()
  await expect(main).toContainText('ERC-20')
  const copy = main.getByRole('button', { name: /^Copy contract address/ })
  await expect(copy.first()).toContainText(shortAddress(site.config.tokenAddress))
  for (const use of ['Rewards', 'Escrow funding', 'Governance voting', 'Trading'])
    await expect(main.getByText(use, { exact: true })).toBeVisible()

  const reason = main.getByText('A creator must give a reason when rejecting a submission')
  await expect(reason).toBeHidden()
  await main.getByText('Can my work be rejected without a reason?').click()
  await expect(reason).toBeVisible()
})
