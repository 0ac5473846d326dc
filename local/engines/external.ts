import { JsonRpcProvider } from 'ethers'
import { chain } from '../../domain/limits.ts'

type Variable = 'DYNAMODB_ENDPOINT' | 'KMS_ENDPOINT' | 'RPC_URL' | 'S3_ENDPOINT'

/**
 * The endpoint of an external engine, if this environment variable names one to use instead of the embedded engine.
 * @throws Error if nothing answers there, or RPC_URL names another chain
 */
export async function externalEndpoint(variable: Variable): Promise<string | undefined> {
  const endpoint = process.env[variable]
  if (!endpoint) return undefined
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(10_000) })
  } catch {
    throw new Error(
      `Nothing answers at ${variable}="${endpoint}". An endpoint looks like http://localhost:8000.`,
    )
  }
  if (variable === 'RPC_URL') await requireChainId(endpoint)
  return endpoint
}

async function requireChainId(rpcUrl: string) {
  const provider = new JsonRpcProvider(rpcUrl, chain.id, { staticNetwork: true })
  const id = await provider.send('eth_chainId', []).then(Number, () => 'none')
  provider.destroy()
  if (id !== chain.id) throw new Error(`RPC_URL must name a chain with the id ${chain.id}; this has ${id}.`)
}
