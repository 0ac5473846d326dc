import type { ErrorBody } from '../../domain/errors.ts'

/** The status of a response and the message of its body. */
export async function statusAndMessage(answer: Promise<Response>): Promise<[number, string]> {
  const { status, message } = await errorResponse(answer)
  return [status, message ?? '']
}

/** The status of a response, and the message and field errors of its body. */
export async function errorResponse(answer: Promise<Response>) {
  const response = await answer
  const { message, errors } = (await response.json()) as Partial<ErrorBody>
  return { status: response.status, message, errors }
}

/** Counts the responses by status. */
export async function countStatuses(answers: Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Starts `times` calls at the same time. */
export const concurrently = <T>(times: number, call: (index: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: times }, (_, index) => call(index))
