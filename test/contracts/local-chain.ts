import { HDNodeWallet, JsonRpcProvider, Mnemonic, NonceManager } from 'ethers'
import { chain } from '../../domain/limits.ts'
import { startChain } from '../../local/engines/chain.ts'

export interface LocalChain {
  url: string
  provider: JsonRpcProvider
  /** One of Hardhat's funded accounts. It counts its own nonces. */
  account(index: number): NonceManager & { address: string }
  close(): Promise<void>
}

const mnemonic = Mnemonic.fromPhrase('test test test test test test test test test test test junk')

/** Starts a Hardhat node in this process, on a free port of the loopback interface. */
export async function startLocalChain(): Promise<LocalChain> {
  const { close, rpcUrl: url } = await startChain()
  const provider = new JsonRpcProvider(url, chain.id, {
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
      await close()
    },
  }
}
