import { Contract, getBytes, getCreateAddress, hexlify, type Provider } from 'ethers'
import { escrowAbi, tokenAbi } from './abi.ts'
import { type ContractName, readArtifact } from './artifacts.ts'

/** Code without solc's metadata, which changes with each comment of the sources. Its length is in the last two bytes. */
const withoutMetadata = (code: Uint8Array) =>
  hexlify(code.subarray(0, -2 - 256 * (code.at(-2) ?? 0) - (code.at(-1) ?? 0)))

/** Whether this is the deployed code of a contract of this folder. The values of its immutable variables may be any. */
function isCodeOf(name: ContractName, code: string): boolean {
  const { deployedBytecode, immutableReferences } = readArtifact(name)
  const bytes = getBytes(code)
  for (const { start, length } of Object.values(immutableReferences).flat())
    bytes.fill(0, start, start + length)
  return withoutMetadata(bytes) === withoutMetadata(getBytes(deployedBytecode))
}

/** Roles, limit and token that an escrow must have. Those that are absent may be any. */
interface Expected {
  operator: string
  token: string
  owner?: string
  guardian?: string
  dailyLimit?: bigint
}

/**
 * Why the contract at this address is not the stage's escrow, as one sentence; null if it is.
 */
export async function problemOfEscrow(
  provider: Provider,
  address: string,
  expected: Expected,
): Promise<string | null> {
  if (!isCodeOf('TaskEscrow', await provider.getCode(address)))
    return `The contract at ${address} is not the TaskEscrow of this version.`
  const escrow = new Contract(address, escrowAbi, provider)
  for (const [name, value] of Object.entries(expected)) {
    const found = await escrow.getFunction(name).staticCall()
    if (String(found).toLowerCase() !== String(value).toLowerCase())
      return `The ${name} of the escrow ${address} is ${found}, not ${value}.`
  }
  return null
}

/**
 * Finds the contracts of an interrupted deployment: the newest transactions of the deployer created them, in the order of
 * `deployContracts`, for the same roles and limit.
 *
 * @param token an existing token, or null if the deployment begins with a new one
 * @throws RangeError if a transaction of the deployer is not mined yet
 */
export async function findInterrupted(
  provider: Provider,
  deployer: string,
  { token, ...roles }: Required<Omit<Expected, 'token'>> & { token: string | null },
): Promise<string[]> {
  const [mined, sent] = await Promise.all([
    provider.getTransactionCount(deployer, 'latest'),
    provider.getTransactionCount(deployer, 'pending'),
  ])
  if (sent > mined) throw new RangeError(`A transaction of the deployer ${deployer} is not mined yet.`)
  const names: ContractName[] = token ? ['TaskEscrow'] : ['TaxToken', 'TaskEscrow', 'TaxVotes']
  for (let count = Math.min(names.length, mined); count > 0; count--) {
    const addresses = names
      .slice(0, count)
      .map((_, at) => getCreateAddress({ from: deployer, nonce: mined - count + at }))
    const codes = await Promise.all(addresses.map((address) => provider.getCode(address)))
    if (!codes.every((code, at) => isCodeOf(names[at] as ContractName, code))) continue
    const [newToken = ''] = addresses
    // The owner of a new token got its supply.
    const hasOwner =
      token || (await new Contract(newToken, tokenAbi, provider).getFunction('balanceOf')(roles.owner))
    const escrow = addresses[names.indexOf('TaskEscrow')]
    const expected = { ...roles, token: token ?? newToken }
    if (hasOwner && (!escrow || !(await problemOfEscrow(provider, escrow, expected)))) return addresses
  }
  return []
}
