import { keepDraft, readDraft } from '../../frontend/src/lib/drafts.ts'
import { memoryStorage } from './funding-fixture.ts'

const empty = { title: '', days: 7, file: null as { name: string } | null }

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('A draft is read under its own name until it is deleted, and missing or invalid fields are empty', () => {
  expect(readDraft('task ann', empty)).toBeNull()
  expect(keepDraft('task ann', { title: 'Half a title', days: Number.NaN })).toBe(true)
  keepDraft('task bob', { ...empty, file: { name: 'bench.png' } })
  expect(readDraft('task ann', empty)).toEqual({ title: 'Half a title', days: 7, file: null })
  expect(readDraft('task bob', empty)?.file).toEqual({ name: 'bench.png' })
  keepDraft('task ann', null)
  expect([readDraft('task ann', empty), readDraft('task bob', empty)?.days]).toEqual([null, 7])
})

test('A draft expires after 30 days, and keeping another draft deletes expired ones', () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
  keepDraft('old', { title: 'Secret' })
  vi.setSystemTime(new Date('2026-03-31T11:59:59Z'))
  expect(readDraft('old', empty)?.title).toBe('Secret')
  vi.setSystemTime(new Date('2026-03-31T12:00:00Z'))
  expect(readDraft('old', empty)).toBeNull()
  keepDraft('new', { title: 'A' })
  expect(localStorage.getItem('drafts')).not.toContain('Secret')
})

test('A draft that is invalid, or that the browser does not store, is no draft, and `keepDraft` returns false for it', () => {
  for (const text of ['nonsense', '5', 'null', '{"task":null}', '{"task":{"fields":{}}}']) {
    localStorage.setItem('drafts', text)
    expect(readDraft('task', empty)).toBeNull()
  }
  const off = () => {
    throw new Error('Storage is off')
  }
  vi.stubGlobal('localStorage', { getItem: off, setItem: off })
  expect([readDraft('task', empty), keepDraft('task', empty)]).toEqual([null, false])
})
