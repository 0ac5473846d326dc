import type { RouteKey } from '../../domain/api.ts'
import * as users from '../../functions/table/users.ts'
import * as waiting from '../../functions/table/waiting.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import type { openFixture } from './fixture.ts'
import { pngOf } from './image-files.ts'
import { mailedToken } from './mailed-token.ts'
import { form } from './task-form.ts'

const jsonOf = async (answer: Promise<Response>) => (await (await answer).json()) as Record<string, string>

/** Makes a request, which must succeed. */
export type Call = (
  by: ApiUser,
  route: RouteKey,
  sent?: Record<string, unknown>,
  headers?: Record<string, string>,
) => Promise<Response>

/** Uploads a picture by the presigned URL of this route, and returns its URL on the site. */
export async function upload(call: Call, by: ApiUser, route: RouteKey): Promise<string> {
  const bytes = pngOf(300)
  const sent = await jsonOf(call(by, route, { contentType: 'image/png', size: bytes.length }))
  const headers = { 'content-type': 'image/png' }
  await fetch(sent.uploadUrl ?? '', { method: 'PUT', headers, body: new Uint8Array(bytes) })
  return sent.fileUrl ?? sent.imageUrl ?? ''
}

/** Calls every route of the API at least once, in the order of a task's life. */
export async function callEveryRoute(
  { newAdmin, newVisitor, openOwnServices, site, newFundedUser }: ReturnType<typeof openFixture>,
  call: Call,
) {
  const [poster, loser, admin] = [await newFundedUser(), await newFundedUser(), await newAdmin()]
  const [doer, visitor] = [newVisitor(), newVisitor()]
  async function signedBy(by: ApiUser, purpose?: 'link', account = by) {
    const walletAddress = by.wallet.address
    const sent = { address: walletAddress, ...(purpose && { purpose }) }
    const { message = '' } = await jsonOf(call(account, 'GET /api/auth/challenge', sent))
    return { walletAddress, message, signature: await by.wallet.signMessage(message) }
  }
  const { id: doerId } = await jsonOf(call(doer, 'POST /api/auth/web3', await signedBy(doer)))
  const account = { username: 'walletless', password: 'correct horse battery' }
  await call(visitor, 'POST /api/register', account)
  await call(visitor, 'POST /api/login', account)
  await call(visitor, 'GET /api/user/security')
  await call(visitor, 'POST /api/user/sessions/end')
  const { password } = account
  await call(visitor, 'POST /api/wallet', { ...(await signedBy(visitor, 'link')), password })
  await call(visitor, 'POST /api/wallet', { ...(await signedBy(newVisitor(), 'link', visitor)), password })
  await call(visitor, 'DELETE /api/wallet/move')
  await call(visitor, 'POST /api/user/password', { current: password, password: 'a tram and a blackbird' })
  const email = 'somebody@mail.example'
  await call(visitor, 'POST /api/user/update-profile', { email })
  await call(visitor, 'POST /api/user/email/send')
  await call(visitor, 'POST /api/user/email/confirm', { token: await mailedToken(site.origin, email) })
  await call(visitor, 'POST /api/user/email/notifications', { on: true })
  await call(visitor, 'GET /api/notifications')
  const { id: visitorId = '' } = await jsonOf(call(visitor, 'GET /api/user'))
  await call(visitor, 'GET /api/news')
  await call(visitor, 'POST /api/notifications/seen', { id: visitorId })
  const { unsubscribeToken } = (await users.get(openOwnServices().table, visitorId)) ?? {}
  for (const route of ['GET /api/unsubscribe/{token}', 'POST /api/unsubscribe/{token}'] as const)
    await call(newVisitor(), route, { token: `${visitorId}.${unsubscribeToken}` })
  await call(visitor, 'POST /api/user/email/notifications', { on: true })
  await call(visitor, 'POST /api/user/update-username', { username: 'somebody_else' })

  const wanted = { ...form, submissionType: 'file' }
  const { escrow } = await poster.fund(form)
  const contractAddress = site.siteConfig.escrowAddress
  const { id: taskId } = await jsonOf(call(poster, 'POST /api/tasks', { ...wanted, contractAddress, escrow }))

  const { description, requirements, title } = wanted
  await call(poster, 'PATCH /api/tasks/{id}', { id: taskId ?? '', title, description, requirements })
  const textVersion = 1

  const proofBy = async (by: ApiUser) => ({
    proofFileUrl: await upload(call, by, 'POST /api/submissions/upload'),
  })
  const { proofFileUrl } = await proofBy(doer)
  const profileImage = await upload(call, doer, 'POST /api/user/upload-profile-image')
  await call(doer, 'POST /api/user/update-profile', { profileImage, bio: 'I look out of windows.' })
  const { id } = await jsonOf(call(doer, 'POST /api/submissions', { taskId, textVersion, proofFileUrl }))
  const key = proofFileUrl.replace('/api/files/', '')
  await call(poster, 'GET /api/check-file', { path: proofFileUrl })
  await call(poster, 'GET /api/files/{key+}', { key })
  const rejected = { taskId, textVersion, ...(await proofBy(visitor)) }
  const { id: appealed } = await jsonOf(call(visitor, 'POST /api/submissions', rejected))
  await call(poster, 'PATCH /api/submissions/{id}', { id: appealed, status: 'rejected', feedback: 'No' })
  const corrected = { id: appealed, message: 'Look again.', ...(await proofBy(visitor)) }
  await call(visitor, 'POST /api/submissions/{id}/appeal', corrected)
  await call(admin, 'GET /api/admin/appeals')
  const decision = { id: appealed, decision: 'upheld', reason: 'It fits.' }
  await call(admin, 'POST /api/admin/submissions/{id}/appeal', decision)
  const given = { taskId, textVersion, ...(await proofBy(loser)) }
  const { id: waived } = await jsonOf(call(loser, 'POST /api/submissions', given))
  await call(poster, 'PATCH /api/submissions/{id}', { id: waived, status: 'rejected', feedback: 'No' })
  await call(loser, 'DELETE /api/submissions/{id}/appeal', { id: waived })
  const single = { ...form, maxCompletions: 1 }
  const { escrow: terms } = await poster.fund(single)
  const sent = { ...single, contractAddress, escrow: terms }
  const { id: full = '' } = await jsonOf(call(poster, 'POST /api/tasks', sent))
  const proof = { taskId: full, proofText: 'Seen.' }
  const { id: first } = await jsonOf(call(loser, 'POST /api/submissions', proof))
  for (const by of [visitor, doer, admin]) await call(by, 'POST /api/tasks/{id}/waiting', { id: full })
  await call(visitor, 'GET /api/tasks/{id}/user-submission', { id: full })
  await call(doer, 'DELETE /api/tasks/{id}/waiting', { id: full })
  await call(poster, 'PATCH /api/submissions/{id}', { id: first, status: 'rejected', feedback: 'No' })
  await call(loser, 'DELETE /api/submissions/{id}/appeal', { id: first })
  const { table } = openOwnServices()
  await waiting.offerPlaces(table, { id: full, creatorId: poster.id }, Date.now())
  await call(visitor, 'POST /api/submissions', proof)
  await call(poster, 'PATCH /api/submissions/{id}', { id, status: 'approved' })
  await call(poster, 'POST /api/blockchain/release-reward', { taskId, recipientId: doerId })
  await call(admin, 'POST /api/tasks/{id}/close', { id: taskId ?? '' })

  for (const route of ['GET /api/user', 'GET /api/dashboard', 'GET /api/user/completed-tasks'] as const) {
    await call(doer, route)
  }
  for (const by of [doer, poster, admin])
    for (const route of [
      'GET /api/user/summary',
      'GET /api/user/submissions',
      'GET /api/user/tasks',
    ] as const)
      await call(by, route)
  for (const name of ['spending', 'proofs']) await call(poster, 'GET /api/user/files/{name}', { name })
  await call(doer, 'GET /api/user/files/{name}', { name: 'earnings' })
  await call(poster, 'GET /api/tasks/{id}/submissions', { id: taskId })
  for (const by of [poster, admin]) await call(by, 'GET /api/reviews', { status: 'all' })
  await call(doer, 'GET /api/submissions/{id}', { id })
  for (const route of ['GET /api/tasks/{id}', 'GET /t/{id}'] as const) await call(doer, route, { id: taskId })
  await call(newVisitor(), 'GET /feeds/{file}', { file: 'tasks.atom' })
  await call(doer, 'GET /api/tasks/{id}/user-submission', { id: taskId })
  await call(newVisitor(), 'GET /api/users/{userId}', { userId: doerId })
  await call(newVisitor(), 'GET /api/profiles/{username}', { username: 'somebody_else' })
  for (const route of [
    'GET /api/tasks',
    'GET /api/leaderboard',
    'GET /api/money',
    'GET /config.json',
    'GET /sitemap.xml',
    'GET /robots.txt',
    'GET /api/health',
    'GET /api/openapi.json',
  ] as const) {
    await call(newVisitor(), route)
  }
  for (const list of ['dashboard', 'overview', 'users', 'tasks'] as const)
    await call(admin, `GET /api/admin/${list}`)
  await call(admin, 'GET /api/admin/money')
  await call(admin, 'POST /api/admin/payouts/{submissionId}/retry', { submissionId: id ?? '' })
  const reason = 'A test of every route'
  const { id: accountId } = await jsonOf(call(visitor, 'GET /api/user'))
  const reported = { kind: 'user', id: poster.id }
  await call(visitor, 'POST /api/reports', { ...reported, reason: 'spam' })
  await call(doer, 'POST /api/reports', { kind: 'task', id: taskId, reason: 'spam' })
  await call(poster, 'POST /api/reports', { kind: 'submission', id, reason: 'copied' })
  await call(admin, 'GET /api/admin/reports')
  for (const dismissed of [reported, { kind: 'task', id: taskId }, { kind: 'submission', id }])
    await call(admin, 'POST /api/admin/reports/dismiss', { ...dismissed, reason })
  for (const hidden of [true, false])
    await call(admin, 'POST /api/admin/tasks/{id}/visibility', { id: taskId ?? '', hidden, reason })
  for (const suspended of [true, false])
    await call(admin, 'POST /api/admin/users/{userId}/suspension', { userId: accountId, suspended, reason })
  for (const hidden of [true, false])
    await call(admin, 'POST /api/admin/users/{userId}/visibility', { userId: accountId, hidden, reason })
  await call(admin, 'GET /api/admin/audit')
  await call(visitor, 'POST /api/logout')
  await call(doer, 'POST /api/user/export')
  const leaver = newVisitor()
  await call(leaver, 'POST /api/auth/web3', await signedBy(leaver))
  await call(leaver, 'DELETE /api/user')
  return { admin, doer, poster, doerId: doerId ?? '', visitor, visitorId, taskId: taskId ?? '' }
}
