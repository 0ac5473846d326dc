const askedAgain = 'KMS is asked again.'
const alwaysCaptured = 'The left side always has a value; the types do not know it.'
const cleanUp = 'The promise is settled already, so the remaining listener or timer has no effect.'
const currentIsOut = 'The current submission itself is not in the list of open submissions.'
const imperceptible =
  'Nobody notices one millisecond, or one row of a hundred, or 0.1 % of a pause, more or less.'
const signDecides = 'Only the sign of the comparison decides the order.'

/** Equivalent mutants by name, each with the reason why no test can notice it. */
export const explained: Record<string, string> = {
  'domain/api.ts rowKey: /^HEAD / → /HEAD /': 'No route key has HEAD after its method.',
  "domain/openapi.ts parameterNames: name ?? '' → name": 'The pattern always captures a name.',
  'domain/openapi.ts summary: /^./ → /./': 'Without the flag g only the first character is replaced.',
  "domain/schema.ts customError: issue.code === 'too_small' && issue.origin === 'number' → issue.origin === 'number'":
    'Only `too_big`, which the line before handles, and `too_small` have an origin.',
  'domain/password-strength.ts judged: 64 → 65':
    'One more character changes no verdict about such a long text.',
  'domain/password-strength.ts judged: 64 → 63':
    'One character less changes no verdict about such a long text.',
  'domain/schema.ts: jitless: true → nothing': 'It only makes the first use of a schema faster.',
  'domain/schema.ts: true → false': 'It only makes the first use of a schema faster.',
  "domain/schema.ts lazily: type: 'object' as const → nothing":
    'Zod reads the type of an object’s definition only to generate code, which `jitless` prevents.',
  'domain/submission.ts inReviewOrder: 1 → 2': signDecides,
  'domain/submission.ts inReviewOrder: 1 → 2 #2': signDecides,
  "domain/submission.ts inReviewOrder: a.createdAt.localeCompare(b.createdAt) * (a.status === 'pending' ? 1 : -1) → a.createdAt.localeCompare(b.createdAt) / (a.status === 'pending' ? 1 : -1)":
    signDecides,
  'domain/submission.ts isUndecided: appealUntil !== null && now < Date.parse(appealUntil) → now < Date.parse(appealUntil)':
    'The time of null is NaN, so the comparison is false.',
  'domain/username.ts nameSkeleton: lookAlikes[found] ?? found → lookAlikes[found]':
    'Each text that the pattern finds has an entry.',
  'functions/market/appeals.ts mostListed: 200 → 201': imperceptible,
  'functions/market/appeals.ts list: 0 → 1 #2': 'Each row has a place in its queue.',
  'functions/market/automatic-verdicts.ts decideWith: !submission || !task → !submission':
    'Without its task the decision throws too.',
  'functions/market/payouts.ts patience: 1000 → 1001': imperceptible,
  'functions/market/payouts.ts patience: 1000 → 999': imperceptible,
  'functions/payouts/approvals.ts openApprovals.isProven: message + mac → message - mac': askedAgain,
  'functions/payouts/approvals.ts openApprovals.isProven: message + mac → message - mac #2': askedAgain,
  'functions/payouts/approvals.ts openApprovals.isProven: return true → {}': askedAgain,
  'functions/payouts/approvals.ts openApprovals.isProven: proven.size >= mostRemembered → proven.size > mostRemembered':
    imperceptible,
  'functions/payouts/approvals.ts openApprovals.isProven: proven.size >= mostRemembered → proven.size < mostRemembered':
    askedAgain,
  'functions/payouts/approvals.ts openApprovals.isProven: proven.clear() → {}':
    'Only the memory of the process grows.',
  'functions/payouts/approvals.ts openApprovals.isProven: proven.add(message + mac) → nothing': askedAgain,
  'functions/payouts/chain.ts rpcTimeout: 10_000 → 9999': imperceptible,
  'functions/payouts/chain.ts openNode.cacheTimeout: 1 → 0': imperceptible,
  'functions/payouts/confirm.ts failedSize: 100 → 99': imperceptible,
  "functions/payouts/hold.ts findHold.lost: one.status === 'failed' && !free.includes(one) → !free.includes(one)":
    'The write has the same condition.',
  'functions/payouts/in-flight.ts stuckAfter: 45_000 → 44999': imperceptible,
  "functions/payouts/kms-signer.ts kmsSigner.sign: throw new Error('KMS answered without a signature') → {}":
    'Without a signature, reading it throws too.',
  'functions/payouts/plan.ts notNow.isYoung: 1000 → 999': imperceptible,
  'functions/payouts/plan.ts plan.culprit: gasLimit === null && !sharedErrors.has(error) → gasLimit === null':
    'It finds only what a smaller batch finds later.',
  'functions/market/reviews.ts onCurrentTask: await sleep(Math.random() * 30) → nothing':
    'The pause only makes another collision less likely.',
  "frontend/src/features/create-task/escrow-terms.ts timingOf.deadline: day ?? '' → day":
    'Both an empty and an undefined day make an invalid date.',
  "frontend/src/features/create-task/pending-funding.ts fundingStore.all.kept: store.getItem(key) ?? '[]' → store.getItem(key)":
    'Without a stored value `null` is parsed, which is not an array either.',
  "frontend/src/features/reviews/approvals.ts tabFor: tab === 'all' || status === 'all' → status === 'all'":
    "For the tab 'all' both branches return 'all'.",
  "frontend/src/features/reviews/approvals.ts tabFor: tab === 'all' → tab === 'mutant'":
    "For the tab 'all' both branches return 'all'.",
  'frontend/src/features/dashboard/refund.ts pollTimeout: 180_000 → 179999':
    'The chain is read at multiples of 1.5 seconds only.',
  'frontend/src/features/reviews/review-session.ts neighbours.following: order.indexOf(id) > at → order.indexOf(id) >= at':
    currentIsOut,
  "frontend/src/features/reviews/review-rules.ts isImage: url.split(/[?#]/)[0] ?? '' → url.split(/[?#]/)[0]":
    alwaysCaptured,
  "frontend/src/lib/wallet/chain.ts openFundingChain.transaction: typeof receipt === 'object' && receipt !== null → receipt !== null":
    'A node answers an object or null.',
  'frontend/src/lib/wallet/connection.ts restore: !rdns || state.get().isConnected → state.get().isConnected':
    'No wallet has the name null, so none is found.',
  'frontend/src/lib/wallet/connection.ts remembered: return null → nothing':
    'The caller treats null and undefined alike.',
  'frontend/src/lib/wallet/discovery.ts refresh.found: announced?.getProviders() ?? [] → announced?.getProviders()':
    alwaysCaptured,
  'frontend/src/lib/wallet/discovery.ts refresh: !injected && window.ethereum → window.ethereum':
    'The entry is made again from the same provider.',
  'frontend/src/lib/wallet/discovery.ts findWallet: 3000 → 3001': imperceptible,
  'frontend/src/lib/wallet/discovery.ts findWallet: 3000 → 2999': imperceptible,
  'frontend/src/lib/wallet/discovery.ts findWallet.done: unsubscribe() → nothing': cleanUp,
  'frontend/src/lib/wallet/discovery.ts findWallet.done: clearTimeout(timer) → nothing': cleanUp,
  "frontend/src/lib/wallet/chain.ts revertName: typeof data !== 'string' || !/^0x[0-9a-f]{8}/i.test(data) → !/^0x[0-9a-f]{8}/i.test(data)":
    'Only a text can match the pattern.',
}
