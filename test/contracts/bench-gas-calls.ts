import {
  Contract,
  ContractFactory,
  type ContractTransactionResponse,
  hexlify,
  type NonceManager,
  randomBytes,
} from 'ethers'
import { accessListOf } from '../../contracts/access-list.ts'
import type { Artifact } from '../../contracts/artifacts.ts'
import { deployContracts } from '../../contracts/deploy.ts'
import { encodeReleases, type Release } from '../../contracts/encode-releases.ts'
import { encodeTerms, escrowId } from '../../contracts/escrow-encoding.ts'
import type { LocalChain } from './local-chain.ts'

const tax = 10n ** 18n
const refundableAt = BigInt(Math.floor(Date.now() / 1000) + 30 * 86_400)

/** Maximum gas of one transaction (EIP-7825). */
export const transactionCap = 16_777_216n

export const newHolder = () => hexlify(randomBytes(20))

/**
 * A token and an escrow whose owner, funder and operator are one account. Every call returns the gas that it used. Releases
 * carry the access list that the product signs, unless `bare`.
 */
export interface MeteredEscrow {
  transfer(to: string): Promise<bigint>
  /** Funds a new escrow in one transaction (ERC-1363). */
  fundInOne(slots: number): Promise<{ id: string; gas: bigint }>
  /** Funds a new escrow by `approve` and `fund`. */
  fundInTwo(slots: number): Promise<{ id: string; gas: bigint; approve: bigint; fund: bigint }>
  release(id: string, slot: number, to: string, bare?: boolean): Promise<bigint>
  releaseBatch(releases: Release[], bare?: boolean): Promise<bigint>
  token: Contract
  /** True if this batch needs less gas than one transaction may use. */
  fits(releases: Release[]): Promise<boolean>
}

/** Deploys a token of this artifact, or TaxToken without one, and an escrow for it. */
export async function deployMetered(chain: LocalChain, artifact?: Artifact): Promise<MeteredEscrow> {
  const owner = chain.account(0)
  const supply = 10n ** 9n * tax
  const plain = artifact && (await deployContract(owner, artifact, owner.address, supply))
  const { token, escrow } = await deployContracts({
    signer: owner,
    owner: owner.address,
    operator: owner.address,
    guardian: owner.address,
    dailyLimit: supply,
    ...(plain && { tokenAddress: plain }),
  })
  const address = await escrow.getAddress()
  const termsOf = (slots: number) => ({
    funder: owner.address,
    reward: tax,
    slots,
    refundableAt: Number(refundableAt),
    salt: hexlify(randomBytes(32)),
  })

  const contracts = { escrow: address, token: await token.getAddress() }
  const listed = (releases: Release[], bare = false) =>
    bare ? {} : { accessList: accessListOf(contracts, releases) }

  const metered: MeteredEscrow = {
    token,
    transfer: (to) => gasOf(token, 'transfer', to, tax),
    async fundInOne(slots) {
      const terms = termsOf(slots)
      const data = encodeTerms(terms)
      const amount = tax * BigInt(slots)
      const gas = await gasOf(token, 'transferAndCall(address,uint256,bytes)', address, amount, data)
      return { id: escrowId(terms), gas }
    },
    async fundInTwo(slots) {
      const terms = termsOf(slots)
      const approve = await gasOf(token, 'approve', address, tax * BigInt(slots))
      const fund = await gasOf(escrow, 'fund', terms)
      return { id: escrowId(terms), gas: approve + fund, approve, fund }
    },
    release: (id, slot, to, bare) =>
      gasOf(escrow, 'release', id, slot, to, listed([{ escrowId: id, slot, recipient: to }], bare)),
    releaseBatch: (releases, bare) =>
      gasOf(escrow, 'releaseBatch', encodeReleases(releases), listed(releases, bare)),
    async fits(releases) {
      try {
        await escrow
          .getFunction('releaseBatch')
          .estimateGas(encodeReleases(releases), { gasLimit: transactionCap, ...listed(releases) })
        return true
      } catch {
        return false
      }
    },
  }
  // The first funding and the first release of a day cost more, because they write storage that was empty or stale.
  const { id } = await metered.fundInTwo(2)
  await metered.release(id, 0, newHolder())
  return metered
}

/** Gas of paying one token to each recipient with `AssemblyAirdrop`, without accounting and without an access list. */
export async function airdropGas(
  chain: LocalChain,
  artifact: Artifact,
  token: Contract,
  recipients: string[],
): Promise<bigint> {
  const sender = chain.account(1)
  const airdrop = new Contract(await deployContract(sender, artifact), artifact.abi, sender)
  await gasOf(token, 'transfer', airdrop.target, tax * BigInt(recipients.length + 1))
  return gasOf(airdrop, 'airdrop', token.target, tax, recipients)
}

async function deployContract(owner: NonceManager, { abi, bytecode }: Artifact, ...parameters: unknown[]) {
  const contract = await new ContractFactory(abi, bytecode, owner).deploy(...parameters)
  await contract.waitForDeployment()
  return contract.getAddress()
}

async function gasOf(contract: Contract, name: string, ...parameters: unknown[]): Promise<bigint> {
  const sent: ContractTransactionResponse = await contract.getFunction(name).send(...parameters)
  const receipt = await sent.wait()
  if (!receipt) throw new Error(`${name} was not mined`)
  return receipt.gasUsed
}
