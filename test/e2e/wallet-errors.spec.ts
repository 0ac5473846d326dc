import type { Page } from '@playwright/test'
import { expect, test, toastOf, type Visitor } from './fixtures.ts'
import { failRequests, respondWithHtml } from './network-faults.ts'
import { fillTask, openCreateTask } from './task-fixtures.ts'

/** Adds a wallet extension whose errors and chain the test controls. */
async function addControlledWallet({ page, person }: Visitor): Promise<void> {
  await page.exposeFunction('signAs', (hex: string) =>
    person.wallet.signMessage(Buffer.from(hex.slice(2), 'hex')),
  )
  await page.addInitScript(`
    globalThis.errors = JSON.parse(sessionStorage.errors ?? '{}')
    let accountsChanged
    const on = (event, listener) => { if (event === 'accountsChanged') accountsChanged = listener }
    globalThis.ethereum = { on, request: async ({ method, params }) => {
      if (method in errors) throw errors[method]
      if (method === 'personal_sign' && errors.nextAccount) accountsChanged([errors.nextAccount])
      if (/accounts/i.test(method)) return ['${person.wallet.address}']
      if (method === 'eth_chainId') return errors.chain ?? '0xe34'
      if (method === 'personal_sign') return signAs(params[0])
      return null
    } }
  `)
}

/** Sets the error that the wallet throws for each method, and its chain. */
const setWalletErrors = (page: Page, errors: Record<string, unknown>) =>
  page.evaluate(`sessionStorage.errors = '${JSON.stringify(errors)}'; errors = ${JSON.stringify(errors)}`)

test('Each failure of the wallet or the server during sign-in shows its own message', async ({ site }) => {
  const visitor = await site.newVisitor('Wes with a strange wallet', { wallet: false })
  const { page } = visitor
  await addControlledWallet(visitor)
  await page.goto('/auth')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog')
  const alert = dialog.getByRole('alert')
  const choose = () => dialog.getByRole('button', { name: 'Browser wallet' }).click()

  await setWalletErrors(page, { eth_requestAccounts: {} })
  await choose()
  await expect(alert).toHaveText('Wallet connection failedUnknown error connecting wallet')
  await expect(toastOf(page)).toContainText('Wallet connection failed')
  const unknownChain = { chain: '0x1', wallet_switchEthereumChain: { code: 4902, message: 'Unknown chain' } }
  await setWalletErrors(page, {
    ...unknownChain,
    wallet_addEthereumChain: { code: -32603, message: 'Not now' },
  })
  await choose()
  await expect(alert).toContainText('Failed to add the test network to your wallet. Please add it manually.')
  await setWalletErrors(page, {
    chain: '0x1',
    wallet_switchEthereumChain: { code: -32603, message: 'Not now' },
  })
  await choose()
  await expect(alert).toContainText('Failed to switch to the test network. Please switch manually in')

  await setWalletErrors(page, { nextAccount: `0x${'2'.repeat(40)}` })
  await choose()
  await expect(alert).toContainText('The account in your wallet changed in the meantime. Please start again.')
  await setWalletErrors(page, {})
  await respondWithHtml(page, '**/api/auth/challenge*')
  await choose()
  await expect(alert).toHaveText('Authentication failedUnknown error during authentication')
  await page.unroute('**/api/auth/challenge*')
  await failRequests(page, '**/api/auth/web3')
  await choose()
  await expect(alert).toHaveText('Authentication failedThe table is away')
  await page.unroute('**/api/auth/web3')
  await choose()
  await expect(toastOf(page)).toContainText('Authentication successful')
})

test('Field limits and each failure of funding show their own message', async ({ site }) => {
  const visitor = await site.newVisitor('Uma with a silent wallet', { wallet: false })
  const { page } = visitor
  await addControlledWallet(visitor)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Browser wallet' }).click()
  await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible()
  const dialog = await openCreateTask(page)
  await fillTask(dialog, { title: 'Silence', reward: 1001, maxCompletions: 101 })
  await dialog.getByLabel('Minutes').fill('481')
  await dialog.getByLabel('Title').fill('')
  await dialog.getByLabel('Description').click()
  for (const words of ['Maximum 8 hours (480 minutes)', 'Maximum 1000 CENTS', 'Maximum 100 completions'])
    await expect(dialog.getByText(words)).toBeVisible()
  await expect(dialog.getByText('Required', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Completions')).toHaveAccessibleDescription(/Maximum 100 completions/)
  await dialog.getByLabel('Minutes').fill('')
  await dialog.getByLabel('Title').click()
  await expect(dialog.getByText('Expected number, received')).toBeVisible()
  await dialog.getByLabel('Minutes').fill('30')
  await fillTask(dialog, { title: 'Silence', reward: 10, maxCompletions: 1 })

  const button = dialog.getByRole('button', { name: 'Fund and create task' })
  await failRequests(page, '**/api/user')
  await button.click()
  await expect(toastOf(page)).toContainText('Failed to create task')
  await page.unroute('**/api/user')
  await setWalletErrors(page, { eth_sendTransaction: {} })
  await button.click()
  await expect(toastOf(page)).toContainText('Failed to escrow tokens. Please try again.')
  await expect(dialog.getByRole('alert')).toContainText('Failed to create task with tokens')
  await setWalletErrors(page, { eth_sendTransaction: { message: 'The paper is out' } })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Blockchain Error: The paper is out')
})
