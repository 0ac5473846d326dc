import type { NamedSubmission } from '../../domain/submission.ts'
import type { User } from '../../domain/user.ts'
import { beforeLogout, setUser } from '../../frontend/src/features/auth/session.ts'
import { actionLines } from '../../frontend/src/ui/toast.ts'

const page = new EventTarget()
vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
vi.stubGlobal('document', page)
const { giveVerdict } = await import('../../frontend/src/features/reviews/waiting-verdicts.ts')

const reviewer = 'poster'
const requests: [url: string, init: RequestInit][] = []
let answer: () => Promise<Response>

beforeEach(() => {
  vi.useFakeTimers()
  requests.length = 0
  answer = async () => Response.json({ status: 'rejected' })
  vi.stubGlobal('fetch', (...request: [string, RequestInit]) => {
    requests.push(request)
    return answer()
  })
  setUser({ id: reviewer } as User)
})
afterEach(() => vi.useRealTimers())
afterAll(() => vi.unstubAllGlobals())

/** Rejects a submission with this id. */
const reject = (id: string) =>
  giveVerdict({
    submission: { id, userId: 'doer', submitterName: 'dario_does' } as NamedSubmission,
    status: 'rejected',
    feedback: 'Which park?',
    reward: 45,
    reviewer,
    draftName: id,
    shownAt: '/approvals?review=s',
  })
const lines = () => actionLines.get().map(({ text, label }) => [text, label])
const undo = () => actionLines.get()[0]?.act?.()
const sent = () => requests.map(([url]) => url)

test('A verdict is sent once, 5 seconds after it was given', async () => {
  reject('a')
  reject('a')
  expect(lines()).toEqual([['Rejecting the proof of dario_does', 'Undo']])
  await vi.advanceTimersByTimeAsync(4999)
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(lines()).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent()).toEqual(['/api/submissions/a'])
  expect(requests[0]?.[1]).toMatchObject({ method: 'PATCH', keepalive: true })
})

test('When the page is left, each waiting verdict is sent once and can no longer be undone', async () => {
  reject('a')
  await vi.advanceTimersByTimeAsync(3000)
  reject('b')
  const [, second] = actionLines.get()
  page.dispatchEvent(new Event('pagehide'))
  second?.act?.()
  void beforeLogout.get()()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent()).toEqual(['/api/submissions/a', '/api/submissions/b'])
})

test('A hidden page sends waiting verdicts only where the browser has no event `freeze`', async () => {
  const hidden = { configurable: true, value: true }
  Object.defineProperties(page, { hidden, onfreeze: { ...hidden, value: null } })
  reject('a')
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sent()).toEqual([])
  Reflect.deleteProperty(page, 'onfreeze')
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sent()).toEqual(['/api/submissions/a'])
  await vi.advanceTimersByTimeAsync(0)
})

test('Logging out waits for a verdict that is being sent', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer = () => promise
  reject('a')
  await vi.advanceTimersByTimeAsync(5000)
  let isFinished = false
  const finished = beforeLogout
    .get()()
    .then(() => {
      isFinished = true
    })
  await vi.advanceTimersByTimeAsync(1000)
  expect(isFinished).toBe(false)
  resolve(Response.json({ status: 'rejected' }))
  await finished
  expect(lines()).toEqual([])
})

test('A verdict that could not be sent stops the first attempt to log out, and keeps its line', async () => {
  answer = async () => Response.json({ message: 'The server is busy' }, { status: 503 })
  reject('a')
  await expect(beforeLogout.get()()).rejects.toThrow('A verdict was not sent')
  expect(lines()).toEqual([['Not sent: Rejecting the proof of dario_does. The server is busy', 'Show proof']])
  await beforeLogout.get()()
  actionLines.get()[0]?.act?.()
})

test('A verdict that was undone is not sent when the page is left', async () => {
  reject('a')
  undo()
  page.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent()).toEqual([])
})

test('A verdict that was not sent is named with the reason, and can be given again', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  reject('a')
  await vi.advanceTimersByTimeAsync(5000)
  expect(lines()).toEqual([
    [
      'Perhaps not sent: Rejecting the proof of dario_does. There was no connection to the server. Try again when you are connected.',
      'Show proof',
    ],
  ])
  answer = async () => Response.json({ status: 'rejected' })
  reject('a')
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent()).toHaveLength(2)
  expect(lines()).toEqual([])
})

test('A verdict is not sent in the session of another user', async () => {
  reject('a')
  setUser({ id: 'somebody else' } as User)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent()).toEqual([])
  expect(lines()).toEqual([])
})

test('A verdict that fails after another user signed in leaves no line', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer = () => promise
  reject('a')
  await vi.advanceTimersByTimeAsync(5000)
  setUser({ id: 'somebody else' } as User)
  resolve(Response.json({ message: 'No' }, { status: 403 }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(lines()).toEqual([])
})
