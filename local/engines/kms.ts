import { randomUUID } from 'node:crypto'
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

/** What an alias stands for. */
const aliases = new Map<string, string>()

/** What a request of KMS may say. */
interface Asked {
  KeyId: string
  Message: string
  AliasName: string
  TargetKeyId: string
}

/** Answers what KMS would, or undefined when there is no such key. */
const calls: Record<string, (asked: Asked) => object | undefined> = {
  'TrentService.GetPublicKey': ({ KeyId }) =>
    withKey(KeyId, (id, secret) => ({
      KeyId: id,
      KeySpec: 'ECC_SECG_P256K1',
      KeyUsage: 'SIGN_VERIFY',
      SigningAlgorithms: ['ECDSA_SHA_256'],
      PublicKey: Buffer.concat([spkiPrefix, secp256k1.getPublicKey(secret, false)]).toString('base64'),
    })),
  'TrentService.Sign': ({ KeyId, Message }) =>
    withKey(KeyId, (id, secret) => ({
      KeyId: id,
      SigningAlgorithm: 'ECDSA_SHA_256',
      Signature: Buffer.from(sign(secret, Buffer.from(Message, 'base64'))).toString('base64'),
    })),
  'TrentService.CreateKey': () => {
    const KeyId = randomUUID()
    secrets.set(KeyId, Buffer.from(secp256k1.utils.randomPrivateKey()).toString('hex'))
    return { KeyMetadata: { KeyId } }
  },
  'TrentService.CreateAlias': ({ AliasName, TargetKeyId }) =>
    withKey(TargetKeyId, (id) => {
      aliases.set(AliasName, id)
      return {}
    }),
}

function withKey(name: string, answer: (id: string, secret: string) => object): object | undefined {
  const id = aliases.get(name) ?? name
  const secret = secrets.get(id)
  return secret === undefined ? undefined : answer(id, secret)
}

/** Like KMS: DER, and s is high half of the time, since KMS does not normalise it. */
function sign(secret: string, digest: Uint8Array): Uint8Array {
  const low = secp256k1.sign(digest, secret)
  const high = new secp256k1.Signature(low.r, secp256k1.CURVE.n - low.s)
  return (Math.random() < 0.5 ? low : high).toBytes('der')
}

/** A stand-in for KMS over its wire protocol (JSON 1.1) with what we ask of it, so that the real client runs. */
export async function startKms(): Promise<{ endpoint: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const call = calls[String(request.headers['x-amz-target'])]
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = call?.(JSON.parse(Buffer.concat(chunks).toString()))
    response.setHeader('content-type', 'application/x-amz-json-1.1')
    response.statusCode = answer ? 200 : 400
    const refusal = { __type: call ? 'NotFoundException' : 'UnsupportedOperationException' }
    response.end(JSON.stringify(answer ?? refusal))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
