import { isAddress } from 'ethers'
import * as z from 'zod'
import { address } from '../domain/schema.ts'
import type { Log } from './log.ts'
import { openSetting } from './setting.ts'

/** Addresses of a stage's contracts. `votes` is TaxVotes, which only the about page names. */
export interface Contracts {
  escrow: string
  token?: string | undefined
  votes?: string | undefined
}

const contract = address
  .refine(isAddress, 'its capital letters do not match its EIP-55 checksum')
  .refine((text) => BigInt(text) !== 0n, 'it is the zero address')

/** The JSON text that `npm run launch` stores in an SSM parameter. */
export const storedContracts = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('it is no JSON')
      return z.NEVER
    }
  })
  .pipe(z.object({ token: contract, escrow: contract, votes: contract.optional() }))
  .refine(({ token, escrow }) => BigInt(token) !== BigInt(escrow), 'token and escrow are the same contract')

/** Milliseconds after which an invalid value is read again. */
const invalidFor = 60_000

/**
 * The contracts of a stage, given as the address of the escrow, or as `ssm:` and the name of the SSM parameter in which
 * `npm run launch` stores them. Null until the parameter exists and is valid; then each call reads the parameter again, but an
 * invalid one only after a minute.
 */
export function openContracts(value: string, log: Pick<Log, 'error'>): () => Promise<Contracts | null> {
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
    const { data = null, error } = storedContracts.nullable().safeParse(stored)
    if (error && invalidUntil === null) {
      invalidUntil = Date.now() + invalidFor
      log.error('contracts invalid', { problem: z.prettifyError(error) })
    }
    return data
  }
}
