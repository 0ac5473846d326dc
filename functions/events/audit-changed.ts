import type { Reaction } from './reaction.ts'

/** Raises the alarm AuditChanged: an audit entry was changed or deleted, which no function of the product does. */
export const auditChanged: Reaction = {
  name: 'audit-changed',
  async react({ log, meter }, event) {
    if (event.type !== 'audit.changed') return
    log.error('audit entry changed', { entry: event.entryId, deleted: event.isDeleted })
    meter.record({ AuditChanged: 1 })
  },
}
