import type { ErrorBody } from '../../domain/errors.ts'

/** The status of a raw request, and its body's message. */
export async function statusAndMessage(answer: Promise<Response>): Promise<[number, string]> {
  const { status, message } = await errorResponse(answer)
  return [status, message ?? '']
}

/** The status of a raw request, and what its body says as an error. */
export async function errorResponse(answer: Promise<Response>) {
  const response = await answer
  const { message, errors } = (await response.json()) as Partial<ErrorBody>
  return { status: response.status, message, errors }
}

/** How often each status came back. */
export async function countStatuses(answers: Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** So many calls at once. */
export const concurrently = <T>(times: number, call: (index: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: times }, (_, index) => call(index))
