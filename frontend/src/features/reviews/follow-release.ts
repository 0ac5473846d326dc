import type { ReleaseAnswer } from '../../../../domain/payout.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { useApiMutation } from '../../lib/mutation.ts'

export type Payment =
  | { state: 'processing' | 'settling' }
  | { state: 'paid' | 'failed'; answer: ReleaseAnswer }
  /** The request failed. The server still makes the payment. */
  | { state: 'unknown'; reason: string }

interface Parts {
  ask: () => Promise<ReleaseAnswer>
  wait: (milliseconds: number) => Promise<void>
  onPayment: (payment: Payment) => void
  signal: AbortSignal
}

const firstWait = 2000
const longestWait = 15_000

/**
 * Requests the release of an approved reward until it is paid or has failed. The request is idempotent, so it is
 * repeated with growing intervals while the payout is due. Stops when `signal` aborts.
 */
export async function followRelease({ ask, wait, onPayment, signal }: Parts): Promise<void> {
  const tell = (payment: Payment) => {
    if (!signal.aborted) onPayment(payment)
  }
  tell({ state: 'processing' })
  for (let pause = firstWait; !signal.aborted; pause = Math.min(pause * 1.5, longestWait)) {
    try {
      const answer = await ask()
      if (answer.status !== 'due') return tell({ state: answer.status, answer })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 429))
        return tell({ state: 'unknown', reason: `Failed to release reward: ${reasonOf(error)}` })
    }
    tell({ state: 'settling' })
    await wait(pause)
  }
}

/** Asks for the payment of an approved submission. An answer that the payment is still due changes nothing. */
export const useReleaseReward = () =>
  useApiMutation('POST /api/blockchain/release-reward', ({ status }) => status !== 'due')
