import type { RouteKey } from '../../domain/api.ts'
import { ApiUser } from '../../ops/api-user.ts'

interface Named {
  id: string
}

/** A person of a test, with the calls that many tests make. */
export class TestUser extends ApiUser {
  /** The status of the response to a call. */
  async statusOf(route: RouteKey, sent: Record<string, unknown> = {}): Promise<number> {
    return (await this.request(route, sent)).status
  }

  submitTo({ id: taskId }: Named, proofText = 'A tram and a blackbird.') {
    return this.call('POST /api/submissions', { taskId, proofText })
  }

  approve({ id }: Named, feedback?: string) {
    return this.call('PATCH /api/submissions/{id}', { id, status: 'approved', feedback })
  }

  reject({ id }: Named, feedback = 'No') {
    return this.call('PATCH /api/submissions/{id}', { id, status: 'rejected', feedback })
  }

  appeal({ id }: Named, message = 'Look again.') {
    return this.call('POST /api/submissions/{id}/appeal', { id, message })
  }

  /** As an admin. */
  decideAppeal({ id }: Named, decision: 'upheld' | 'dismissed', reason = 'It fits.') {
    return this.call('POST /api/admin/submissions/{id}/appeal', { id, decision, reason })
  }

  /** As an admin. */
  suspend({ id: userId }: Named, suspended = true, reason = 'Copied proofs') {
    return this.call('POST /api/admin/users/{userId}/suspension', { userId, suspended, reason })
  }

  close({ id }: Named) {
    return this.call('POST /api/tasks/{id}/close', { id })
  }
}
