import type { RouteKey } from './api.ts'
import { brand } from './brand.ts'
import type { ErrorCode } from './errors.ts'
import type { Group } from './route.ts'

export const introduction = `The marketplace ${brand}: tasks whose rewards lie in an on-chain escrow, proofs, reviews and payouts.

Sign in with a password (\`POST /api/register\`, \`POST /api/login\`) or with a wallet: take a message from
\`GET /api/auth/challenge\`, sign it (EIP-191) and send both to \`POST /api/auth/web3\`. Either answers a session cookie,
which goes with every further call. Bodies are JSON, times ISO 8601 UTC, ids ULIDs, money whole CENTS. A call that changes
something is refused when its \`Origin\` is another site's; clients that are no browsers need not send one. Every answer names
its request in \`x-request-id\`.`

export const groupDescriptions: Record<Group, string> = {
  auth: 'Accounts, sessions and wallets',
  tasks: 'Tasks and their escrow',
  submissions: 'Proofs, reviews, and what is one’s own',
  uploads: 'Pictures: as proof, and of oneself',
  users: 'Profiles, and who earned and did the most',
  notifications: 'What happened to one’s proofs and tasks, and mail about it',
  admin: 'The whole marketplace, and the API itself',
  moderation: 'Reports, hidden tasks, suspended people and the audit log',
  payouts: 'Rewards on their way from the escrow',
}

