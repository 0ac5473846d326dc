import { useTitle } from '../lib/page-head.ts'
import { ConnectWallet } from './home/connect-wallet.tsx'
import { CreatePromo } from './home/create-promo.tsx'
import { Featured } from './home/featured.tsx'
import { Hero } from './home/hero.tsx'
import { HowItWorks } from './home/how-it-works.tsx'

/** The home page. */
export default function HomePage() {
  useTitle()
  return (
    <>
      <Hero />
      <HowItWorks />
      <Featured />
      <CreatePromo />
      <ConnectWallet />
    </>
  )
}
