import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { HDNodeWallet, JsonRpcProvider } from 'ethers'
import type { SiteConfig } from '../../domain/config.ts'
import { account, demoAccounts } from '../../local/accounts.ts'
import { ApiUser } from '../../ops/api-user.ts'
import { keepTexts, recordTexts, recordTextsBeforeLeaving } from './shown-texts.ts'

/** A person with a wallet, and a browser whose pages find that wallet. */
export interface Visitor {
  page: Page
  /** The same person as a client of the API, without a browser. */
  person: ApiUser
}

interface Options {
  /** True: the site does not know this wallet yet. */
  unregistered?: boolean
  /** False: this browser has no wallet. */
  wallet?: boolean
  /** The admin of the local marketplace. Several tests use this account at once, so it must send no transactions. */
  admin?: boolean
  /** True: the dialog about a payment stays open. Otherwise it is closed as soon as it covers what a test looks for. */
  keepsPaidDialog?: boolean
  /** Replaces the defaults of the browser context, for example with those of a phone. */
  browser?: BrowserContextOptions
}

export interface Site {
  config: SiteConfig
  /** Creates a wallet with test money and registers it. Use it for people whose pages a test does not need. */
  newApiUser: () => Promise<ApiUser>
  /** Creates a wallet with test money, registers it with the site unless `unregistered`, and opens a browser for it. */
  newVisitor: (name: string, options?: Options) => Promise<Visitor>
}

const adminAccount = demoAccounts.findIndex(({ role }) => role === 'admin')
const sessions = new WeakMap<Page, { person: ApiUser; origin: string }>()

/** All tests share one marketplace. Each test creates its own visitors, so no two tests use the same wallet. */
export const test = base.extend<{ site: Site }>({
  site: async ({ browser, baseURL, viewport }, use, testInfo) => {
    const origin = baseURL ?? ''
    const config = (await (await fetch(`${origin}/config.json`)).json()) as SiteConfig
    const provider = new JsonRpcProvider(config.rpcUrl, config.chainId, {
      staticNetwork: true,
      pollingInterval: 20,
      batchMaxCount: 1,
      cacheTimeout: -1,
    })
    const pages: Page[] = []
    const texts = new Set<string>()
    const violations: string[] = []
    const apiUser = (wallet: HDNodeWallet) => new ApiUser({ origin, siteConfig: config, provider }, wallet)
    await use({
      config,
      async newApiUser() {
        const person = apiUser(HDNodeWallet.createRandom())
        await takeFromFaucet(origin, person.wallet.address)
        await person.signIn()
        return person
      },
      async newVisitor(
        name,
        {
          unregistered = false,
          wallet: hasWallet = true,
          admin = false,
          keepsPaidDialog = false,
          browser: own = {},
        } = {},
      ) {
        const wallet = admin ? account(adminAccount) : HDNodeWallet.createRandom()
        const person = apiUser(wallet)
        if (!admin) await takeFromFaucet(origin, wallet.address)
        if (!unregistered) await person.signIn()
        const demoAccount = { name, role: 'poster' as const, privateKey: wallet.privateKey }
        const page = await openPage(
          browser,
          // Without animations, elements can be clicked as soon as they appear.
          { baseURL: origin, viewport, reducedMotion: 'reduce', ...own },
          { ...config, demoAccounts: hasWallet ? [demoAccount] : [] },
        )
        if (!keepsPaidDialog)
          await page.addLocatorHandler(paidDialog(page), (dialog) =>
            dialog.getByRole('button', { name: 'Done' }).click(),
          )
        await recordTexts(page.context(), texts)
        recordTextsBeforeLeaving(page)
        recordViolations(page.context(), violations)
        pages.push(page)
        sessions.set(page, { person, origin })
        return { page, person }
      },
    })
    for (const page of pages) {
      // A request that a test's route is still answering must not fail the test when the page closes.
      for (const open of page.context().pages()) {
        await open.unrouteAll({ behavior: 'ignoreErrors' })
        await open.evaluate('window.collectTexts?.()').catch(() => {})
      }
      await page.context().close()
    }
    keepTexts(testInfo, texts)
    provider.destroy()
    expect(violations, 'Violations of the security headers').toEqual([])
  },
})
export { expect } from '@playwright/test'

async function openPage(browser: Browser, options: BrowserContextOptions, config: SiteConfig): Promise<Page> {
  const context = await browser.newContext(options)
  await replaceConfig(context, config)
  return context.newPage()
}

/**
 * Replaces what the pages of this browser read as `/config.json`. It is no route of Playwright, because with a route the
 * browser caches nothing and asks the test about every request.
 */
