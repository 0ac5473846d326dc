import { getAddress, isAddress, isHexString, parseEther } from 'ethers'

/** Settings of a deployment to a real network, read from environment variables. */
export interface DeploySettings {
  deployerKey: string
  /** Null: the deployer becomes the owner. */
  owner: string | null
  operator: string
  /** Null: the owner becomes the guardian. */
  guardian: string | null
  /** Base units per day. */
  dailyLimit: bigint
  /** Null: a new TaxToken is deployed. */
  token: string | null
}

/** Default daily release limit of the operator, in whole TAX. */
const defaultLimit = '10000'

/** @throws RangeError, a message of one sentence, for the first variable that is missing or invalid */
export function readDeploySettings(environment: Record<string, string | undefined>): DeploySettings {
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

const key = (text: string) => (isHexString(text, 32) ? text : null)
const wholeTax = (text: string) => (/^\d+$/.test(text) ? parseEther(text) : null)
const address = (text: string) => (isAddress(text) ? getAddress(text) : null)
