import type { Page } from '@playwright/test'

/** Calls to this address fail with this sentence of the server’s. */
export const failing = (page: Page, address: string, message = 'The table is away') =>
  page.route(address, (route) => route.fulfill({ status: 500, json: { message, requestId: 'test' } }))

/** Calls to this address are answered by something between that speaks no JSON. */
export const garbled = (page: Page, address: string) =>
  page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hello</p>' }))
