import { session } from './limits.ts'

export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupportedType: 415,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export interface FieldError {
  path: string
  message: string
}

export interface ErrorBody {
  message: string
  errors?: FieldError[]
  requestId: string
}

/** The error class of the API. `functions/http/serve.ts` turns it into a response. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined
  /** Value of the `Retry-After` header, in seconds. */
  readonly retryAfter: number | undefined

  /** `message` is one sentence that is shown to the caller. It must not contain internal details. */
  constructor(code: ErrorCode, message: string, errors?: FieldError[], retryAfter?: number) {
    super(message)
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
  }
}

/** The refusal of a session that is not recent enough (`session.fresh`). The web app then asks for a sign-in. */
export const freshSignInNeeded = `Please sign in again to do this, because your last sign-in was over ${session.fresh / 60} minutes ago.`

/** The same for an admin's decision about the money of others (`session.adminFresh`). */
export const adminSignInNeeded =
  'Please sign in again to do this, because an admin decides about the money of others only within an hour after the sign-in.'
