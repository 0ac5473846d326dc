import type { DomainEvent } from '../../domain/events.ts'
import type { Services } from '../runtime/context.ts'
import type { Live } from '../runtime/live.ts'
import type { Meter } from '../runtime/metrics.ts'

/** The notification that a mail is about. */
export type MailAbout = Extract<DomainEvent, { type: 'notification.added' }>

/** The services that sending a mail may use. */
export interface MailServices extends Pick<Services, 'log' | 'table'> {
  config: Pick<Services['config'], 'MAIL_FROM' | 'SES_ENDPOINT' | 'SITE_ORIGIN'>
  meter: Pick<Meter, 'record'>
}

/** The services that reactions may use. */
export interface EventServices extends MailServices, Pick<Services, 'now'> {
  /** Sends messages to connected pages, where there are connections. */
  live?: Live | undefined
  /** Queues a mail and does not wait until it is sent. */
  queueMail(about: MailAbout): Promise<void>
  /** Starts a run of `settle` and does not wait for it. */
  startSettle(): Promise<void>
}

/**
 * What the product does after an event. An event may be delivered late and more than once, so a reaction is idempotent by
 * the event's id. Only events of one item come in order (consume.ts). If a reaction throws, the stream record is retried alone; after the retries it goes to the dead-letter queue.
 */
export interface Reaction {
  name: string
  react(services: EventServices, event: DomainEvent): Promise<void>
}
