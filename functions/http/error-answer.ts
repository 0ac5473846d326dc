import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { AppError, type ErrorBody, errorStatus } from '../../domain/errors.ts'
import type { Services } from '../runtime/context.ts'
import { TableBusy } from '../table/table.ts'

/** The response to an error; the only place that makes one. An unknown error is a 500 without details. */
export function errorAnswer(
  error: unknown,
  requestId: string,
  log: Services['log'],
): APIGatewayProxyStructuredResultV2 {
  const known = asAppError(error)
  if (known.code === 'unavailable') log.warn('table busy', error as Error)
  if (known.code === 'internal') {
    log.error('request failed', error instanceof Error ? error : String(error))
  }
  const body: ErrorBody = { message: known.message, ...(known.errors && { errors: known.errors }), requestId }
  return {
    statusCode: errorStatus[known.code],
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...(known.retryAfter && { 'retry-after': String(known.retryAfter) }),
    },
    body: JSON.stringify(body),
  }
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof TableBusy) {
    const message = 'Many people are doing this right now. Please try again in a moment.'
    return new AppError('unavailable', message, undefined, 2)
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.')
}
