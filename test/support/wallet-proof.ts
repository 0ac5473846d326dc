import type { ApiUser } from '../../ops/api-user.ts'

/** A challenge for this person's wallet, signed by `signer`, and requested by `account`. */
export async function signedChallenge(
  of: ApiUser,
  about: { moveTo?: string; purpose?: 'link' | 'password' },
  signer = of,
  account = of,
) {
  const address = of.wallet.address
  const { message } = await account.call('GET /api/auth/challenge', { address, ...about })
  return { message, signature: await signer.wallet.signMessage(message) }
}

/** The body of POST /api/auth/web3. */
export const signInProof = async (of: ApiUser) => ({
  walletAddress: of.wallet.address,
  ...(await signedChallenge(of, {})),
})

/** The body of POST /api/wallet that links this person's wallet to `account`, signed by `signer`. */
export const walletProof = async (of: ApiUser, signer = of, account = of) => ({
  walletAddress: of.wallet.address,
  ...(await signedChallenge(of, { purpose: 'link' }, signer, account)),
})

/** The same, signed by this person. */
export const walletProofOf = (of: ApiUser, account: ApiUser) => walletProof(of, of, account)

/** The body of POST /api/wallet that moves this account to the wallet of `next` at once: both wallets agree. */
export const moveProof = async (of: ApiUser, next: ApiUser) => ({
  ...(await walletProofOf(next, of)),
  ...(await oldWalletProof(of, next)),
})

/** The fields of POST /api/wallet by which the present wallet agrees to a move to the wallet of `next`. */
export async function oldWalletProof(of: ApiUser, next: ApiUser, signer = of, account = of) {
  const about = { moveTo: next.wallet.address }
  const { message, signature } = await signedChallenge(of, about, signer, account)
  return { oldMessage: message, oldSignature: signature }
}
