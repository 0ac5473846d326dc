import { inject } from 'vitest'
import { openWorld } from './open-world.ts'

export { atOnce, refusalOf, statusOf, tally } from './answers.ts'
export { form } from './form.ts'

/** The stack that all API tests share. */
export const {
  site,
  openOwnServices,
  contextOf,
  newcomer,
  stranger,
  somebody,
  worker,
  administrator,
  postedTask,
  submittedTo,
} = openWorld(inject('stack'))
