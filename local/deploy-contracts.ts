import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { computeAddress, hexlify, type JsonRpcProvider, NonceManager, parseEther } from 'ethers'
import { deployContracts } from '../contracts/deploy.ts'
import { kmsSigner } from '../functions/payouts/kms-signer.ts'
import { account, ownerAccount } from './accounts.ts'
import type { Faucet } from './faucet.ts'

/** Whole TAX that each well-known wallet starts with; gas they have from the chain itself. */
const allowance = 25_000

/** What the faucet gives in one go. */
const faucet = { tax: 5_000, native: 10 }

/** Native coins of the operator, for gas. */
const operatorGas = 100

/** TAX that the operator may release in a day on a developer's machine. */
const dailyLimit = 1_000_000

const wei = (whole: number) => parseEther(String(whole))

/** Compiles the contracts if need be, in a process of its own: the compiler keeps a core busy for some seconds. */
export async function compileContracts(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', 'contracts', 'artifacts.ts')])
}

/** Deploys token and escrow on the local chain, with the KMS key as operator, and hands out TAX and gas. */
export async function deployLocally(provider: JsonRpcProvider, kms: { keyId: string; endpoint: string }) {
  const owner = account(ownerAccount)
  const signer = new NonceManager(owner.connect(provider))
  const operator = computeAddress(hexlify(await kmsSigner(kms).publicKey()))
  const { token, escrow } = await deployContracts({
    signer,
    owner: owner.address,
    operator,
    guardian: owner.address,
    dailyLimit: wei(dailyLimit),
  })
  const sendTax = (to: string, amount: number) => token.getFunction('transfer').send(to, wei(amount))
  const sendGas = (to: string, amount: number) => signer.sendTransaction({ to, value: wei(amount) })

  const sent = [await sendGas(operator, operatorGas)]
  for (let index = 0; index < ownerAccount; index++)
    sent.push(await sendTax(account(index).address, allowance))
  await Promise.all(sent.map((one) => one.wait()))

  // One after another: the chain mines at once and refuses a nonce that comes before its turn.
  let turn: Promise<unknown> = Promise.resolve()
  const give = (to: string) => {
    const given = turn.then(async () => {
      await (await sendTax(to, faucet.tax)).wait()
      await (await sendGas(to, faucet.native)).wait()
    })
    turn = given.catch(() => signer.reset())
    return given
  }
  return {
    tokenAddress: await token.getAddress(),
    escrowAddress: await escrow.getAddress(),
    faucet: { ...faucet, give } satisfies Faucet,
  }
}
