import type { StackStatus } from '@aws-sdk/client-cloudformation'

interface Stack {
  name: string
  region: string
  status: string
  /** In AWS's words, why the first resource could not be created, if one could not. */
  reason?: string
}

/** What a person has to do, in one sentence. */
type Sentence = (stack: Stack) => string

const runbook = 'docs/runbooks/first-deployment.md'
const command = (name: string, stack: Stack) =>
  `"aws cloudformation ${name} --region ${stack.region} --stack-name ${stack.name}"`

const wait: Sentence = ({ name, status }) =>
  `CloudFormation is still working on ${name} (${status}). Wait until it has finished.`
const creationFailed: Sentence = ({ name, reason = '', status }) =>
  reason.includes('verified before you can add new CloudFront resources')
    ? `AWS has not verified this account for CloudFront, so the first deployment of ${name} failed: open a case with AWS Support, and add --delete-failed-stack once it is verified (${runbook}).`
    : `The first deployment of ${name} failed (${status}${reason && `, ${reason}`}): follow ${runbook}, and add --delete-failed-stack.`
/** The CDK deletes only a stack whose creation was rolled back. */
const mustBeDeleted: Sentence = (stack) =>
  `${stack.name} cannot be deployed (${stack.status}): follow ${runbook}, and delete it with ${command('delete-stack', stack)}.`

/** What a launch does with a stack: use it as it is, have the CDK deploy it, or let a person act. */
const answers: Record<StackStatus, 'use' | 'deploy' | Sentence> = {
  CREATE_COMPLETE: 'use',
  UPDATE_COMPLETE: 'use',
  // A change set that was never executed.
  REVIEW_IN_PROGRESS: 'deploy',
  DELETE_COMPLETE: 'deploy',
  // What was changed last is not deployed.
  IMPORT_COMPLETE: 'deploy',
  IMPORT_ROLLBACK_COMPLETE: 'deploy',
  UPDATE_ROLLBACK_COMPLETE: 'deploy',
  CREATE_IN_PROGRESS: wait,
  DELETE_IN_PROGRESS: wait,
  IMPORT_IN_PROGRESS: wait,
  IMPORT_ROLLBACK_IN_PROGRESS: wait,
  ROLLBACK_IN_PROGRESS: wait,
  UPDATE_COMPLETE_CLEANUP_IN_PROGRESS: wait,
  UPDATE_IN_PROGRESS: wait,
  UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS: wait,
  UPDATE_ROLLBACK_IN_PROGRESS: wait,
  ROLLBACK_COMPLETE: creationFailed,
  ROLLBACK_FAILED: creationFailed,
  CREATE_FAILED: mustBeDeleted,
  DELETE_FAILED: mustBeDeleted,
  UPDATE_FAILED: (stack) =>
    `An update of ${stack.name} failed (${stack.status}): undo it with ${command('rollback-stack', stack)}.`,
  UPDATE_ROLLBACK_FAILED: (stack) =>
    `CloudFormation could not undo an update of ${stack.name} (${stack.status}): correct the cause that its events name, and run ${command('continue-update-rollback', stack)}.`,
  IMPORT_ROLLBACK_FAILED: ({ name, status }) =>
    `CloudFormation could not undo an import into ${name} (${status}): correct the cause that its events name, in AWS’s console.`,
}

/**
 * Whether a stack is deployed. If it is not, the CDK can deploy it.
 *
 * @param deleteFailed whether the CDK may delete a stack whose first deployment failed
 * @throws RangeError with one sentence if a person must wait or correct the stack first
 */
export function isDeployed(stack: Stack, deleteFailed: boolean): boolean {
  const answer = answers[stack.status as StackStatus] ?? wait
  if (answer === 'use') return true
  if (answer === 'deploy' || (answer === creationFailed && deleteFailed)) return false
  throw new RangeError(answer(stack))
}
