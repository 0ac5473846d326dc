/** The closed set of things that can go wrong in an answer, each with its one HTTP status. */
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

/** The JSON body of every answer that is not OK. */
export interface ErrorBody {
  message: string
  errors?: FieldError[]
  requestId: string
}

/** The one error class: thrown where the trouble is known, caught where answers are made. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined
  /** Seconds after which it is worth trying again. */
  readonly retryAfter: number | undefined

  /** `message` is one sentence for the person who asked; it never carries anything internal. */
  constructor(code: ErrorCode, message: string, errors?: FieldError[], retryAfter?: number) {
    super(message)
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
  }
}