export const replaceConfig = (context: BrowserContext, config: SiteConfig) =>
  context.addInitScript((json) => {
    const { fetch } = globalThis
    globalThis.fetch = async (input, init) =>
      input === '/config.json' ? new Response(json) : fetch(input, init)
  }, JSON.stringify(config))

/** Records what the console says about the Content-Security-Policy, Trusted Types or the Permissions-Policy. */
const recordViolations = (context: BrowserContext, violations: string[]) =>
  context.on('console', (message) => {
    if (/content.security.policy|trusted ?type|permissions.policy/i.test(message.text()))
      violations.push(`${message.location().url}: ${message.text()}`)
  })

async function takeFromFaucet(origin: string, address: string): Promise<void> {
  const answer = await fetch(`${origin}/faucet`, { method: 'POST', body: new URLSearchParams({ address }) })
  if (!answer.ok) throw new Error(`The faucet answered ${answer.status}`)
}

/** The dialog of the demo wallet, in which the owner answers requests. */
export const walletDialog = (page: Page) => page.frameLocator('iframe[title="Demo wallet"]')

/** Approves or rejects the request that the wallet shows; `request` is a part of its heading. */
export async function answerWallet(page: Page, request: string, answer: 'Approve' | 'Reject' = 'Approve') {
  const dialog = walletDialog(page)
  await expect(dialog.getByRole('heading')).toContainText(request)
  await dialog.getByRole('button', { name: answer }).click()
}

/** Signs in on the home page by clicking through the wallet's requests. `signIn` is faster. */
export async function signInWithWallet(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message')
  const named = page.getByRole('dialog', { name: 'Set Your Username' })
  await expect(named.or(page.getByRole('button', { name: /^Menu of/ }))).toBeVisible()
}

/**
 * Gives the page the session that its person has through the API, and a connected wallet, as a returning user has them.
 * Then opens `path`.
 */
export async function signIn(page: Page, path = '/'): Promise<void> {
  const { wallet } = await signInWithoutWallet(page)
  await page.goto('/robots.txt') // a page's storage can be written only on its own origin, and this page loads fastest
  await page.evaluate((address) => {
    localStorage.setItem('wallet', 'local.demo.poster')
    localStorage.setItem('demo-wallet:poster', JSON.stringify({ shown: address }))
  }, wallet.address)
  await page.goto(path)
  // Not getByRole, from which an open dialog hides the header.
  await expect(page.locator('header').getByText(/^Menu of/)).toBeAttached()
}

/** Gives the page the session that its person, or another one, has through the API, but no connected wallet. */
export async function signInWithoutWallet(page: Page, other?: ApiUser): Promise<ApiUser> {
  const { person: own, origin } = sessions.get(page) ?? {}
  const person = other ?? own
  if (!person || !origin) throw new Error('This page belongs to no registered visitor')
  const pairs = person.cookie.split('; ').map((pair) => pair.split('='))
  await page.context().addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: origin })))
  await page.context().addInitScript(rememberSession, person.cookie)
  return person
}

/** Stores once for each cookie, in a page, what a sign-in there would have stored. */
export function rememberSession(cookie: string) {
  try {
    if (localStorage.getItem('given-session') === cookie) return
    localStorage.setItem('given-session', cookie)
    localStorage.setItem('session', 'member')
  } catch {} // The first page of a tab has no storage.
}

/** Switches the page's wallet to Ethereum without a prompt. The next page load sees the change. */
export const switchToOtherChain = (page: Page) =>
  page.evaluate(() => {
    const key = 'demo-wallet:poster'
    localStorage.setItem(
      key,
      JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), chainId: 1 }),
    )
  })

/** Replaces the wallets of the page's browser with those of these visitors: "Wallet 1", "Wallet 2" and so on. */
export const setWallets = (page: Page, config: SiteConfig, visitors: Visitor[]) =>
  replaceConfig(page.context(), {
    ...config,
    demoAccounts: visitors.map(({ person }, index) => ({
      name: `Wallet ${index + 1}`,
      role: index === 0 ? 'poster' : 'doer',
      privateKey: person.wallet.privateKey,
    })),
  })

/** Switches the page's wallet to another account without a prompt. The next page load sees the change. */
export const switchAccount = (page: Page, address: string) =>
  page.evaluate((shown) => localStorage.setItem('demo-wallet:poster', JSON.stringify({ shown })), address)

/** The dialog that shows a payment once. */
export const paidDialog = (page: Page) => page.getByRole('dialog', { name: 'You were paid' })

/** The visible toast. */
export const toastOf = (page: Page) => page.locator('li[data-swipe-direction]')

/** Waits for the toast of a paid reward. */
export const expectPaid = (page: Page) =>
  expect(toastOf(page)).toContainText('Reward transferred successfully')
