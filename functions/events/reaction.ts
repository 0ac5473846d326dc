import type { DomainEvent, EventType } from '../../domain/events.ts'
import type { Log } from '../log.ts'

/** What reactions may use. */
export interface EventServices {
  log: Log
  /** Starts a run of `settle` and does not wait for it. */
  startSettle(): Promise<void>
}

/**
 * What the product does when something has happened. An event may be delivered more than once and late, so a reaction is
 * idempotent by the event's id. If it throws, its record is retried alone and then goes to the dead-letter queue.
 */
export interface Reaction {
  name: string
  handles: readonly EventType[]
  react(services: EventServices, event: DomainEvent): Promise<void>
}
