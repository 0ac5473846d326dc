import { openApi } from '../../domain/openapi.ts'
import type { Context } from '../context.ts'
import { cookieName } from '../http/session.ts'

/** The API's own description (OpenAPI 3.1). */
export const describeApi = async ({ config }: Context): Promise<Record<string, unknown>> =>
  openApi(config.SITE_ORIGIN, cookieName(config.SITE_ORIGIN))
