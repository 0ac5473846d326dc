import { openApi } from '../../domain/openapi.ts'
import type { Context } from '../runtime/context.ts'
import { cookieName } from './cookies.ts'

/** Answers without the table and the chain, so it shows only that the function runs. */
export const health = async ({ now }: Context) => ({
  status: 'ok' as const,
  time: new Date(now()).toISOString(),
})

/** The description of the API in OpenAPI 3.1. */
export const describeApi = async ({ config }: Context): Promise<Record<string, unknown>> =>
  openApi(config.SITE_ORIGIN, cookieName('session', config.SITE_ORIGIN))
