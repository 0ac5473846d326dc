import { getAddress, isAddress, isHexString, parseEther } from 'ethers'

/** What a deployment to a real network is told by its environment. */
export interface DeploySettings {
  rpcUrl: string
  deployerKey: string
  /** Null for the deployer. */
  owner: string | null
  operator: string
  /** Null for the owner. */
  guardian: string | null
  /** Base units a day. */
  dailyLimit: bigint
  /** Null to deploy a new TaxToken. */
  token: string | null
}

/** Whole TAX a day that the operator may release unless told otherwise. */
const defaultLimit = '10000'

/**
 * Reads the settings for a network. The RPC endpoint's variable is named after the network: `TESTNET_RPC_URL` for
 * `testnet`.
 *
 * @throws RangeError in one sentence for the first variable that is missing or wrong
 */
export function readDeploySettings(
  network: string,
  environment: Record<string, string | undefined>,
): DeploySettings {
  const rpcVariable = `${network.toUpperCase().replaceAll('-', '_')}_RPC_URL`
  const read = <Value>(name: string, what: string, parse: (text: string) => Value | null): Value | null => {
    const text = environment[name]?.trim()
    if (!text) return null
    const value = parse(text)
    if (value === null) throw new RangeError(`${name} is not ${what}.`)
    return value
  }
  const required = <Value>(name: string, what: string, parse: (text: string) => Value | null): Value => {
    const value = read(name, what, parse)
    if (value === null) throw new RangeError(`Set ${name} to ${what}.`)
    return value
  }
  return {
    rpcUrl: required(rpcVariable, `the RPC endpoint of ${network}, an http or https address`, url),
    deployerKey: required(
      'DEPLOYER_KEY',
      'the private key that pays for the deployment, 0x and 64 digits',
      key,
    ),
    operator: required('OPERATOR_ADDRESS', 'the address of the KMS key that releases rewards', address),
    owner: read('OWNER_ADDRESS', 'an address', address),
    guardian: read('GUARDIAN_ADDRESS', 'an address', address),
    token: read('TOKEN_ADDRESS', 'an address', address),
    dailyLimit: read('DAILY_LIMIT', 'a whole number of TAX', wholeTax) ?? parseEther(defaultLimit),
  }
}

const url = (text: string) => (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null)
const key = (text: string) => (isHexString(text, 32) ? text : null)
const wholeTax = (text: string) => (/^\d+$/.test(text) ? parseEther(text) : null)
const address = (text: string) => (isAddress(text) ? getAddress(text) : null)
