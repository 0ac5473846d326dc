import { inject } from 'vitest'
import { openFixture } from './fixture.ts'

export { concurrently, countStatuses, errorResponse, paidRelease, statusAndMessage } from './responses.ts'
export { form } from './task-form.ts'

/** The fixture of the stack that all API tests share. */
export const {
  site,
  openOwnServices,
  contextOf,
  newVisitor,
  newFundedVisitor,
  newFundedUser,
  newUser,
  newAdmin,
  storedTask,
  storedUser,
  postedTask,
  submittedTo,
  approvedProof,
} = openFixture(inject('stack'))
