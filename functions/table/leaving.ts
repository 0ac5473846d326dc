import { keys } from './keys.ts'
import { type Table, update, writeIfAll } from './table.ts'
import * as totals from './totals.ts'
import * as usernames from './usernames.ts'
import { moveAttributes, type StoredUser } from './users.ts'

/** No username: it contains a space. */
const deletedName = 'Deleted user'

/** Seconds. All escrows that exist today can be refunded before. */
const walletKept = 400 * 86_400

/**
 * Replaces the user's item by a nameless one. The name stays reserved, and the wallet is free for a new account.
 * @param keepWallet whether a reward may still be approved; without it the write fails while submissions are pending
 * @param now ISO 8601
 * @returns false if the user has changed meanwhile
 */
export async function remove(
  table: Table,
  user: StoredUser,
  keepWallet: boolean,
  now: string,
): Promise<boolean> {
  const { adminChanges, id, profileImage, username, walletAddress } = user
  const ttl = Math.ceil(Date.parse(now) / 1000) + walletKept
  return writeIfAll(table, [
    update(keys.user(id), {
      set: {
        ...{ username: deletedName, email: null, bio: null, profileImage: null },
        ...{ deletedAt: now, updatedAt: now },
        ...(!keepWallet && { walletAddress: null, pendingSubmissions: 0 }),
      },
      remove: [
        ...moveAttributes,
        'board',
        'confirmedEmail',
        'mailOff',
        'passwordChangedAt',
        'seenNotification',
        'unsubscribeToken',
      ],
      condition: [
        'username = :name AND walletAddress = :wallet AND profileImage = :picture',
        usernames.sameRights(user),
        'attribute_not_exists(suspendedAt) AND attribute_not_exists(deletedAt)',
        !keepWallet &&
          '(attribute_not_exists(pendingSubmissions) OR pendingSubmissions = :pendingSubmissions)',
      ],
      values: {
        ...{ ':name': username, ':picture': profileImage, ':wallet': walletAddress },
        ...(adminChanges !== undefined && { ':adminChanges': adminChanges }),
      },
    }),
    usernames.giveUp(username, id, now),
    ...(await usernames.freeLook(table, username, id)),
    { delete: keys.password(id) },
    { delete: keys.emailToken(id) },
    ...(walletAddress ? [{ delete: keys.wallet(walletAddress) }] : []),
    ...(walletAddress
      ? [
          keepWallet
            ? { put: { ...keys.leftWallet(walletAddress, id), userId: id, ttl } }
            : totals.add({ connectedWallets: -1 }),
        ]
      : []),
  ])
}
