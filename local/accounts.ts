import { HDNodeWallet, Mnemonic } from 'ethers'
import type { SiteConfig } from '../domain/config.ts'

/** Hardhat's public development mnemonic. Its accounts have funds only on local chains. */
const mnemonic = Mnemonic.fromPhrase('test test test test test test test test test test test junk')

/** The account of the development mnemonic with this index. */
export const account = (index: number): HDNodeWallet =>
  HDNodeWallet.fromMnemonic(mnemonic, `m/44'/60'/0'/0/${index}`)

type DemoAccount = NonNullable<SiteConfig['demoAccounts']>[number]

const demo = (index: number, name: string, role: DemoAccount['role']): DemoAccount => ({
  name,
  role,
  privateKey: account(index).privateKey,
})

/** The three demo wallets that the web app offers in local mode. */
export const demoAccounts: DemoAccount[] = [
  demo(0, 'Poppy the poster', 'poster'),
  demo(1, 'Dario the doer', 'doer'),
  demo(2, 'Ada the admin', 'admin'),
]

/** Index of the first account of a seeded user. */
export const firstSeedAccount = 3

/** Index of the account that deploys and owns the contracts and funds the faucet. */
export const ownerAccount = 19
