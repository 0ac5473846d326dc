const beyondTheEnd =
  'A byte beyond the end of the file is only compared with values that it equals neither before nor after the change.'
const comparedWithZero = 'The number is only compared with zero.'
const rejectedAnyway = 'The file is rejected a few bytes later.'

/** Equivalent mutants by name, each with the reason why no test can notice it. */
export const explained: Record<string, string> = {
  'domain/image.ts at: bytes[index] ?? -1 → bytes[index]': beyondTheEnd,
  'domain/image.ts at: 1 → 0': beyondTheEnd,
  'domain/image.ts uint16le: at(bytes, index + 1) * 256 → at(bytes, index + 1) / 256': comparedWithZero,
  'domain/image.ts uint16le: 256 → 257': comparedWithZero,
  'domain/image.ts uint16le: 256 → 255': comparedWithZero,
  'domain/image.ts isPng: 12 → 11 #2': rejectedAnyway,
  'domain/image.ts isGif: index < bytes.length → index <= bytes.length': rejectedAnyway,
  'domain/image.ts isJpeg: index < bytes.length → index <= bytes.length': rejectedAnyway,
  'domain/image.ts afterScan: index < bytes.length → index <= bytes.length': rejectedAnyway,
  'domain/image.ts isJpeg: 0xff → nothing #2':
    'The first turn of the loop compares this byte with the same value.',
  "domain/openapi.ts parameterNames: name ?? '' → name": 'The pattern always captures a name.',
  'domain/openapi.ts summary: /^./ → /./': 'Without the flag g only the first character is replaced.',
  "domain/schema.ts customError: issue.code === 'too_small' && issue.origin === 'number' → issue.origin === 'number'":
    'Only `too_big`, which the line before handles, and `too_small` have an origin.',
  "frontend/src/features/create-task/pending-funding.ts fundingStore.all.kept: store.getItem(key) ?? '[]' → store.getItem(key)":
    'Without a stored value `null` is parsed, which is not an array either.',
  "frontend/src/features/reviews/approvals.ts tabFor: tab === 'all' || status === 'all' → status === 'all'":
    "For the tab 'all' both branches return 'all'.",
  "frontend/src/features/reviews/approvals.ts tabFor: tab === 'all' → tab === 'mutant'":
    "For the tab 'all' both branches return 'all'.",
}
