import { get } from 'node:http'
import { HDNodeWallet } from 'ethers'
import { SiweMessage } from 'siwe'
import { describe, expect, test } from 'vitest'
import { brand } from '../../domain/brand.ts'
import type { SignedInUser } from '../../domain/user.ts'
import { challenge } from '../../functions/market/auth.ts'
import {
  concurrently,
  contextOf,
  countStatuses,
  newVisitor,
  site,
  statusAndMessage,
} from '../support/shared-fixture.ts'

const { host } = new URL(site.origin)

/** A challenge that this wallet may sign, issued `age` seconds ago. */
async function challengeOf(address: string | undefined, age = 0): Promise<string> {
  const nobody = { ...contextOf({} as never, { now: () => Date.now() - age * 1000 }), user: null }
  return (await challenge(nobody, { address })).message
}

const web3 = async (signer: HDNodeWallet, message: string, changes: Record<string, string> = {}) =>
  newVisitor().request('POST /api/auth/web3', {
    walletAddress: signer.address,
    signature: await signer.signMessage(message),
    message,
    ...changes,
  })

const bare =
  /^(?<domain>\S+) wants you to sign in with your Ethereum account:\n(?<address>0x\w{40})?\n\n?(?<statement>[^\n]+)\n\nURI: (?<uri>\S+)\nVersion: 1\nChain ID: 3636\nNonce: (?<nonce>[A-Za-z0-9]{8,})\nIssued At: (?<issued>\S+)\nExpiration Time: (?<expires>\S+)$/

describe('a challenge', () => {
  test('is an EIP-4361 message that names the site, the wallet, the chain and five minutes', async () => {
    const { wallet, call } = bound(newVisitor())
    const { message } = await call('GET /api/auth/challenge', { address: wallet.address.toLowerCase() })
    const parts = bare.exec(message)?.groups
    expect(parts).toMatchObject({
      domain: expect.stringMatching(new RegExp(`(^|://)${host}$`)),
      address: wallet.address,
      uri: site.origin,
      statement: expect.stringContaining(brand),
    })
    expect(Date.parse(parts?.expires ?? '') - Date.parse(parts?.issued ?? '')).toBe(300_000)
  })

  test('is read by the reference library, whose grammar is the standard’s', async () => {
    const { wallet, call } = bound(newVisitor())
    const { message } = await call('GET /api/auth/challenge', { address: wallet.address })
    const read = new SiweMessage(message)
    expect(read).toMatchObject({ domain: host, uri: site.origin, address: wallet.address, chainId: 3636 })
    expect(read.prepareMessage()).toBe(message)
    const signature = await wallet.signMessage(message)
    expect((await read.verify({ signature, domain: host, nonce: read.nonce })).success).toBe(true)
  })

  test('asked for without an address has no address line', async () => {
    const { message } = await newVisitor().call('GET /api/auth/challenge', {})
    expect(message).toMatch(bare)
    expect(message).not.toMatch(/0x[0-9a-fA-F]{40}/)
  })

  test('names the configured site even when Host and its relatives are forged', async () => {
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
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

  test('is never the same twice', async () => {
    const messages = await Promise.all(concurrently(20, () => challengeOf(undefined)))
    expect(new Set(messages).size).toBe(20)
  })
})

describe('signing in', () => {
  test('works with a challenge with and one without an address', async () => {
    const signer = HDNodeWallet.createRandom()
    for (const address of [signer.address, undefined]) {
      expect((await web3(signer, await challengeOf(address))).status).toBe(200)
    }
  })

  test.each([
    true,
    false,
  ])('succeeds for exactly one of 50 replays at once (address in it: %s)', async (named) => {
    const signer = HDNodeWallet.createRandom()
    const message = await challengeOf(named ? signer.address : undefined)
    expect(await countStatuses(concurrently(50, () => web3(signer, message)))).toEqual({ 200: 1, 401: 49 })
    expect((await web3(signer, message)).status).toBe(401)
  })

  test('is over five minutes after the challenge', async () => {
    const signer = HDNodeWallet.createRandom()
    expect((await web3(signer, await challengeOf(signer.address, 295))).status).toBe(200)
    const [status, message] = await statusAndMessage(web3(signer, await challengeOf(signer.address, 301)))
    expect([status, message]).toEqual([401, expect.stringContaining('expired')])
  })

  test('needs the signature of the wallet that it names, and leaves the challenge good for that wallet', async () => {
    const [signer, thief] = [HDNodeWallet.createRandom(), HDNodeWallet.createRandom()]
    const message = await challengeOf(signer.address)
    const forged = { walletAddress: signer.address }
    expect((await web3(thief, message, forged)).status).toBe(401)
    expect((await web3(signer, message, { signature: `0x${'11'.repeat(65)}` })).status).toBe(401)
    expect((await web3(signer, message, { signature: `0x${'00'.repeat(65)}` })).status).toBe(401)
    expect((await web3(signer, message)).status).toBe(200)
  })

  test('with a challenge that names another wallet is refused, and that wallet can still use it', async () => {
    const [owner, thief] = [HDNodeWallet.createRandom(), HDNodeWallet.createRandom()]
    const message = await challengeOf(owner.address)
    expect((await web3(thief, message)).status).toBe(401)
    expect((await web3(owner, message)).status).toBe(200)
  })

  test('takes no text but the challenge itself, letter by letter', async () => {
    const signer = HDNodeWallet.createRandom()
    const message = await challengeOf(signer.address)
    for (const other of [
      message.replace('moves no money', 'moves all your money'),
      message.replace(host, 'evil.example'),
      `${message}\nResources:\n- https://evil.example`,
      `${message} `,
      'hello',
    ]) {
      expect((await web3(signer, other)).status).toBe(401)
    }
    expect((await web3(signer, message)).status).toBe(200)
  })

  test.each([
    ['walletAddress', '0x12'],
    ['walletAddress', 'ada.eth'],
    ['signature', '0x'],
    ['signature', 'signed'],
    ['message', ''],
  ])('says what is malformed: %s %j', async (field, value) => {
    const signer = HDNodeWallet.createRandom()
    const [status, message] = await statusAndMessage(web3(signer, 'x', { [field]: value }))
    expect([status, message]).toEqual([400, expect.stringContaining(field)])
  })
})

describe('the first sign-in', () => {
  test('creates the user with a placeholder name; the next one finds them', async () => {
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

  test('of one wallet ten times at once creates one user', async () => {
    const signer = HDNodeWallet.createRandom()
    const messages = await Promise.all(concurrently(10, () => challengeOf(signer.address)))
    const answers = await Promise.all(messages.map((message) => web3(signer, message)))
    const people = await Promise.all(answers.map((answer) => answer.json() as Promise<SignedInUser>))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(people.map(({ id }) => id)).size).toBe(1)
    expect(people.filter(({ isFirstLogin }) => isFirstLogin)).toHaveLength(1)
  })
})

/** Methods that can be taken off their object. */
function bound(person: ReturnType<typeof newVisitor>) {
  return { wallet: person.wallet, call: person.call.bind(person) }
}
