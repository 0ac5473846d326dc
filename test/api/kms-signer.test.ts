import { randomBytes } from 'node:crypto'
import { KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { recoverAddress, Signature, toBeHex } from 'ethers'
import { kmsSigner, withParity } from '../../functions/payouts/kms-signer.ts'
import { openOwnServices } from '../support/shared-fixture.ts'

const { chain, config } = openOwnServices()
const { KMS_ENDPOINT: endpoint = '', KMS_KEY_ID: keyId } = config
const signer = kmsSigner({ keyId, endpoint })
const half = secp256k1.CURVE.n / 2n
const digests = Array.from({ length: 100 }, () => randomBytes(32))

/** The DER signature that KMS returns, before normalization. */
async function rawSignature(digest: Uint8Array): Promise<Uint8Array> {
  const client = new KMSClient({ endpoint })
  const { Signature: der } = await client.send(
    new SignCommand({
      KeyId: keyId,
      Message: digest,
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  )
  return der ?? new Uint8Array()
}

test('100 signatures have a low s and recover the operator with their parity', async () => {
  const operator = await chain.operator()
  for (const digest of digests) {
    const { r, s, yParity } = await signer.sign(digest)
    expect(s <= half).toBe(true)
    const signature = Signature.from({ r: toBeHex(r, 32), s: toBeHex(s, 32), yParity })
    expect(recoverAddress(digest, signature)).toBe(operator)
  }
})

test('The local KMS returns a high s for 20 to 80 of 100 signatures, so the low-s test covers normalization', async () => {
  const answers = await Promise.all(digests.map(rawSignature))
  const high = answers.filter((der) => secp256k1.Signature.fromDER(der).s > half)
  expect(high.length).toBeGreaterThan(20)
  expect(high.length).toBeLessThan(80)
})

test('A signature by another key or for another digest throws an error', async () => {
  const digest = randomBytes(32)
  const foreign = secp256k1.sign(digest, secp256k1.utils.randomPrivateKey()).toBytes('der')
  expect(() => withParity(foreign, digest, secp256k1.getPublicKey(randomBytes(32), false))).toThrow(
    'not by the expected key',
  )
  const own = await rawSignature(digest)
  const point = await signer.publicKey()
  expect(() => withParity(foreign, digest, point)).toThrow('not by the expected key')
  expect(() => withParity(own, randomBytes(32), point)).toThrow('not by the expected key')
  expect(withParity(own, digest, point).s <= half).toBe(true)
})

test('DER signatures of at least three different lengths are parsed', () => {
  const key = randomBytes(32)
  const point = secp256k1.getPublicKey(key, false)
  const lengths = new Set<number>()
  for (let turn = 0; turn < 100; turn++) {
    const digest = randomBytes(32)
    const der = secp256k1.sign(digest, key, { lowS: false }).toBytes('der')
    lengths.add(der.length)
    expect(withParity(der, digest, point).s <= half).toBe(true)
  }
  expect(lengths.size).toBeGreaterThanOrEqual(3)
})

test('Bytes that are not a DER signature throw an error', () => {
  const point = secp256k1.getPublicKey(randomBytes(32), false)
  for (const bytes of [new Uint8Array(), randomBytes(64), new Uint8Array(72)]) {
    expect(() => withParity(bytes, randomBytes(32), point)).toThrow()
  }
})
