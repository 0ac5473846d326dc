import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { chain } from '../../domain/limits.ts'

/** Starts Hardhat's simulated chain in this process. It mines each transaction at once. */
export async function startChain(): Promise<{ rpcUrl: string; close(): Promise<void> }> {
  const hardhat = await createHardhatRuntimeEnvironment({
    networks: { local: { type: 'edr-simulated', chainType: 'l1', chainId: chain.id, loggingEnabled: false } },
  })
  const server = await hardhat.network.createServer({ network: 'local' }, '127.0.0.1', 0)
  const { port } = await server.listen()
  return { rpcUrl: `http://127.0.0.1:${port}`, close: () => server.close() }
}
