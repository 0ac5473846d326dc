import { runCanary } from '../canary/run.ts'
import { services } from '../runtime/context.ts'

/** The schedule starts it every five minutes. */
export const handler = (): Promise<void> => runCanary(services())
