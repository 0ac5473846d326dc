import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { loadOnce } from '../runtime/load-once.ts'

/** A secp256k1 key that signs digests. The private key cannot be read. */
export interface Signer {
  /** Uncompressed point, 65 bytes. */
  publicKey(): Promise<Uint8Array>
  /** Signs a digest of 32 bytes. `s` is in the lower half (EIP-2); recovering with `yParity` gives this key. */
  sign(digest: Uint8Array): Promise<{ r: bigint; s: bigint; yParity: 0 | 1 }>
}

interface Options {
  keyId: string
  endpoint?: string | undefined
}

/**
 * Opens a KMS key (ECC_SECG_P256K1). KMS returns DER (RFC 3279), with any `s` and without the parity. The signer decodes it,
 * takes the lower `s` (EIP-2), and tries both parities to find the one that recovers the key.
 */
export function kmsSigner({ keyId, endpoint }: Options): Signer {
  const client = new KMSClient({ ...(endpoint && { endpoint }) })

  const publicKey = loadOnce(async () => {
    const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }))
    if (!PublicKey) throw new Error('KMS answered without a public key')
    // A SubjectPublicKeyInfo of this curve ends with the uncompressed point (RFC 5480).
    return secp256k1.ProjectivePoint.fromHex(PublicKey.slice(-65)).toRawBytes(false)
  })

  return {
    publicKey,
    async sign(digest) {
      const { Signature } = await client.send(
        new SignCommand({
          KeyId: keyId,
          Message: digest,
          MessageType: 'DIGEST',
          SigningAlgorithm: 'ECDSA_SHA_256',
        }),
      )
      if (!Signature) throw new Error('KMS answered without a signature')
      return withParity(Signature, digest, await publicKey())
    },
  }
}

/** DER signature → r, low s and parity. @throws when neither parity recovers the key. */
export function withParity(der: Uint8Array, digest: Uint8Array, publicKey: Uint8Array) {
  const signature = secp256k1.Signature.fromDER(der).normalizeS()
  for (const yParity of [0, 1] as const) {
    const recovered = signature.addRecoveryBit(yParity).recoverPublicKey(digest)
    if (Buffer.compare(recovered.toRawBytes(false), publicKey) === 0) {
      return { r: signature.r, s: signature.s, yParity }
    }
  }
  throw new Error('The signature is not by the expected key')
}
