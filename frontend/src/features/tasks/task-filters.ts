import { useMemo } from 'react'
import { type SubmissionType, sorts, submissionTypes, type TaskSort } from '../../../../domain/task-enums.ts'
import { useUrlFilters } from '../../lib/url-filters.ts'

/** The orders of the list, in words. */
export const sortLabels: Record<TaskSort, string> = {
  recent: 'Newest first',
  oldest: 'Oldest first',
  'reward-high': 'Highest reward',
  'reward-low': 'Lowest reward',
  'time-low': 'Shortest first',
  'time-high': 'Longest first',
  deadline: 'Deadline soonest',
}

/** Default values of the list's query parameters. An empty text does not filter. */
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

/** Valid filters from the query parameters; invalid values become defaults. */
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

/** The API's input for these filters. Completed tasks are hidden by the page, not by the API. */
export function listInput(filters: TaskFilters) {
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

/** How many filters differ from their defaults. A range counts as one; `done` counts only for signed-in users. */
export function countFilters(filters: TaskFilters, isSignedIn: boolean): number {
  const changed = parts.filter((names) => isChanged(filters, names))
  return changed.length + Number(isSignedIn && isChanged(filters, ['done']))
}

const isChanged = (filters: TaskFilters, names: (keyof TaskFilters)[]): boolean =>
  names.some((name) => filters[name] !== filterDefaults[name])

/** Whether a filter of the 'More filters' panel is in use. */
export const hasAdvanced = (filters: TaskFilters): boolean =>
  parts.slice(3).some((names) => isChanged(filters, names))

/** The filters of the task list, stored in the URL. */
export function useTaskFilters(isSignedIn: boolean) {
  const { filters: texts, change, clear } = useUrlFilters(filterDefaults)
  const filters = useMemo(() => readFilters(texts), [texts])
  return { filters, active: countFilters(filters, isSignedIn), change, clear }
}
