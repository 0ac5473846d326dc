import type { TaskForm } from '../../domain/task.ts'

/** A valid task for any test. */
export const form = {
  title: 'Describe your street',
  description: 'What do you see at six in the morning?',
  requirements: 'Five sentences.',
  category: 'Content',
  reward: 50,
  maxCompletions: 5,
  estimatedTime: 10,
  submissionType: 'text',
} as const satisfies TaskForm
