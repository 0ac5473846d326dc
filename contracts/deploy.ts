import { Contract, ContractFactory, type InterfaceAbi, type Signer } from 'ethers'
import { escrowAbi, tokenAbi } from './abi.ts'
import { readArtifact } from './artifacts.ts'

/** Supply of a newly deployed TaxToken: a billion TAX, in base units. */
export const initialSupply = 10n ** 9n * 10n ** 18n

export interface Deployment {
  /** Pays for the deployment. It gets no role in the contracts. */
  signer: Signer
  /** May set operator, guardian and limit later. Receives the supply of a new token. */
  owner: string
  /** Address of the KMS key that signs releases. */
  operator: string
  guardian: string
  /** Amount that the operator may release per day: a whole number of TAX, in base units. */
  dailyLimit: bigint
  /** Address of an existing token. If absent, a TaxToken and a TaxVotes that wraps it are deployed. */
  tokenAddress?: string
}

/**
 * Deploys TaskEscrow, and TaxToken with TaxVotes unless a token is given. Both returned contracts are connected to
 * `signer`; `votesAddress` is null if a token is given. Resolves when the deployments are mined. Compiles the contracts
 * first if they are out of date.
 */
export async function deployContracts({
  signer,
  owner,
  operator,
  guardian,
  dailyLimit,
  tokenAddress,
}: Deployment): Promise<{ token: Contract; escrow: Contract; votesAddress: string | null }> {
  const token = tokenAddress ?? (await deploy('TaxToken', [owner, initialSupply], signer))
  const escrow = await deploy('TaskEscrow', [token, owner, operator, guardian, dailyLimit], signer)
  const votesAddress = tokenAddress ? null : await deploy('TaxVotes', [token], signer)
  return { votesAddress, token: open(token, tokenAbi, signer), escrow: open(escrow, escrowAbi, signer) }
}

async function deploy(
  name: 'TaxToken' | 'TaxVotes' | 'TaskEscrow',
  parameters: (string | bigint)[],
  signer: Signer,
): Promise<string> {
  const { abi, bytecode } = readArtifact(name)
  const contract = await new ContractFactory(abi, bytecode, signer).deploy(...parameters)
  await contract.waitForDeployment()
  return contract.getAddress()
}

const open = (address: string, abi: InterfaceAbi, signer: Signer) => new Contract(address, abi, signer)
