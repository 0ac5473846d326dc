import type { Page } from '@playwright/test'
import { keccak256 } from 'ethers'

/** Requests to this URL fail with status 500 and this message. */
export const failRequests = (page: Page, url: string | RegExp, message = 'The table is away') =>
  page.route(url, (route) => route.fulfill({ status: 500, json: { message, requestId: 'test' } }))

/** Requests to this URL are answered with HTML instead of JSON, as by a proxy. */
export const respondWithHtml = (page: Page, url: string) =>
  page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hello</p>' }))

/** Lets no news reach the page, neither by its connection nor when it asks. Call it before the page is opened. */
export async function withoutNews(page: Page): Promise<void> {
  await page.routeWebSocket('**/live', () => {})
  await page.route('**/api/news', (route) => route.fulfill({ json: { messages: 0, age: null } }))
}

/** Shows a submission as not yet paid, even after it is paid. Returns a function that ends this. */
export async function hidePayment(page: Page, submissionId: string): Promise<() => void> {
  let isHidden = true
  await page.route(`**/api/submissions/${submissionId}`, async (route) => {
    if (!isHidden) return route.fallback()
    const response = await route.fetch()
    const json = { ...(await response.json()), transactionHash: null }
    await route.fulfill({ status: response.status(), json })
  })
  return () => {
    isHidden = false
  }
}

/** Holds back the transactions of the page's wallet, as a slow chain does. Returns a function that sends them. */
export async function holdTransactions(page: Page, rpcUrl: string) {
  const held: string[] = []
  await page.route(rpcUrl, (route) => {
    const call = route.request().postDataJSON()
    if (call?.method !== 'eth_sendRawTransaction') return route.fallback()
    held.push(route.request().postData() ?? '')
    return route.fulfill({ json: { jsonrpc: '2.0', id: call.id, result: keccak256(call.params[0]) } })
  })
  return async () => {
    for (const body of held.splice(0))
      await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
}
