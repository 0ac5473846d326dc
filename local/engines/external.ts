import { JsonRpcProvider } from 'ethers'
import { chain } from '../../domain/limits.ts'

type Variable = 'DYNAMODB_ENDPOINT' | 'KMS_ENDPOINT' | 'RPC_URL' | 'S3_ENDPOINT'

/** The engine that an environment variable names in place of the embedded one, if it does. @throws one sentence when it is of no use. */
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
  if (variable === 'RPC_URL') await mustBeOurs(endpoint)
  return endpoint
}

async function mustBeOurs(rpcUrl: string) {
  const provider = new JsonRpcProvider(rpcUrl, chain.id, { staticNetwork: true })
  const id = await provider.send('eth_chainId', []).then(Number, () => 'none')
  provider.destroy()
  if (id !== chain.id) throw new Error(`RPC_URL must name a chain with the id ${chain.id}; this has ${id}.`)
}
