import type { ApiUser } from '../../ops/api-user.ts'

/** A challenge for this person's wallet, signed by `signer`. */
async function signedChallenge(of: ApiUser, signer = of) {
  const { message } = await of.call('GET /api/auth/challenge', { address: of.wallet.address })
  return { message, signature: await signer.wallet.signMessage(message) }
}

/** The body of POST /api/wallet for this person's wallet, signed by `signer`. */
export const walletProof = async (of: ApiUser, signer = of) => ({
  walletAddress: of.wallet.address,
  ...(await signedChallenge(of, signer)),
})

/** The fields of POST /api/wallet by which the present wallet agrees to a move. */
export async function oldWalletProof(of: ApiUser, signer = of) {
  const { message, signature } = await signedChallenge(of, signer)
  return { oldMessage: message, oldSignature: signature }
}
