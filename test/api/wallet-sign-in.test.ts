import { get } from 'node:http'
import { type BaseWallet, HDNodeWallet } from 'ethers'
import { SiweMessage } from 'siwe'
import { brand } from '../../domain/brand.ts'
import type { SignedInUser } from '../../domain/user.ts'
import { challenge } from '../../functions/accounts/auth.ts'
import {
  concurrently,
  contextOf,
  countStatuses,
  newUser,
  newVisitor,
  site,
  statusAndMessage,
} from '../support/shared-fixture.ts'
import { signedChallenge } from '../support/wallet-proof.ts'

const { host } = new URL(site.origin)

/** A challenge for this wallet, issued `age` seconds ago. */
async function challengeOf(address: string | undefined, age = 0): Promise<string> {
  const anonymous = { ...contextOf({} as never, { now: () => Date.now() - age * 1000 }), user: null }
  return (await challenge(anonymous, { address })).message
}

const web3 = async (signer: BaseWallet, message: string, changes: Record<string, string> = {}) =>
  newVisitor().request('POST /api/auth/web3', {
    walletAddress: signer.address,
    signature: await signer.signMessage(message),
    message,
    ...changes,
  })

describe('GET /api/auth/challenge', () => {
  test.each([
    {},
    { purpose: 'link' as const },
    { purpose: 'password' as const },
    { moveTo: HDNodeWallet.createRandom().address },
  ])('The siwe library parses a challenge (%o) and verifies its signature, and it expires after five minutes', async (purpose) => {
    const { wallet, call } = bound(await newUser())
    const address = wallet.address.toLowerCase()
    const { message } = await call('GET /api/auth/challenge', { address, ...purpose })
    const read = new SiweMessage(message)
    expect(read).toMatchObject({ domain: host, uri: site.origin, address: wallet.address, chainId: 3636 })
    expect(read.statement).toContain(brand)
    expect(Date.parse(read.expirationTime ?? '') - Date.parse(read.issuedAt ?? '')).toBe(300_000)
    expect(read.prepareMessage()).toBe(message)
    const signature = await wallet.signMessage(message)
    expect((await read.verify({ signature, domain: host, nonce: read.nonce })).success).toBe(true)
  })

  test('A challenge requested without a wallet has no address line', async () => {
    const { message } = await newVisitor().call('GET /api/auth/challenge', {})
    expect(message).not.toMatch(/0x[0-9a-fA-F]{40}/)
  })

  test('A challenge names the configured site even when the Forwarded headers are forged', async () => {
    const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    const body = await new Promise<string>((resolve, reject) => {
      get(`${site.origin}/api/auth/challenge`, { headers: forged }, async (response) => {
        const chunks = await response.toArray()
        resolve(Buffer.concat(chunks).toString())
      }).on('error', reject)
    })
    const { message } = JSON.parse(body)
    expect(message).toContain(`${host} wants you to sign in`)
    expect(message).not.toContain('evil')
  })

  test('Twenty challenges are all different', async () => {
    const messages = await Promise.all(concurrently(20, () => challengeOf(undefined)))
    expect(new Set(messages).size).toBe(20)
  })
})

describe('POST /api/auth/web3', () => {
  test('A challenge with or without a wallet signs in', async () => {
    const signer = HDNodeWallet.createRandom()
    for (const address of [signer.address, undefined]) {
      expect((await web3(signer, await challengeOf(address))).status).toBe(200)
    }
  })

  test('Of 50 concurrent replays of a challenge without a wallet, one succeeds', async () => {
    const signer = HDNodeWallet.createRandom()
    const message = await challengeOf(undefined)
    expect(await countStatuses(concurrently(50, () => web3(signer, message)))).toEqual({ 200: 1, 401: 49 })
    expect((await web3(signer, message)).status).toBe(401)
  })

  test('A challenge signs in 295 seconds after it was issued and answers 401 after 301 seconds', async () => {
    const signer = HDNodeWallet.createRandom()
    expect((await web3(signer, await challengeOf(signer.address, 295))).status).toBe(200)
    const [status, message] = await statusAndMessage(web3(signer, await challengeOf(signer.address, 301)))
    expect([status, message]).toEqual([401, expect.stringContaining('expired')])
  })

  test('A sign-in with the signature of another wallet answers 401 and does not use up the challenge', async () => {
    const [signer, thief] = [HDNodeWallet.createRandom(), HDNodeWallet.createRandom()]
    const message = await challengeOf(signer.address)
    const forged = { walletAddress: signer.address }
    expect((await web3(thief, message, forged)).status).toBe(401)
    expect((await web3(signer, message, { signature: `0x${'11'.repeat(65)}` })).status).toBe(401)
    expect((await web3(signer, message, { signature: `0x${'00'.repeat(65)}` })).status).toBe(401)
    expect((await web3(signer, message)).status).toBe(200)
  })

  test('A challenge for another wallet answers 401, and that wallet can still use it', async () => {
    const [owner, thief] = [HDNodeWallet.createRandom(), HDNodeWallet.createRandom()]
    const message = await challengeOf(owner.address)
    expect((await web3(thief, message)).status).toBe(401)
    expect((await web3(owner, message)).status).toBe(200)
  })

  test.each([
    ['moves an account to another wallet', { moveTo: HDNodeWallet.createRandom().address }],
    ['links a wallet', { purpose: 'link' }],
    ['sets a password', { purpose: 'password' }],
  ] as const)('The message that %s signs nobody in', async (_, about) => {
    const owner = await newUser()
    const { message } = await signedChallenge(owner, about)
    expect((await web3(owner.wallet, message)).status).toBe(401)
  })

  test('A changed challenge text answers 401', async () => {
    const signer = HDNodeWallet.createRandom()
    const message = await challengeOf(signer.address)
    for (const other of [
      message.replace('moves no money', 'moves all your money'),
      message.replace(host, 'evil.example'),
      `${message}\nResources:\n- https://evil.example`,
      `${message} `,
      'hello',
    ]) {
      const answer = await statusAndMessage(web3(signer, other))
      expect(answer).toEqual([401, expect.stringContaining('expired')])
    }
    expect((await web3(signer, message)).status).toBe(200)
  })
})

describe('the first sign-in', () => {
  test('The first sign-in of a wallet creates a user with a placeholder name, and the next sign-in finds that user', async () => {
    const person = newVisitor()
    const first = await person.signIn()
    expect(first).toMatchObject({
      isFirstLogin: true,
      walletAddress: person.wallet.address,
      isAdmin: false,
      username: expect.stringContaining(person.wallet.address.slice(2, 8).toLowerCase()),
    })
    expect(first).not.toHaveProperty('password')
    const { isFirstLogin, ...second } = await person.signIn()
    expect(isFirstLogin).toBe(false)
    expect(first).toMatchObject(second)
  })

  test('Ten concurrent first sign-ins of one wallet create one user', async () => {
    const signer = HDNodeWallet.createRandom()
    const messages = await Promise.all(concurrently(10, () => challengeOf(signer.address)))
    const answers = await Promise.all(messages.map((message) => web3(signer, message)))
    const people = await Promise.all(answers.map((answer) => answer.json() as Promise<SignedInUser>))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(people.map(({ id }) => id)).size).toBe(1)
    expect(people.filter(({ isFirstLogin }) => isFirstLogin)).toHaveLength(1)
  })
})

/** The wallet and the `call` method bound to this person, for destructuring. */
function bound(person: ReturnType<typeof newVisitor>) {
  return { wallet: person.wallet, call: person.call.bind(person) }
}
