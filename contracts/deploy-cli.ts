// npm run contracts:deploy -- --network testnet
import { parseArgs } from 'node:util'
import { JsonRpcProvider, NonceManager, Wallet } from 'ethers'
import { deployContracts } from './deploy.ts'
import { readDeploySettings } from './deploy-settings.ts'

/** Every network that the product knows is this one (spec section 1). */
const chainId = 0xe34

async function run(): Promise<void> {
  const { network } = parseArgs({ options: { network: { type: 'string' } } }).values
  if (!network) throw new RangeError('Name the network: npm run contracts:deploy -- --network testnet')
  const settings = readDeploySettings(network, process.env)
  const provider = new JsonRpcProvider(settings.rpcUrl, chainId, {
    staticNetwork: true,
    batchMaxCount: 1,
    cacheTimeout: -1,
  })
  try {
    const found = await chainOf(provider, settings.rpcUrl)
    if (found !== chainId)
      throw new RangeError(`The chain at ${settings.rpcUrl} is ${found}, not ${chainId}.`)
    const deployer = new Wallet(settings.deployerKey, provider)
    if ((await provider.getBalance(deployer.address)) === 0n)
      throw new RangeError(`The deployer ${deployer.address} has nothing to pay for gas.`)
    const owner = settings.owner ?? deployer.address
    console.log(`Deploying to ${network} from ${deployer.address}…`)
    const { token, escrow } = await deployContracts({
      signer: new NonceManager(deployer),
      owner,
      operator: settings.operator,
      guardian: settings.guardian ?? owner,
      dailyLimit: settings.dailyLimit,
      ...(settings.token && { tokenAddress: settings.token }),
    })
    const block = await provider.getBlockNumber()
    console.log(`
token    ${await token.getAddress()}${settings.token ? '' : '  (new; its whole supply is with the owner)'}
escrow   ${await escrow.getAddress()}
owner    ${owner}
block    ${block}

Next: set "contracts" of the stage in cdk.json and deploy it (docs/deploy.md), and send the operator
${settings.operator} coins for gas. The owner may hand over with transferOwnership, then acceptOwnership.

"contracts": ${JSON.stringify({ token: await token.getAddress(), escrow: await escrow.getAddress(), deployBlock: block })}`)
  } finally {
    provider.destroy()
  }
}

async function chainOf(provider: JsonRpcProvider, rpcUrl: string): Promise<number> {
  try {
    return Number(await provider.send('eth_chainId', []))
  } catch {
    throw new RangeError(`There is no chain to be reached at ${rpcUrl}.`)
  }
}

/** One sentence for what the user or the network can cause; anything else is ours, and keeps its trace. */
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
