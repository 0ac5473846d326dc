/**
 * What the list of wallets is opened for: 'sign-in' makes a session, 'again' makes one in place of a session that ended
 * in the middle of something, 'connect' only connects the wallet of one.
 */
export type WalletPurpose = 'sign-in' | 'again' | 'connect'
