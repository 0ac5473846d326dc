import type { ApiUser } from '../../ops/api-user.ts'

/** A challenge for this person's wallet, signed by `signer`. */
async function signedChallenge(of: ApiUser, signer = of, moveTo?: string) {
  const address = of.wallet.address
  const { message } = await of.call('GET /api/auth/challenge', { address, ...(moveTo && { moveTo }) })
  return { message, signature: await signer.wallet.signMessage(message) }
}

/** The body of POST /api/wallet for this person's wallet, signed by `signer`. */
export const walletProof = async (of: ApiUser, signer = of) => ({
  walletAddress: of.wallet.address,
  ...(await signedChallenge(of, signer)),
})

/** The body of POST /api/wallet that moves this account to the wallet of `next` at once: both wallets agree. */
export const moveProof = async (of: ApiUser, next: ApiUser) => ({
  ...(await walletProof(next)),
  ...(await oldWalletProof(of, next)),
})

/** The fields of POST /api/wallet by which the present wallet agrees to a move to the wallet of `next`. */
export async function oldWalletProof(of: ApiUser, next: ApiUser, signer = of) {
  const { message, signature } = await signedChallenge(of, signer, next.wallet.address)
  return { oldMessage: message, oldSignature: signature }
}
