import type { DomainEvent, EventType } from '../../domain/events.ts'
import type { Services } from '../runtime/context.ts'
import type { Live } from '../runtime/live.ts'
import type { Meter } from '../runtime/metrics.ts'

/** The services that reactions may use. */
export interface EventServices extends Pick<Services, 'log' | 'now' | 'table'> {
  config: Pick<Services['config'], 'MAIL_FROM' | 'SES_ENDPOINT' | 'SITE_ORIGIN'>
  meter: Pick<Meter, 'record'>
  /** Sends messages to connected pages, where there are connections. */
  live?: Live | undefined
  /** Starts a run of `settle` and does not wait for it. */
  startSettle(): Promise<void>
}

/**
 * What the product does after an event. An event may be delivered late and more than once, so a reaction is idempotent by
 * the event's id. Only events of one item come in order (consume.ts). If a reaction throws, the stream record is retried alone; after the retries it goes to the dead-letter queue.
 */
export interface Reaction {
  name: string
  handles: readonly EventType[]
  react(services: EventServices, event: DomainEvent): Promise<void>
}
