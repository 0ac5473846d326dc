import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { computeAddress, hexlify, type JsonRpcProvider, NonceManager, parseEther } from 'ethers'
import { isPrebuilt } from '../contracts/artifacts.ts'
import { deployContracts } from '../contracts/deploy.ts'
import { kmsSigner } from '../functions/payouts/kms-signer.ts'
import { account, ownerAccount } from './accounts.ts'
import type { Faucet } from './faucet.ts'

/** Whole TAX that each development account starts with. The chain itself gives them gas. */
const allowance = 25_000

/** What one faucet request gives: whole TAX and native coins. */
const faucet = { tax: 5_000, native: 10 }

/** Native coins that the operator starts with, for gas. */
const operatorGas = 100

/** Whole TAX that the operator may release in a day on the local chain. */
const dailyLimit = 1_000_000

const wei = (whole: number) => parseEther(String(whole))

/** Compiles the contracts if they changed. A child process does it, because the compiler blocks for half a minute. */
export async function compileContracts(progress: (step: string) => void = () => {}): Promise<void> {
  if (isPrebuilt()) return
  progress('Compiling the contracts, which have changed')
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', 'contracts', 'artifacts.ts')])
}

/** Deploys token and escrow on the local chain, with the KMS key as operator, and funds the development accounts. */
export async function deployLocally(provider: JsonRpcProvider, kms: { keyId: string; endpoint: string }) {
  const owner = account(ownerAccount)
  const signer = new NonceManager(owner.connect(provider))
  const operator = computeAddress(hexlify(await kmsSigner(kms).publicKey()))
  const { token, escrow, votesAddress } = await deployContracts({
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

  // Transfers run one after another, because the chain refuses a nonce that is not the next one.
  let lastTransfer: Promise<unknown> = Promise.resolve()
  const give = (to: string) => {
    const transfer = lastTransfer.then(async () => {
      await (await sendTax(to, faucet.tax)).wait()
      await (await sendGas(to, faucet.native)).wait()
    })
    lastTransfer = transfer.catch(() => signer.reset())
    return transfer
  }
  return {
    tokenAddress: await token.getAddress(),
    escrowAddress: await escrow.getAddress(),
    votesAddress: votesAddress ?? '',
    faucet: { ...faucet, give } satisfies Faucet,
  }
}
