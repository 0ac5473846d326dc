import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { listen } from './listen.ts'

export const keyId = 'local-signer'

/** A second key, for tests of key rotation. */
export const nextKeyId = 'local-signer-2'

/** The HMAC key that proves approvals. */
export const approvalKeyId = 'local-approvals'

/** Fixed private keys, so that the operator has the same address after every start. No demo user has such a key. */
const secrets = new Map([
  [keyId, '2a4b57361deea62f9ad5d14fc8160d63d026910094fe650bfd26a87709323a28'],
  [nextKeyId, '5d1f7c2e94a86b03d7e65a1c48f09b23716ac8d5e2f4903b8a7d61c05e94f3b7'],
  [approvalKeyId, '83e0b1d94c7f2a5618d3e6f70b9c4a2d51f8e7603bca9d42f16e058d7c3b9a14'],
])

/** DER prefix of the SubjectPublicKeyInfo of a secp256k1 key, before the point (RFC 5480). */
const spkiPrefix = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex')

/** Key ids by alias. */
const aliases = new Map<string, string>()

/** The fields of the KMS requests that are supported. */
interface KmsRequest {
  KeyId: string
  Message: string
  Mac: string
  AliasName: string
  TargetKeyId: string
}

/** The supported KMS operations. They return undefined if there is no such key. */
const operations: Record<string, (request: KmsRequest) => object | undefined> = {
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
  'TrentService.GenerateMac': ({ KeyId, Message }) =>
    withKey(KeyId, (id, secret) => ({ KeyId: id, Mac: macOf(secret, Message).toString('base64') })),
  'TrentService.VerifyMac': ({ KeyId, Mac, Message }) =>
    withKey(KeyId, (id, secret) => {
      const MacValid = timingSafeEqual(macOf(secret, Message), Buffer.from(Mac, 'base64'))
      return MacValid ? { KeyId: id, MacValid } : { __type: 'KMSInvalidMacException' }
    }),
  'TrentService.DescribeKey': ({ KeyId }) => withKey(KeyId, (id) => ({ KeyMetadata: { KeyId: id } })),
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

const macOf = (secret: string, message: string) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(Buffer.from(message, 'base64')).digest()

function withKey(name: string, answer: (id: string, secret: string) => object): object | undefined {
  const id = aliases.get(name) ?? name
  const secret = secrets.get(id)
  return secret === undefined ? undefined : answer(id, secret)
}

/** Signs as KMS does: the signature is in DER, and `s` is high half of the time, because KMS does not normalise it. */
function sign(secret: string, digest: Uint8Array): Uint8Array {
  const low = secp256k1.sign(digest, secret)
  const high = new secp256k1.Signature(low.r, secp256k1.CURVE.n - low.s)
  return (Math.random() < 0.5 ? low : high).toBytes('der')
}

/** Starts a stand-in for KMS that speaks its wire protocol (JSON 1.1), so that the real client can be used. */
export async function startKms(): Promise<{ endpoint: string; close(): Promise<void> }> {
  const { close, origin } = await listen(async (request, response) => {
    const operation = operations[String(request.headers['x-amz-target'])]
    const answer = operation?.((await json(request)) as KmsRequest)
    response.setHeader('content-type', 'application/x-amz-json-1.1')
    response.statusCode = answer && !('__type' in answer) ? 200 : 400
    const refusal = { __type: operation ? 'NotFoundException' : 'UnsupportedOperationException' }
    response.end(JSON.stringify(answer ?? refusal))
  })
  return { endpoint: origin, close }
}
