import { expect, test } from './fixtures.ts'

test('Sign-in fails if the wallet’s account changes between connecting and signing', async ({ site }) => {
  const { page } = await site.newVisitor('Chris who changes', { unregistered: true, wallet: false })
  await page.addInitScript(() => {
    const listeners: Record<string, (value: unknown) => void> = {}
    const request = async ({ method }: { method: string }) => {
      if (method === 'eth_requestAccounts') return [`0x${'1'.repeat(40)}`]
      if (method === 'eth_chainId') return '0xe34'
      if (method === 'personal_sign') {
        listeners.accountsChanged?.([`0x${'2'.repeat(40)}`])
        return `0x${'1'.repeat(130)}`
      }
      return null
    }
    const on = (event: string, listener: (value: unknown) => void) => {
      listeners[event] = listener
    }
    Object.assign(globalThis, { ethereum: { request, on } })
  })
  await page.goto('/auth')
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Browser wallet' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'The account in your wallet changed in the meantime. Please start again.',
  )
})
