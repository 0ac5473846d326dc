import { formatEther, Interface, JsonRpcProvider, Wallet } from 'ethers'
import { tokenAbi } from '../../../../../contracts/abi.ts'
import type { SiteConfig } from '../../../../../domain/config.ts'
import { token } from '../../../../../domain/limits.ts'

interface Transaction {
  to: string
  data?: string
  value?: string
}

const tokenInterface = new Interface(tokenAbi)

/** Signs and sends with the key of a demo wallet, through the site's own RPC endpoint. */
export function demoSigner(privateKey: string, rpcUrl: string, config: SiteConfig) {
  const provider = new JsonRpcProvider(rpcUrl, config.chainId, {
    staticNetwork: true,
    batchMaxCount: 1,
    cacheTimeout: -1,
  })
  const wallet = new Wallet(privateKey, provider)
  return {
    address: wallet.address,
    sign: (text: string) => wallet.signMessage(text),
    send: async ({ to, data, value }: Transaction): Promise<string> =>
      (await wallet.sendTransaction({ to, data: data ?? '0x', value: value ?? 0 })).hash,
    /** A transaction as label-value pairs; calls of the token are decoded. */
    describe({ to, data, value }: Transaction): [string, string][] {
      const call = data ? tokenInterface.parseTransaction({ data }) : null
      const known = call && to.toLowerCase() === config.tokenAddress.toLowerCase()
      if (!known)
        return [
          ['To', to],
          ['Amount', `${formatEther(value ?? 0)} BTC`],
        ]
      return [
        ['Send', `${formatEther(call.args[1])} ${token.symbol}`],
        ['To', String(call.args[0])],
        ['Call', call.name],
      ]
    },
  }
}
