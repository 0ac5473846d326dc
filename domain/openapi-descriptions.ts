import type { RouteKey } from './api.ts'
import { brand } from './brand.ts'
import type { ErrorCode } from './errors.ts'
import type { Group } from './route.ts'

export const introduction = `The API of ${brand}, a marketplace for small tasks. A task's rewards are locked in an on-chain escrow. Users submit
proofs, the creator of the task reviews them, and each approved proof is paid from the escrow.

## Authentication
Sign in with a password (\`POST /api/register\`, \`POST /api/login\`) or with a wallet: request a message from
\`GET /api/auth/challenge\`, sign it (EIP-191) and send the message and the signature to \`POST /api/auth/web3\`. The response
sets a session cookie. Send this cookie with each request.

## Conventions
Request and response bodies are JSON. Times are ISO 8601 in UTC, ids are ULIDs, and amounts are whole CENTS. If a request that
changes data has an \`Origin\` header of another site, it is rejected with 403. A client that is not a browser can omit the
header. The \`x-request-id\` header of each response identifies the request.`

export const groupDescriptions: Record<Group, string> = {
  auth: 'Accounts, sessions and wallets',
  tasks: 'Tasks and their escrows',
  submissions: 'Proofs, appeals, lists of reviews and the dashboard',
  verdicts: 'Verdicts about proofs and appeals',
  uploads: 'Pictures for proofs and profiles',
  users: 'Profiles and the leaderboard',
  notifications: 'Notifications and e-mail settings',
  admin: 'Administration, and the API itself',
  moderation: 'Reports, hidden tasks, suspended users and the audit log',
  payouts: 'Payouts and refunds',
}

