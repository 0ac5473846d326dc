import { Contract, getBytes, getCreateAddress, hexlify, type Provider } from 'ethers'
import { escrowAbi } from './abi.ts'
import { type ContractName, readArtifact } from './artifacts.ts'

/** Whether this is the deployed code of a contract of this folder. The values of its immutable variables may be any. */
function isCodeOf(name: ContractName, code: string): boolean {
  const { deployedBytecode, immutableReferences } = readArtifact(name)
  const bytes = getBytes(code)
  for (const { start, length } of Object.values(immutableReferences).flat())
    bytes.fill(0, start, start + length)
  return hexlify(bytes) === deployedBytecode
}

/** Roles and token that an escrow must have. */
interface Expected {
  operator: string
  token: string
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
  for (const name of ['operator', 'token'] as const) {
    const found: string = await escrow.getFunction(name).staticCall()
    if (found.toLowerCase() !== expected[name].toLowerCase())
      return `The ${name} of the escrow ${address} is ${found}, not ${expected[name]}.`
  }
  return null
}

/**
 * Finds the contracts of an interrupted deployment: the newest transactions of the deployer created them, in the order of
 * `deployContracts`.
 *
 * @param token an existing token, or null if the deployment begins with a new one
 * @throws RangeError if a transaction of the deployer is not mined yet
 */
export async function findInterrupted(
  provider: Provider,
  deployer: string,
  { operator, token }: { operator: string; token: string | null },
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
    const escrow = addresses[names.indexOf('TaskEscrow')]
    const expected = { operator, token: token ?? addresses[0] ?? '' }
    if (!escrow || !(await problemOfEscrow(provider, escrow, expected))) return addresses
  }
  return []
}
