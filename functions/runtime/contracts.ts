import * as z from 'zod'
import type { Log } from './log.ts'
import { openSetting } from './setting.ts'

/** Addresses of a stage's contracts. `votes` is TaxVotes, which only the about page names. */
export interface Contracts {
  escrow: string
  token?: string | undefined
  votes?: string | undefined
}

/** Milliseconds after which an invalid value is read again. */
const invalidFor = 60_000

/**
 * The contracts of a stage, given as the address of the escrow, or as `ssm:` and the name of the SSM parameter in which
 * `npm run launch` stores them. Null until the parameter exists and is valid; then each call reads the parameter again, but an
 * invalid one only after a minute.
 *
 * @param stackId id of the stack; contracts of a deleted stack of the same name, whose parameter remains, are none
 */
export function openContracts(
  value: string,
  log: Pick<Log, 'error'>,
  stackId?: string,
): () => Promise<Contracts | null> {
  if (!value.startsWith('ssm:')) return async () => ({ escrow: value })
  let setting = openSetting(value)
  let invalidUntil: number | null = null
  return async () => {
    if (invalidUntil !== null && Date.now() >= invalidUntil) {
      setting = openSetting(value)
      invalidUntil = null
    }
    const stored = await setting.read().catch((error: Error) => {
      if (error.name === 'ParameterNotFound') return null
      throw error
    })
    const { storedContracts } = await import('./stored-contracts.ts')
    const { data = null, error } = storedContracts.nullable().safeParse(stored)
    if (error && invalidUntil === null) {
      invalidUntil = Date.now() + invalidFor
      log.error('contracts invalid', { problem: z.prettifyError(error) })
    }
    if (!stackId || !data?.stack || data.stack === stackId) return data
    setting = openSetting(value)
    return null
  }
}
