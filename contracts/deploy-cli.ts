// npm run contracts:deploy -- --network testnet
import { parseArgs } from 'node:util'
import { JsonRpcProvider } from 'ethers'
import { deployFromSettings } from './deploy.ts'
import { readDeploySettings } from './deploy-settings.ts'

/** Chain id of every supported network. */
const chainId = 0xe34

async function run(): Promise<void> {
  const { network } = parseArgs({ options: { network: { type: 'string' } } }).values
  if (!network) throw new RangeError('Pass the network: npm run contracts:deploy -- --network testnet')
  const settings = readDeploySettings(network, process.env)
  const provider = new JsonRpcProvider(settings.rpcUrl, chainId, {
    staticNetwork: true,
    batchMaxCount: 1,
    cacheTimeout: -1,
  })
  try {
    const found = await chainOf(provider, settings.rpcUrl)
    if (found !== chainId)
      throw new RangeError(`The chain id at ${settings.rpcUrl} is ${found}, not ${chainId}.`)
    const { addresses, guardian, owner } = await deployFromSettings(settings, provider, console.log)
    console.log(`
token    ${addresses.token}${settings.token ? '' : '  (new; the owner holds the whole supply)'}
escrow   ${addresses.escrow}
votes    ${addresses.votes ?? 'unchanged: it was deployed with the token'}
owner    ${owner}
guardian ${guardian}${guardian === owner ? '  (the owner: nobody can stop a thief who has its key)' : ''}

Next: store these addresses for the stage (docs/deploy.md), and send the operator ${settings.operator} coins for gas.
To change the owner, call transferOwnership, then acceptOwnership.

${JSON.stringify(addresses)}`)
  } finally {
    provider.destroy()
  }
}

async function chainOf(provider: JsonRpcProvider, rpcUrl: string): Promise<number> {
  try {
    return Number(await provider.send('eth_chainId', []))
  } catch {
    throw new RangeError(`No chain answers at ${rpcUrl}.`)
  }
}

/** One sentence for an error that the user or the network causes. Any other error is a bug and keeps its stack trace. */
function sentenceFor(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if ('shortMessage' in error) return `The deployment failed: ${error.shortMessage}.`
  const isUsers =
    error instanceof RangeError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  return isUsers ? error.message : error
}

try {
  await run()
} catch (error) {
  console.error(sentenceFor(error))
  process.exitCode = 1
}
