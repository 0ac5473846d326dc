import { sha256 } from '../../functions/runtime/crypto.ts'
import { keys } from '../../functions/table/keys.ts'
import { update } from '../../functions/table/table.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { openOwnServices } from './shared-fixture.ts'

/** Makes the session of this person an hour old: no longer enough for what needs a recent sign-in. */
export async function ageSession({ cookie }: ApiUser): Promise<void> {
  const [, userId = '', token = ''] = /session=(\w+)\.([\w-]+)/.exec(cookie) ?? []
  const set = { createdAt: new Date(Date.now() - 3_600_000).toISOString() }
  const condition = 'attribute_exists(pk)'
  await openOwnServices().table.write([update(keys.session(userId, sha256(token)), { set, condition })])
}
