/** What the list of wallets is opened for: 'sign-in' makes a session, 'connect' only connects the wallet of one. */
export type WalletPurpose = 'sign-in' | 'connect'
