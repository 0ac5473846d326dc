import { useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { switchNetwork } from '../../lib/wallet/connection.ts'
import { asWalletError } from '../../lib/wallet/trouble.ts'
import { useWallet } from '../../lib/wallet/use-wallet.ts'
import { Button } from '../../ui/button.tsx'

/** Says that the wallet is on another chain, with the button that puts it right. */
export function WrongNetwork() {
  const config = useConfig()
  const { chainId } = useWallet()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  if (chainId === null || chainId === config.chainId) return null
  const change = async () => {
    setTrouble(null)
    setBusy(true)
    await switchNetwork(config).catch((error: unknown) => setTrouble(asWalletError(error).message))
    setBusy(false)
  }
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded bg-amber-soft px-4 py-3">
      <p className="min-w-56 flex-1 text-amber">
        {trouble ?? `Your wallet is on another network. Tasks are funded on ${config.chainName}.`}
      </p>
      <Button
        variant="secondary"
        size="sm"
        busy={isBusy && 'Open your wallet…'}
        onClick={() => void change()}
      >
        Switch network
      </Button>
    </div>
  )
}
