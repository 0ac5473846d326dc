import { randomUUID } from 'node:crypto'
import { services } from '../runtime/context.ts'
import { runJobs } from '../schedule/jobs.ts'

/** EventBridge starts it every minute. It does what time triggers, except paying: it cannot sign. */
export const handler = async (_event?: unknown, invocation?: { awsRequestId: string }) => {
  const opened = services()
  const requestId = invocation?.awsRequestId ?? randomUUID()
  const open = { ...opened, log: opened.log.createChild({ persistentKeys: { requestId } }) }
  const done = await runJobs(open)
  open.log.info('scheduled', done)
  return done
}
