import { type ConnectEvent, connect } from '../http/live.ts'
import { services } from '../runtime/context.ts'

/** Accepts or refuses the WebSocket connection of a page. */
export const handler = (event: ConnectEvent) => connect(event, services())
