import type { Api, RouteKey } from '../../domain/api.ts'
import type { ReportedFields, SubmissionFields, TaskField, UserField } from '../../domain/route.ts'
import type { Reported } from '../table/reports.ts'
import type { StoredSubmission } from '../table/submissions.ts'
import type { StoredTask } from '../table/tasks.ts'
import type { StoredUser } from '../table/users.ts'

/** The task, submission or user that a call of this route is about. It is loaded, and the caller has access to it. */
export type SubjectOf<K extends RouteKey> = Api[K] extends { subject: infer Fields }
  ? Fields extends TaskField
    ? { task: StoredTask }
    : Fields extends SubmissionFields
      ? { submission: StoredSubmission; task: StoredTask }
      : Fields extends UserField
        ? { user: StoredUser }
        : Fields extends ReportedFields
          ? { reported: Reported }
          : undefined
  : undefined
