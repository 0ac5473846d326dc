import { HDNodeWallet, JsonRpcProvider, Mnemonic, NonceManager } from 'ethers'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'

export interface LocalChain {
  url: string
  provider: JsonRpcProvider
  /** One of Hardhat's funded accounts. It counts its own nonces. */
  account(index: number): NonceManager & { address: string }
  close(): Promise<void>
}

const chainId = 0xe34
const mnemonic = Mnemonic.fromPhrase('test test test test test test test test test test test junk')

/** Starts a Hardhat node in this process, on a free port of the loopback interface. */
export async function startLocalChain(): Promise<LocalChain> {
  const hardhat = await createHardhatRuntimeEnvironment({
    networks: { node: { type: 'edr-simulated', chainType: 'l1', chainId, loggingEnabled: false } },
  })
  const server = await hardhat.network.createServer({ network: 'node' }, '127.0.0.1', 0)
  const { port } = await server.listen()
  const url = `http://127.0.0.1:${port}`
  const provider = new JsonRpcProvider(url, chainId, {
    staticNetwork: true,
    pollingInterval: 10,
    batchMaxCount: 1,
    cacheTimeout: -1,
  })
  return {
    url,
    provider,
    account(index) {
      const wallet = HDNodeWallet.fromMnemonic(mnemonic, `m/44'/60'/0'/0/${index}`).connect(provider)
      return Object.assign(new NonceManager(wallet), { address: wallet.address })
    },
    async close() {
      provider.destroy()
      await server.close()
    },
  }
}
