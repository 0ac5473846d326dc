import { GenerateMacCommand, KMSClient, VerifyMacCommand } from '@aws-sdk/client-kms'

/** What an approval decides: who is paid how much, for what, and from which place of which escrow. */
export interface Approval {
  submissionId: string
  taskId: string
  userId: string
  escrowId: string
  slot: number
  recipient: string
  amount: number
  createdAt: string
}

/** Makes and verifies the proof that a function that may decide has made an approval (docs/payouts.md). */
export interface Approvals {
  /** The MAC of an approval, in base64. */
  prove(approval: Approval): Promise<string>
  isProven(approval: Approval, mac: string): Promise<boolean>
}

interface Options {
  keyId: string | undefined
  endpoint: string | undefined
}

/** The most approvals that are remembered as verified, so that payouts that wait are not verified in each run. */
const mostRemembered = 5000

const MacAlgorithm = 'HMAC_SHA_256'

/** Uses an HMAC key of KMS. */
export function openApprovals({ keyId: KeyId, endpoint }: Options): Approvals {
  const client = new KMSClient({ ...(endpoint && { endpoint }) })
  const proven = new Set<string>()
  return {
    async prove(approval) {
      const { Mac } = await client.send(
        new GenerateMacCommand({ KeyId, MacAlgorithm, Message: Buffer.from(encode(approval)) }),
      )
      if (!Mac) throw new Error('KMS answered without a MAC')
      return Buffer.from(Mac).toString('base64')
    },

    async isProven(approval, mac) {
      const message = encode(approval)
      const Mac = Buffer.from(mac, 'base64')
      if (Mac.length !== 32) return false
      if (proven.has(message + mac)) return true
      try {
        await client.send(new VerifyMacCommand({ KeyId, MacAlgorithm, Message: Buffer.from(message), Mac }))
      } catch (error) {
        if ((error as Error).name === 'KMSInvalidMacException') return false
        throw error
      }
      if (proven.size >= mostRemembered) proven.clear()
      proven.add(message + mac)
      return true
    },
  }
}

/** One text for each approval, and none for two. */
const encode = (approval: Approval) => {
  const { amount, createdAt, escrowId, recipient, slot, submissionId, taskId, userId } = approval
  return JSON.stringify([submissionId, taskId, userId, escrowId, slot, recipient, amount, createdAt])
}
