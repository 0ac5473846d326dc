import { Contract, ContractFactory, type InterfaceAbi, type Signer } from 'ethers'
import { escrowAbi, tokenAbi } from './abi.ts'
import { readArtifact } from './artifacts.ts'

/** The whole supply of a TaxToken deployed here: a billion TAX, in base units. */
export const initialSupply = 10n ** 9n * 10n ** 18n

export interface Deployment {
  /** Pays for the deployment; no power remains with it. */
  signer: Signer
  /** Names operator, guardian and limit; receives the supply of a new token. */
  owner: string
  /** The address of the releasing (KMS) key. */
  operator: string
  guardian: string
  /** What the operator may release in a day, in base units, whole TAX. */
  dailyLimit: bigint
  /** An existing token to use; without it, a TaxToken is deployed. */
  tokenAddress?: string
}

/**
 * Deploys TaskEscrow, and TaxToken unless a token is given; both answer through `signer`. Resolves once mined.
 * Compiles the contracts first if need be.
 */
export async function deployContracts({
  signer,
  owner,
  operator,
  guardian,
  dailyLimit,
  tokenAddress,
}: Deployment): Promise<{ token: Contract; escrow: Contract }> {
  const token = tokenAddress ?? (await deploy('TaxToken', [owner, initialSupply], signer))
  const escrow = await deploy('TaskEscrow', [token, owner, operator, guardian, dailyLimit], signer)
  return { token: open(token, tokenAbi, signer), escrow: open(escrow, escrowAbi, signer) }
}

async function deploy(
  name: 'TaxToken' | 'TaskEscrow',
  parameters: (string | bigint)[],
  signer: Signer,
): Promise<string> {
  const { abi, bytecode } = readArtifact(name)
  const contract = await new ContractFactory(abi, bytecode, signer).deploy(...parameters)
  await contract.waitForDeployment()
  return contract.getAddress()
}

const open = (address: string, abi: InterfaceAbi, signer: Signer) => new Contract(address, abi, signer)
