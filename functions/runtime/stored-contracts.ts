import { isAddress } from 'ethers'
import * as z from 'zod'
import { address } from '../../domain/schema.ts'

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
  .pipe(
    z.object({
      token: contract,
      escrow: contract,
      votes: contract.optional(),
      /** The id of the stack whose contracts these are. Absent if a person or an older version stored them. */
      stack: z.string().optional(),
    }),
  )
  .refine(({ token, escrow }) => BigInt(token) !== BigInt(escrow), 'token and escrow are the same contract')
