import type { Context } from '../context.ts'

/** That the API answers; it asks neither table nor chain. */
export const health = async ({ now }: Context) => ({
  status: 'ok' as const,
  time: new Date(now()).toISOString(),
})
