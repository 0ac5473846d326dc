import { type Notification, notificationKinds } from '../../domain/notification.ts'
import { pageOf, textOf } from '../../domain/notification-texts.ts'
import { idOf, task } from './samples.ts'

/** Facts that change the text or the page of a notification. */
const variants: Record<string, Partial<Notification>> = {
  'no facts': {},
  one: { amount: 1, count: 1, taskId: task.id, device: 'Firefox on Linux', network: '203.0.113.0/24' },
  'many, own task': { amount: 1234, count: 3, isOwnTask: true, isUpheld: true, taskId: task.id },
  upheld: { isUpheld: true, reason: 'Blurred', reported: 'submission' },
  'for admins': { until: '2026-03-02T12:00:00.000Z', forAdmins: true, reported: 'user', taskId: task.id },
}

test('Each notification has the text and the page of notification-texts.snapshot.txt (vitest --update rewrites it)', async () => {
  const lines = notificationKinds.flatMap((kind) =>
    Object.entries(variants).map(([name, facts]) => {
      const about: Notification = {
        id: idOf('N'),
        at: '2026-03-01T12:00:00.000Z',
        taskId: null,
        taskTitle: null,
        ...facts,
        kind,
      }
      const { tone, title, detail } = textOf(about, (iso) => iso?.slice(0, 10) ?? 'never')
      return `${kind} (${name}): ${[tone, `${pageOf(about)}`, title, JSON.stringify(detail)].join(' | ')}`
    }),
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./notification-texts.snapshot.txt')
})