export const routeDescriptions: Record<RouteKey, string> = {
  'GET /api/user': 'The user whose session this is.',
  'GET /api/auth/challenge':
    'A message to sign (EIP-4361), good for one use within five minutes: to sign in, or for another `purpose`. With `moveTo` it moves the account of the wallet `address` to that wallet.',
  'POST /api/auth/web3':
    'Begins a session for the wallet that signed the message; the first time makes its account.',
  'POST /api/login': 'Begins a session with a name and a password.',
  'POST /api/register': 'Makes an account with a name and a password, and begins its session.',
  'POST /api/logout': 'Ends the session, if there is one.',
  'POST /api/wallet':
    'Links a wallet that signed a challenge for `link`. If another wallet is linked, that wallet signs a challenge with `moveTo` too (`oldSignature`, `oldMessage`), or the password announces the move, which then happens after 72 hours. The wallet that is linked already needs no signature.',
  'DELETE /api/wallet/move': 'Cancels the announced move to another wallet.',
  'POST /api/user/password':
    'Sets a new password with the current one, or with a challenge for `password` that the wallet of the account signed. All other sessions end.',
  'POST /api/user/email/send': 'Sends a link that confirms the e-mail address, valid for 24 hours.',
  'POST /api/user/email/confirm': 'Confirms the e-mail address with the token of the link.',
  'POST /api/user/email/notifications': 'Turns mail about notifications on or off.',
  'GET /api/notifications':
    'What happened to the caller’s proofs and tasks within 180 days, newest first, 30 a page. Admins also see what waits for admins.',
  'POST /api/notifications/seen': 'Marks all notifications up to this id as seen.',
  'GET /api/unsubscribe/{token}': 'Leads to the page that ends mail about notifications.',
  'POST /api/unsubscribe/{token}':
    'Ends mail about notifications, by the token of a mail and without a session (RFC 8058).',
  'GET /api/user/export': 'Everything that is stored about the user, as a file.',
  'DELETE /api/user':
    'Deletes the account of somebody who has signed in recently. What is owed to the account is still paid.',
  'GET /api/user/security':
    'The sessions of the caller and the newest events of the security log, such as sign-ins and wallet changes.',
  'POST /api/user/sessions/end':
    'Ends the caller’s session with this id; without an id, all others. For callers who signed in within the last 15 minutes.',
  'GET /api/tasks':
    'Without parameters, tasks that still take submissions, newest first; else what they filter and sort. The Link header leads to the next page: a page may have fewer tasks than `limit`, or none, because a request reads at most about 64 KB.',
  'POST /api/tasks':
    'Saves a task whose escrow the caller’s own wallet has funded on the chain under these terms.',
  'GET /api/tasks/{id}': 'A task. A draft is seen by its creator and admins only.',
  'PATCH /api/tasks/{id}':
    'Changes the title, description and requirements of a task, for its creator, until the first proof arrives, and not while the task is closed, hidden or in an open report. `textVersion` is that of the text that was changed; another one is refused. It grows by 1.',
  'GET /t/{id}':
    'The page of a task that everybody may see, as HTML with tags for link previews. 404 with a page for any other id. Cached for a minute.',
  'GET /feeds/{file}':
    'The newest 50 open tasks as `tasks.atom` (RFC 4287) or `tasks.json` (JSON Feed 1.1). The feeds of a category have its name, such as `social-media.atom`, and the open tasks among the newest 500. Cached for five minutes.',
  'GET /sitemap.xml': 'The static pages and the newest 1,000 open tasks. Cached for an hour.',
  'GET /robots.txt': 'What crawlers may read: everything. Names the sitemap. Cached for an hour.',
  'GET /api/tasks/{id}/user-submission': 'The caller’s own submission to the task, if there is one.',
  'GET /api/user/completed-tasks':
    'Of the caller’s newest 500 submissions: the ids of tasks where one was approved, and as many as the answer holds.',
  'GET /api/dashboard':
    'The caller’s submissions with their tasks, and tasks with their submissions. `part=first` answers the first rows of each list, and sometimes everything.',
  'POST /api/submissions':
    'Submits a proof for a task with a free place, once per user and task. It is approved automatically if nobody reviews it until `reviewBy`. `textVersion` is that of the task whose text the doer has read; another one is refused.',
  'GET /api/submissions/{id}': 'A submission, for its submitter, the task’s creator and admins.',
  'PATCH /api/submissions/{id}':
    'Approves or rejects a submission, for the task’s creator and admins, except for their own. Until `reviewBy`, when it is approved automatically, unless `waitsFor` says that it waits. The doer can appeal against a rejection until `appealUntil`.',
  'POST /api/submissions/{id}/appeal':
    'Appeals once against the rejection of the caller’s own proof, until `appealUntil`, with a message and optionally a corrected proof. An admin decides.',
  'POST /api/admin/submissions/{id}/appeal':
    'Decides an open appeal finally, for an admin who is not the doer, the task’s creator or whoever rejected the proof. An upheld appeal is approved and paid, if the task has a free place; otherwise the submission stays rejected.',
  'GET /api/admin/appeals':
    'Open appeals, and proofs whose automatic approval waits for an admin or a wallet, oldest first, for admins.',
  'POST /api/submissions/upload':
    'Takes a picture as proof: the file itself, or its type and size, which answers where to PUT it.',
  'POST /api/user/upload-profile-image':
    'Takes a picture of the caller: the file itself, or its type and size, which answers where to PUT it.',
  'GET /api/check-file': 'Whether a file exists that the caller may see.',
  'GET /api/files/{key+}':
    'Leads to a picture: profile pictures for anyone, proofs for their submitter, the task’s creator and admins. `size=preview` leads to at most 640 pixels on each side.',
  'GET /api/users/{userId}':
    'The public part of a user, with their scorecard: how their proofs were judged, and how they judge those of others.',
  'GET /api/profiles/{username}': 'The same by username, in any case of letters.',
  'POST /api/user/update-username':
    'Changes the caller’s name, which nobody else has in any case of letters.',
  'POST /api/user/update-profile': 'Changes what the caller says of themselves.',
  'GET /api/leaderboard': 'The first hundred by CENTS earned or by tasks completed.',
  'GET /api/admin/dashboard':
    'The newest users, tasks and submissions, and exact totals, for admins. `part=first` answers the first rows of each list.',
  'GET /api/health': 'That the API answers.',
  'GET /api/openapi.json': 'This description.',
  'POST /api/blockchain/release-reward':
    'Returns the payout of an approved submission, which `settle` pays once after the approval. Waits for `settle` until one second after the approval: 200 when the payout is paid or failed, 202 while it is due.',
  'POST /api/admin/payouts/{submissionId}/retry':
    'Makes a failed payout due again, so that `settle` tries to pay it, for admins. Waits up to one second for `settle`: 200 when the payout is paid or failed, 202 while it is due.',
  'GET /api/admin/money': 'The failed payouts, and the means of the key that signs, for admins.',
  'GET /api/money':
    'What the escrow contract holds, owes and has paid, what waits and since when, and the last comparison of chain and table. At most 30 seconds old. `chain` is null while the chain does not answer.',
  'GET /config.json':
    'The configuration of the browser: chain, contracts and links. The contracts’ addresses are empty until they are deployed. Cached for a minute.',
  'POST /api/tasks/{id}/close':
    'Closes a task permanently: it takes no submissions. When none is pending, appealable or under appeal any more, `settle` returns the rest of its escrow to the funder once, after all approved rewards: 200 when the refund is paid, 202 while it is waiting or due.',
  'POST /api/reports':
    'Reports a task, submission or user that the caller can see to the admins: once, and at most 20 reports a day. While a submission or its submitter has an open report, the submission is not approved automatically.',
  'GET /api/admin/reports': 'The 50 oldest open cases with up to 20 reports each, for admins.',
  'POST /api/admin/reports/dismiss':
    'Closes the case of a task, submission or user, for admins who are not concerned. A later report opens it again.',
  'POST /api/admin/tasks/{id}/visibility':
    'Hides a task or shows it again, for admins other than its creator. Only its creator, its submitters and admins see a hidden task. It takes no submissions; approved rewards are paid and the rest can be refunded.',
  'POST /api/admin/users/{userId}/suspension':
    'Suspends a user or ends the suspension, for other admins. A suspended user can sign in, read, close tasks, appeal and be paid, but not post, submit, review or report.',
  'GET /api/admin/audit':
    'The audit log of admin actions, newest first, for admins. The Link header leads to the next page, which may be empty before the last one.',
}

export const errorDescriptions: Record<ErrorCode, string> = {
  invalid: 'The input is not valid',
  unauthenticated: 'Not signed in',
  forbidden: 'Not yours, or not from the site',
  notFound: 'There is no such thing, or none for you to see',
  conflict: 'The state of things does not allow it',
  tooLarge: 'Larger than the limit',
  unsupportedType: 'Not a content type that this call takes',
  tooManyRequests: 'Too often; see Retry-After',
  internal: 'Something went wrong on our side',
  unavailable: 'Many are doing this right now; try again in a moment',
}
