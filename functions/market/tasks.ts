import { ulid } from 'ulid'
import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { escrowAmount, toBaseUnits } from '../../domain/escrow.ts'
import { throttles } from '../../domain/limits.ts'
import {
  defaultTiming,
  type Task,
  type TaskInput,
  task,
  taskForm,
  taskText,
  timingProblem,
} from '../../domain/task.ts'
import { answerOf } from '../runtime/answer.ts'
import type { Context, UserContext } from '../runtime/context.ts'
import { job } from '../runtime/job.ts'
import type { SubjectOf } from '../runtime/subject.ts'
import { countAttempt } from '../runtime/throttle.ts'
import * as tasks from '../table/tasks.ts'

/** A task as others see it, without its escrow's terms. */
export const taskAnswer = (stored: tasks.StoredTask): Task => answerOf(task, stored)

export const get = async (_context: Context, _input: unknown, { task }: SubjectOf<'GET /api/tasks/{id}'>) =>
  task

/**
 * Saves a task whose escrow the caller has funded: the escrow made from the caller's own wallet and these terms
 * exists, holds the money, is untouched and backs no other task. Saving the same task again answers the saved one.
 * @throws invalid or conflict; then nothing is saved
 */
export async function create(context: UserContext, input: TaskInput): Promise<Task> {
  const { chain, now, table, user } = context
  if (input.creatorId && input.creatorId !== user.id) {
    throw new AppError('forbidden', 'You can only create tasks as yourself')
  }
  if (!user.walletAddress) throw new AppError('conflict', 'Connect your wallet before you create a task')
  const contractAddress = await chain.escrowAddress()
  if (input.contractAddress.toLowerCase() !== contractAddress.toLowerCase()) {
    const message = 'This is not the escrow contract of this site'
    throw new AppError('invalid', message, [{ path: 'contractAddress', message }])
  }
  const deadline = input.deadline
    ? new Date(input.deadline).toISOString()
    : defaultTiming(now(), input.reviewDays).deadline
  const problem = timingProblem(
    { deadline, refundableAt: input.escrow.refundableAt, reviewDays: input.reviewDays },
    now(),
  )
  if (problem) throw new AppError('invalid', problem.message, [problem])

  const terms = {
    funder: user.walletAddress,
    reward: toBaseUnits(input.reward),
    slots: input.maxCompletions,
    ...input.escrow,
  }
  const escrowId = await chain.escrowId(terms)
  await checkFunded(context, escrowId, input)

  const { escrow: _terms, creatorId: _self, ...form } = input
  const value: tasks.StoredTask = {
    ...form,
    id: ulid(now()),
    creatorId: user.id,
    completions: 0,
    taken: 0,
    undecided: 0,
    submissions: 0,
    pending: 0,
    deadline,
    contractAddress,
    createdAt: new Date(now()).toISOString(),
    escrowId,
    funder: terms.funder,
    salt: terms.salt,
    refundableAt: terms.refundableAt,
  }
  const claimedBy = await tasks.create(table, value)
  return claimedBy ? repeatedSave(context, claimedBy, value) : value
}

async function checkFunded({ chain }: Context, escrowId: string, input: TaskInput) {
  const state = await chain.escrow(escrowId)
  if (!state) {
    throw new AppError(
      'conflict',
      `No escrow of your wallet holds ${escrowAmount(input)} TAX under these terms. Fund it first, with the same reward, number of completions, salt and refund time.`,
    )
  }
  if (state.closed) throw new AppError('conflict', 'This escrow is closed; its money went back to its funder')
  if (state.slots < input.maxCompletions)
    throw new AppError('conflict', 'A part of this escrow has gone back to its funder already')
  if (state.paidCount > 0) throw new AppError('conflict', 'This escrow has already paid rewards')
}

/** The saved task, when a client repeats a save whose answer it never got. @throws conflict when it is another task */
async function repeatedSave({ table }: Context, id: string, wanted: tasks.StoredTask): Promise<Task> {
  const saved = await tasks.get(table, id)
  const isEdited = Boolean(saved?.textVersion)
  // A default deadline depends on the time of the save.
  const comparedFields = taskForm.omit({ deadline: true }).keyof().options
  const same =
    saved?.creatorId === wanted.creatorId &&
    comparedFields.every((field) => saved[field] === wanted[field] || (isEdited && field in taskText.shape))
  if (!same) throw new AppError('conflict', 'This escrow already backs another task')
  return saved
}

/**
 * Changes the text of the caller's own task. A proof that arrives at the same time is refused, or this change is.
 * @throws forbidden; tooManyRequests; conflict when a proof has arrived, the text has changed meanwhile, or the task is closed,
 * hidden or in an open report
 */
export async function changeText(
  context: UserContext,
  input: Input<'PATCH /api/tasks/{id}'>,
  { task: before }: SubjectOf<'PATCH /api/tasks/{id}'>,
): Promise<Task> {
  const { table, user } = context
  if (user.id !== before.creatorId) throw new AppError('forbidden', 'Only its creator can change this task')
  await countAttempt(context, [{ name: `task-text#${user.id}`, ...throttles.textChanges }])
  const isChanged = await tasks.changeText(table, input)
  const after = await tasks.get(table, input.id)
  if (isChanged && after) return after
  throw new AppError(
    'conflict',
    (after?.textVersion ?? 0) === (input.textVersion ?? 0)
      ? 'The text of a task can be changed until the first proof arrives, and not while the task is closed, hidden or reported'
      : 'The text of this task has changed since you read it. Open it again and change its present text.',
  )
}

/** Expired tasks that one run moves; the next run moves the others. */
const batchSize = 200

/** Moves tasks past their deadline from the list of open tasks to that of closed ones. */
export const closeExpired = job(
  'expired tasks',
  ({ at, table }) => tasks.expiredOpen(table, at, batchSize),
  ({ table }, { id }) => tasks.listAsClosed(table, id),
)
