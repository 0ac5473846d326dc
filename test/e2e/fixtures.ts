import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { HDNodeWallet, JsonRpcProvider } from 'ethers'
import type { SiteConfig } from '../../domain/config.ts'
import { account, demoAccounts } from '../../local/accounts.ts'
import { ApiUser } from '../../ops/api-user.ts'
import { keepTexts, recordTexts } from './shown-texts.ts'

/** Somebody with money, a name and a browser of their own, whose wallet is announced to their pages. */
export interface Visitor {
  page: Page
  /** The same person through the API, without a browser. */
  person: ApiUser
}

interface Options {
  newcomer?: boolean
  /** False: this browser has no wallet that the site announces. */
  wallet?: boolean
  /** The marketplace's own admin. They may be in several tests at once, so they send no transactions. */
  admin?: boolean
  /** Another browser than that of a desk, such as a phone’s. */
  browser?: BrowserContextOptions
}

interface World {
  config: SiteConfig
  /** Moves somebody in: a fresh wallet with test money, known to the site unless they are a newcomer. */
  visit: (name: string, options?: Options) => Promise<Visitor>
}

const adminAccount = demoAccounts.findIndex(({ role }) => role === 'admin')

/** Tests share one marketplace, so each brings people of its own: no wallet is used by two tests. */
export const test = base.extend<{ world: World }>({
  world: async ({ browser, baseURL, viewport }, use, testInfo) => {
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
    await use({
      config,
      async visit(
        name,
        { newcomer = false, wallet: hasWallet = true, admin = false, browser: own = {} } = {},
      ) {
        const wallet = admin ? account(adminAccount) : HDNodeWallet.createRandom()
        const person = new ApiUser({ origin, siteConfig: config, provider }, wallet)
        if (!admin) await takeFromFaucet(origin, wallet.address)
        if (!newcomer) await person.signIn()
        const demoAccount = { name, role: 'poster' as const, privateKey: wallet.privateKey }
        const page = await openPage(
          browser,
          { baseURL: origin, viewport, ...own },
          {
            ...config,
            demoAccounts: hasWallet ? [demoAccount] : [],
          },
        )
        await recordTexts(page.context(), texts)
        pages.push(page)
        return { page, person }
      },
    })
    for (const page of pages) await page.context().close()
    keepTexts(testInfo, texts)
    provider.destroy()
  },
})
export { expect } from '@playwright/test'

async function openPage(browser: Browser, options: BrowserContextOptions, config: SiteConfig): Promise<Page> {
  const context = await browser.newContext(options)
  await context.route('**/config.json', (route) => route.fulfill({ json: config }))
  return context.newPage()
}

async function takeFromFaucet(origin: string, address: string): Promise<void> {
  const answer = await fetch(`${origin}/faucet`, { method: 'POST', body: new URLSearchParams({ address }) })
  if (!answer.ok) throw new Error(`The faucet answered ${answer.status}`)
}

/** The wallet's own sheet, which asks its owner. */
export const walletSheet = (page: Page) => page.frameLocator('iframe[title="Demo wallet"]')

/** Agrees to, or refuses, what the wallet asks; `wants` is a part of its question. */
export async function answerWallet(page: Page, wants: string, answer: 'Approve' | 'Reject' = 'Approve') {
  const sheet = walletSheet(page)
  await expect(sheet.getByRole('heading')).toContainText(wants)
  await sheet.getByRole('button', { name: answer }).click()
}

/** Signs in with the one wallet that this page knows, from the home page. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').click()
  await answerWallet(page, 'show it your account')
  await answerWallet(page, 'sign this message')
  const named = page.getByRole('dialog', { name: 'Set Your Username' })
  await expect(named.or(page.getByRole('button', { name: /^Menu of/ }))).toBeVisible()
}

/** Gives the browser the session that this person has through the API, without a sign-in to click through. */
export async function enter({ page, person }: Visitor, site: string): Promise<void> {
  const [name = '', value = ''] = person.cookie.split('=')
  await page.context().addCookies([{ name, value, url: site }])
}

/** Puts the page's wallet on Ethereum, as its owner might in the wallet itself; takes effect with the next page. */
export const leaveChain = (page: Page) =>
  page.evaluate(() => {
    const key = 'demo-wallet:poster'
    localStorage.setItem(
      key,
      JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), chainId: 1 }),
    )
  })

/** Gives the page's browser the wallets of these people instead, as somebody has who keeps several. */
export const holdWallets = (page: Page, config: SiteConfig, people: Visitor[]) =>
  page.route('**/config.json', (route) =>
    route.fulfill({
      json: {
        ...config,
        demoAccounts: people.map(({ person }, index) => ({
          name: `Wallet ${index + 1}`,
          role: index === 0 ? 'poster' : 'doer',
          privateKey: person.wallet.privateKey,
        })),
      },
    }),
  )

/** As when its owner chooses another account in the wallet itself; takes effect with the next page. */
export const showAccount = (page: Page, address: string) =>
  page.evaluate((shown) => localStorage.setItem('demo-wallet:poster', JSON.stringify({ shown })), address)

/** The visible toast. */
export const toastOf = (page: Page) => page.locator('li[data-swipe-direction]')
