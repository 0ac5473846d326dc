import { AsyncLocalStorage } from 'node:async_hooks'
import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { api, type RouteKey, rowKey } from '../../domain/api.ts'
import { services } from '../../functions/runtime/context.ts'
import { needsOf } from '../../infra/function-settings.ts'
import { match } from '../../local/api-gateway-event.ts'
import { observeNeeds } from './observe-needs.ts'

/**
 * Makes this process refuse every operation that IAM would refuse, because the function of the requested route has no
 * permission for it. So every API test also tests the permissions.
 */
export function enforceLeastPrivilege(): void {
  const asking = new AsyncLocalStorage<RouteKey | null>()
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { method = '', url = '/' } = (message as { request: IncomingMessage }).request
    const { pathname } = URL.parse(url, 'http://localhost') ?? {}
    const key = pathname && match(method, pathname)?.key
    asking.enterWith(key ? rowKey(key) : null)
  })
  observeNeeds(services(), (need) => {
    const route = asking.getStore()
    if (route && !needsOf(api[route].group).has(need))
      throw new Error(`AccessDenied: ${route} needs "${need}", which functions/needs.ts does not say`)
  })
}
