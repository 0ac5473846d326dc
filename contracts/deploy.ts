import {
  Contract,
  ContractFactory,
  formatEther,
  type InterfaceAbi,
  NonceManager,
  type Provider,
  type Signer,
  Wallet,
} from 'ethers'
import { escrowAbi, tokenAbi } from './abi.ts'
import { build, type ContractName, readArtifact } from './artifacts.ts'
import type { DeploySettings } from './deploy-settings.ts'
import { findInterrupted } from './deployed.ts'

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
  /** The first contracts of an interrupted deployment, which are not deployed again (contracts/deployed.ts). */
  deployed?: string[]
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
  deployed = [],
}: Deployment): Promise<{ token: Contract; escrow: Contract; votesAddress: string | null }> {
  const left = [...deployed]
  const deployOnce = async (name: ContractName, parameters: (string | bigint)[]) =>
    left.shift() ?? (await deploy(name, parameters, signer))
  const token = tokenAddress ?? (await deployOnce('TaxToken', [owner, initialSupply]))
  const escrow = await deployOnce('TaskEscrow', [token, owner, operator, guardian, dailyLimit])
  const votesAddress = tokenAddress ? null : await deployOnce('TaxVotes', [token])
  return { votesAddress, token: open(token, tokenAbi, signer), escrow: open(escrow, escrowAbi, signer) }
}

/**
 * Deploys what these settings describe and returns the addresses. The contracts of an interrupted deployment are not
 * deployed again.
 *
 * @throws RangeError if the deployer has no coins
 */
export async function deployFromSettings(
  { deployerKey, token: given, ...settings }: DeploySettings,
  provider: Provider,
  print: (line: string) => void,
) {
  build() // a real network gets code that this machine compiled
  const deployer = new Wallet(deployerKey, provider)
  if ((await provider.getBalance(deployer.address)) === 0n)
    throw new RangeError(`The deployer ${deployer.address} has no coins to pay for gas.`)
  const owner = settings.owner ?? deployer.address
  const roles = { owner, guardian: settings.guardian ?? owner }
  const { dailyLimit, operator } = settings
  const expected = { ...roles, operator, dailyLimit, token: given }
  const deployed = await findInterrupted(provider, deployer.address, expected)
  print(`Deploying from ${deployer.address}…`)
  print(
    `Owner ${owner}, guardian ${roles.guardian}, operator ${operator}, daily limit ${formatEther(dailyLimit)} TAX.`,
  )
  for (const address of deployed) print(`This deployer has already deployed ${address}.`)
  const { token, escrow, votesAddress } = await deployContracts({
    ...settings,
    ...roles,
    signer: new NonceManager(deployer),
    deployed,
    ...(given && { tokenAddress: given }),
  })
  return {
    token: await token.getAddress(),
    escrow: await escrow.getAddress(),
    ...(votesAddress && { votes: votesAddress }),
  }
}

async function deploy(name: ContractName, parameters: (string | bigint)[], signer: Signer): Promise<string> {
  const { abi, bytecode } = readArtifact(name)
  const contract = await new ContractFactory(abi, bytecode, signer).deploy(...parameters)
  await contract.waitForDeployment()
  return contract.getAddress()
}

const open = (address: string, abi: InterfaceAbi, signer: Signer) => new Contract(address, abi, signer)
