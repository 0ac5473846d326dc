import { HDNodeWallet, Mnemonic } from 'ethers'
import type { SiteConfig } from '../domain/config.ts'

/** Hardhat's well-known development mnemonic: its accounts hold nothing anywhere but on a developer's machine. */
const mnemonic = Mnemonic.fromPhrase('test test test test test test test test test test test junk')

/** The well-known account number `index`. */
export const account = (index: number): HDNodeWallet =>
  HDNodeWallet.fromMnemonic(mnemonic, `m/44'/60'/0'/0/${index}`)

type DemoAccount = NonNullable<SiteConfig['demoAccounts']>[number]

const demo = (index: number, name: string, role: DemoAccount['role']): DemoAccount => ({
  name,
  role,
  privateKey: account(index).privateKey,
})

/** The three wallets that the page offers in local mode. */
export const demoAccounts: DemoAccount[] = [
  demo(0, 'Poppy the poster', 'poster'),
  demo(1, 'Dario the doer', 'doer'),
  demo(2, 'Ada the admin', 'admin'),
]

/** Accounts of the people of the seed. */
export const firstSeedAccount = 3

/** Deploys and owns the contracts; also the faucet. */
export const ownerAccount = 19
