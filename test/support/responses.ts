import type { Sent } from '../../domain/api.ts'
import type { ErrorBody } from '../../domain/errors.ts'
import type { Task } from '../../domain/task.ts'
import type { ApiUser } from '../../ops/api-user.ts'

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

/** Checks that a request is refused with this status and message. */
export async function expectRefusal(answer: Promise<Response>, status: number, message: string | RegExp) {
  const expected = typeof message === 'string' ? message : expect.stringMatching(message)
  expect(await statusAndMessage(answer)).toEqual([status, expected])
}

/** Counts the responses by status. */
export async function countStatuses(answers: Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The tasks of each page of a list, from the first page to the last. */
export async function listPages(origin: string, query: Record<string, unknown> = {}): Promise<Task[][]> {
  const pages: Task[][] = []
  const values = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  let path: string | undefined = `/api/tasks?${new URLSearchParams(values)}`
  while (path) {
    const answer: Response = await fetch(origin + path)
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    pages.push((await answer.json()) as Task[])
    path = /^<(\/api\/tasks\?[^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return pages
}

/** Starts `times` calls at the same time. */
export const concurrently = <T>(times: number, call: (index: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: times }, (_, index) => call(index))

/** Requests the release of a reward until it is paid, because one request waits only 1.5 seconds. @returns the payout */
export const paidRelease = (by: ApiUser, sent: Sent<'POST /api/blockchain/release-reward'>) =>
  vi.waitFor(
    async () => {
      const payout = await by.call('POST /api/blockchain/release-reward', sent)
      expect(payout.status).toBe('paid')
      return payout
    },
    { timeout: 30_000, interval: 100 },
  )
