import { expect, signIn, test } from './fixtures.ts'

test('The footer links to three pages, the new-task dialog, the faucet and the whitepaper', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Fritz at the foot')
  await signIn(page)
  const foot = page.getByRole('contentinfo')
  for (const [link, path] of [
    ['Tasks', '/tasks'],
    ['Dashboard', '/dashboard'],
    ['Home', '/'],
  ] as const) {
    await foot.getByRole('link', { name: link, exact: true }).click()
    await expect(page).toHaveURL(path)
  }
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
  await expect(foot).toContainText(`© ${new Date().getFullYear()} ${site.config.brand}`)
  await foot.getByRole('link', { name: 'Create Tasks' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Task' })).toBeVisible()
})
