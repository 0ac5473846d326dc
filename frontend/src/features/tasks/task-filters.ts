import { useMemo } from 'react'
import { type SubmissionType, sorts, submissionTypes, type TaskSort } from '../../../../domain/task-enums.ts'
import { useAddressFilters } from '../../lib/url-filters.ts'

/** The list's filters as the address has them: texts, of which an empty one filters nothing. */
export const filterDefaults = {
  q: '',
  category: '',
  sort: 'recent',
  minReward: '',
  maxReward: '',
  minTime: '',
  maxTime: '',
  type: '',
  /** 'hide' leaves out tasks that the viewer has completed, 'show' does not. */
  done: 'hide',
}

type Texts = typeof filterDefaults
export interface TaskFilters extends Texts {
  sort: TaskSort
  type: SubmissionType | ''
}

const count = (text: string) => (/^\d{1,6}$/.test(text) ? text : '')

/** Filters that the server understands, whatever somebody wrote into the address. */
export function readFilters(texts: Texts): TaskFilters {
  return {
    q: texts.q.slice(0, 200),
    category: texts.category.slice(0, 50),
    sort: sorts.find((known) => known === texts.sort) ?? 'recent',
    minReward: count(texts.minReward),
    maxReward: count(texts.maxReward),
    minTime: count(texts.minTime),
    maxTime: count(texts.maxTime),
    type: submissionTypes.find((known) => known === texts.type) ?? '',
    done: texts.done === 'show' ? 'show' : 'hide',
  }
}

/** What is asked for each of the filters; hiding completed tasks is the page's own work. */
export function queryOf(filters: TaskFilters) {
  const { q, category, sort, minReward, maxReward, minTime, maxTime, type } = filters
  const number = (text: string) => (text === '' ? undefined : Number(text))
  return {
    q: q || undefined,
    category: category || undefined,
    sort,
    minReward: number(minReward),
    maxReward: number(maxReward),
    minTime: number(minTime),
    maxTime: number(maxTime),
    submissionType: type || undefined,
  }
}

const parts: (keyof TaskFilters)[][] = [
  ['q'],
  ['category'],
  ['sort'],
  ['minReward', 'maxReward'],
  ['minTime', 'maxTime'],
  ['type'],
]

/** How many filters differ from their defaults; a range is one. Completed tasks only matter to the signed-in. */
export function countFilters(filters: TaskFilters, isSignedIn: boolean): number {
  const all = isSignedIn ? [...parts, ['done'] as const] : parts
  return all.filter((names) => names.some((name) => filters[name] !== filterDefaults[name])).length
}

/** Whether one of those behind 'More filters' is in use. */
export const hasAdvanced = (filters: TaskFilters): boolean =>
  parts.slice(3).some((names) => names.some((name) => filters[name] !== ''))

/** The list's filters live in the address, so that a search can be shared and Back brings it back. */
export function useTaskFilters(isSignedIn: boolean) {
  const { filters: texts, change, clear } = useAddressFilters(filterDefaults)
  const filters = useMemo(() => readFilters(texts), [texts])
  return { filters, active: countFilters(filters, isSignedIn), change, clear }
}
