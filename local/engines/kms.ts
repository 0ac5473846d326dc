import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secp256k1 } from '@noble/curves/secp256k1.js'

export const keyId = 'local-signer'

/** Another key, to rotate to. */
export const nextKeyId = 'local-signer-2'

/** Fixed keys, so that the operator of a developer's escrow has the same address after every start. */
const secrets = new Map([
  [keyId, '8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'],
  [nextKeyId, '5d1f7c2e94a86b03d7e65a1c48f09b23716ac8d5e2f4903b8a7d61c05e94f3b7'],
])

/** SubjectPublicKeyInfo of a secp256k1 key up to the point (RFC 5480). */
const spkiPrefix = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex')

type Call = (secret: string, body: { KeyId: string; Message: string }) => object

const calls: Record<string, Call> = {
  'TrentService.GetPublicKey': (secret, { KeyId }) => ({
    KeyId,
    KeySpec: 'ECC_SECG_P256K1',
    KeyUsage: 'SIGN_VERIFY',
    SigningAlgorithms: ['ECDSA_SHA_256'],
    PublicKey: Buffer.concat([spkiPrefix, secp256k1.getPublicKey(secret, false)]).toString('base64'),
  }),
  'TrentService.Sign': (secret, { KeyId, Message }) => ({
    KeyId,
    SigningAlgorithm: 'ECDSA_SHA_256',
    Signature: Buffer.from(sign(secret, Buffer.from(Message, 'base64'))).toString('base64'),
  }),
}

/** Like KMS: DER, and s is high half of the time, since KMS does not normalise it. */
function sign(secret: string, digest: Uint8Array): Uint8Array {
  const low = secp256k1.sign(digest, secret)
  const high = new secp256k1.Signature(low.r, secp256k1.CURVE.n - low.s)
  return (Math.random() < 0.5 ? low : high).toBytes('der')
}

/** A stand-in for KMS over its wire protocol (GetPublicKey and Sign, JSON 1.1), so that the real client runs. */
export async function startKms(): Promise<{ endpoint: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const call = calls[String(request.headers['x-amz-target'])]
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const asked = JSON.parse(Buffer.concat(chunks).toString())
    const secret = secrets.get(asked.KeyId)
    response.setHeader('content-type', 'application/x-amz-json-1.1')
    response.statusCode = call && secret ? 200 : 400
    const body =
      call && secret
        ? call(secret, asked)
        : { __type: call ? 'NotFoundException' : 'UnsupportedOperationException' }
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