export const routeDescriptions: Record<RouteKey, string> = {
  'GET /api/user': 'Returns the signed-in user.',
  'GET /api/auth/challenge':
    'Returns a message to sign (EIP-4361). The message is valid for five minutes and can be used once, to sign in or for another `purpose`. If `moveTo` is set, the message moves the account of the wallet `address` to the wallet `moveTo`.',
  'POST /api/auth/web3':
    'Starts a session for the wallet that signed the message. The first sign-in of a wallet creates an account.',
  'POST /api/login': 'Starts a session with a username and a password.',
  'POST /api/register': 'Creates an account with a username and a password, and starts a session.',
  'POST /api/logout': 'Ends the current session, if there is one.',
  'POST /api/wallet':
    'Links a wallet to the account. The wallet signs a challenge for the purpose `link`. The first wallet of an account also needs the password. If the account already has another wallet, either that wallet also signs a challenge with `moveTo` (`oldSignature`, `oldMessage`), or the request includes the password. With the password, the wallet changes after 72 hours. Linking the current wallet again requires no signature.',
  'DELETE /api/wallet/move': 'Cancels an announced move to another wallet. Needs a recent sign-in.',
  'POST /api/user/password':
    'Sets a new password. The request includes the current password, or a challenge for the purpose `password` that the wallet of the account signed. All other sessions end.',
  'POST /api/user/email/send': 'Sends an e-mail with a confirmation link that is valid for 24 hours.',
  'POST /api/user/email/confirm': 'Confirms the e-mail address with the token of the confirmation link.',
  'POST /api/user/email/notifications': 'Turns e-mail notifications on or off.',
  'GET /api/notifications':
    'Lists the notifications of the last 180 days, newest first, 30 per page. For admins, the response also includes what waits for an admin.',
  'GET /api/news':
    'Counts the messages that the connections of the caller were sent, so that a page knows whether it has missed one.',
  'GET /api/user/summary': 'Counts the submissions, tasks and amounts of the caller’s dashboard.',
  'GET /api/user/submissions': 'Lists the caller’s submissions with their tasks, newest first, 25 per page.',
  'GET /api/user/tasks':
    'Lists the caller’s tasks with the numbers of their proofs, newest first, 25 per page.',
  'GET /api/tasks/{id}/submissions':
    'Lists the submissions to a task, 25 per page: pending ones first, the oldest first; then the others, the newest first.',
  'GET /api/reviews':
    'Lists the submissions to the caller’s tasks, for admins to all tasks, 25 per page: pending ones first, the oldest first; then the others, the newest first.',
  'GET /api/admin/overview': 'Counts users, tasks and submissions, and lists the newest submissions.',
  'GET /api/admin/users': 'Lists all users, newest first, 25 per page.',
  'GET /api/admin/tasks': 'Lists all tasks, newest first, 25 per page.',
  'POST /api/notifications/seen': 'Marks a notification and all older ones as seen.',
  'GET /api/unsubscribe/{token}': 'Redirects to the page that turns e-mail notifications off.',
  'POST /api/unsubscribe/{token}':
    'Turns e-mail notifications off with the token of an e-mail, without a session (RFC 8058).',
  'GET /api/user/files/{name}':
    'A part of a CSV file of the user: earnings, spending or received proofs. The `Link` header contains the next part.',
  'POST /api/user/export': 'Downloads all data that is stored about the user.',
  'DELETE /api/user':
    'Deletes the account. The user must have signed in recently. Outstanding rewards are still paid.',
  'GET /api/user/security':
    'Returns the active sessions of the user and the latest events of the security log, such as sign-ins and wallet changes.',
  'POST /api/user/sessions/end':
    'Ends a session of the user. Without `id`, it ends all sessions except the current one. The user must have signed in within the last 15 minutes.',
  'GET /api/tasks':
    'Lists tasks. By default, it lists open tasks, newest first. The `Link` header contains the next page. A request reads about 100 KB at most, so a page can have fewer tasks than `limit`, or none, although more pages follow. `q` finds tasks that have all its words; the last word can be the beginning of a word. With a filter, an order by reward, time or deadline is that of the tasks that one request found.',
  'POST /api/tasks':
    'Creates a task. The wallet of the user must have funded an escrow with these terms before.',
  'GET /api/tasks/{id}': 'Returns a task. Only the creator and admins can read a draft.',
  'PATCH /api/tasks/{id}':
    'Updates the title, description and requirements of a task. Only the creator can do this, until the first submission, and not while the task is closed, hidden or part of an open report. `textVersion` is the version that was edited; the request fails if it is not the current version. Each update increases the version by 1.',
  'GET /t/{id}':
    'Returns the public page of a task as HTML with tags for link previews, or a page with status 404 if there is no such task. Cached for one minute.',
  'GET /feeds/{file}':
    'Returns a feed of the newest 50 open tasks: `tasks.atom` (RFC 4287) or `tasks.json` (JSON Feed 1.1). A feed of one category has the category’s name, such as `social-media.atom`, and includes open tasks among the newest 500. Cached for five minutes.',
  'GET /sitemap.xml':
    'Returns the sitemap: the static pages and the newest 1,000 open tasks. Cached for one hour.',
  'GET /robots.txt':
    'Returns the rules for crawlers, which may read everything, and the location of the sitemap. Cached for one hour.',
  'GET /api/tasks/{id}/user-submission':
    'Returns the user’s own submission to a task, if there is one, and the user’s position in its waiting list.',
  'GET /api/user/completed-tasks':
    'Returns the ids of the tasks that the user completed, from the newest 500 submissions. A long list is shortened to the maximum size of a response.',
  'GET /api/dashboard':
    'Returns the user’s own submissions with their tasks, and the user’s own tasks with their submissions.',
  'POST /api/submissions':
    'Submits a proof for an open task. A user can submit once per task. A submission that is not reviewed by `reviewBy` is approved automatically. `textVersion` is the version of the task’s text that the user has read; the request fails if it is not the current version.',
  'POST /api/tasks/{id}/waiting':
    'Adds the user to the waiting list of a task that has no free place. Free places are offered in the order of the list, each for an hour; `GET /api/tasks/{id}/user-submission` shows the offer. Waiting counts as an undecided proof. Two offers that were not used end the right to wait for this task.',
  'DELETE /api/tasks/{id}/waiting':
    'Takes the user off the waiting list of a task. An offered place goes to the next user. The request changes nothing if the user does not wait.',
  'GET /api/submissions/{id}':
    'Returns a submission. Only its submitter, the creator of the task and admins can read it.',
  'PATCH /api/submissions/{id}':
    'Approves or rejects a submission. Only the creator of the task and admins can do this, and nobody can review their own submission. At `reviewBy`, the submission is approved automatically, unless `waitsFor` is set. The submitter can appeal against a rejection until `appealUntil`.',
  'POST /api/submissions/{id}/appeal':
    'Appeals against the rejection of the user’s own submission, once and until `appealUntil`. The appeal has a message and can include a corrected proof. An admin decides it.',
  'DELETE /api/submissions/{id}/appeal':
    'Accepts the rejection of the user’s own submission before `appealUntil`. Its place of the task is free at once.',
  'POST /api/admin/submissions/{id}/appeal':
    'Decides an appeal. The decision is final. Only an admin who is not the submitter, the creator of the task or the person who rejected the submission can decide. If the appeal is upheld, the submission is approved and paid; otherwise it stays rejected.',
  'GET /api/admin/appeals':
    'Lists open appeals, and submissions whose automatic approval waits for an admin or a wallet, oldest first. Admins only.',
  'POST /api/submissions/upload':
    'Uploads a picture as a proof. Send the file as multipart form data, or send its content type and size as JSON to get a URL to which the file can be uploaded with PUT.',
  'POST /api/user/upload-profile-image':
    'Uploads a profile picture. Send the file as multipart form data, or send its content type and size as JSON to get a URL to which the file can be uploaded with PUT.',
  'GET /api/check-file': 'Checks whether a file exists that the user can read.',
  'GET /api/files/{key+}':
    'Redirects to a picture. Everyone can read profile pictures. Only the submitter, the creator of the task and admins can read a proof. With `size=preview`, the picture has at most 640 pixels on each side.',
  'GET /api/users/{userId}':
    'Returns the public profile of a user with the scorecard: how the user’s submissions were reviewed, and how the user reviews the submissions of others.',
  'GET /api/profiles/{username}':
    'Returns the public profile of a user by username. The username is not case-sensitive.',
  'POST /api/user/update-username': 'Changes the username. Usernames are unique and not case-sensitive.',
  'POST /api/user/update-profile': 'Updates the biography, the e-mail address or the profile picture.',
  'GET /api/leaderboard': 'Lists the top 100 users by CENTS earned or by tasks completed.',
  'GET /api/admin/dashboard':
    'Returns the newest users, tasks and submissions, and exact totals. Admins only.',
  'GET /api/health': 'Returns 200 if the API is available.',
  'GET /api/openapi.json': 'Returns this OpenAPI document.',
  'POST /api/blockchain/release-reward':
    'Returns the payout of an approved submission. The approval itself starts the payment; this request waits for it until one second after the approval. The status is 200 if the payout is paid or failed, and 202 while it is due.',
  'POST /api/admin/payouts/{submissionId}/retry':
    'Retries a failed payout. The request waits up to one second. The status is 200 if the payout is paid or failed, and 202 while it is due. Admins only.',
  'GET /api/admin/money':
    'Lists failed payouts, and returns the funds that the signing key can use. Admins only.',
  'GET /api/money':
    'Returns what the escrow contract holds, owes and has paid, the oldest due payments, and the last comparison of the chain with the database. The data is at most 30 seconds old. `chain` is null if the node does not respond.',
  'GET /config.json':
    'Returns the settings of the web app: the chain, the contracts and links. The addresses of the contracts are empty until the contracts are deployed. Cached for one minute.',
  'POST /api/tasks/{id}/close':
    'Closes a task permanently. A closed task takes no submissions. What no undecided submission can claim returns to the funder at once (`firstPart`, if submissions are undecided). The rest returns when no submission is pending, appealable or under appeal, and all approved rewards are paid. The status is 200 if the refund is paid, and 202 while it is waiting or due.',
  'POST /api/reports':
    'Reports a task, submission or user to the admins. A user can report each of them once, and report 20 times per day. While a submission or its submitter has an open report, the submission is not approved automatically.',
  'GET /api/admin/reports': 'Lists the 50 oldest open cases, each with up to 20 reports. Admins only.',
  'POST /api/admin/reports/dismiss':
    'Closes the case of a task, submission or user. A later report opens it again. Only admins who are not involved can do this.',
  'POST /api/admin/tasks/{id}/visibility':
    'Hides a task or shows it again. Only its creator, its submitters and admins can read a hidden task. A hidden task takes no submissions; approved rewards are still paid, and the remaining funds can be refunded. Only admins other than the creator can do this.',
  'POST /api/admin/users/{userId}/suspension':
    'Suspends a user or ends the suspension. A suspended user can sign in, read, close tasks, appeal and be paid, but cannot create tasks, submit, review, report or change the public profile; the tasks take no proofs, and bio and picture are hidden. Only other admins can do this.',
  'POST /api/admin/users/{userId}/visibility':
    "Hides a user's bio and picture from others, or shows them again. The user sees the reason and can change both meanwhile. Only other admins can do this.",
  'GET /api/admin/audit':
    'Lists the actions of admins from the audit log, newest first. The `Link` header contains the next page. A page can be empty although more pages follow. Admins only.',
}

export const errorDescriptions: Record<ErrorCode, string> = {
  invalid: 'The request is invalid. `errors` names the fields.',
  unauthenticated: 'The request has no valid session.',
  forbidden: 'The user is not allowed to do this, or the request comes from another site.',
  notFound: 'The resource does not exist, or the user cannot read it.',
  conflict: 'The request conflicts with the current state of the resource.',
  tooLarge: 'The request body or the picture is too large.',
  unsupportedType: 'The content type of the request or of the picture is not supported.',
  tooManyRequests: 'Too many requests. Retry after the number of seconds in the `Retry-After` header.',
  internal: 'An unexpected error occurred on the server.',
  unavailable: 'The service is temporarily overloaded. Retry later.',
}
