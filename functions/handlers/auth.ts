import * as auth from '../accounts/auth.ts'
import { confirmEmail, sendConfirmation } from '../accounts/email.ts'
import { exportAccount } from '../accounts/export.ts'
import { leave } from '../accounts/leaving.ts'
import { setPassword } from '../accounts/own-password.ts'
import * as passwords from '../accounts/passwords.ts'
import * as security from '../accounts/security.ts'
import * as wallets from '../accounts/wallets.ts'
import { serve } from '../http/serve.ts'

export const handler = serve('auth', {
  'GET /api/user': auth.currentUser,
  'GET /api/auth/challenge': auth.challenge,
  'POST /api/auth/web3': auth.signIn,
  'POST /api/login': passwords.login,
  'POST /api/register': passwords.register,
  'POST /api/wallet': wallets.linkWallet,
  'DELETE /api/wallet/move': wallets.cancelMove,
  'POST /api/user/password': setPassword,
  'POST /api/user/email/send': sendConfirmation,
  'POST /api/user/email/confirm': confirmEmail,
  'POST /api/user/export': exportAccount,
  'DELETE /api/user': leave,
  'POST /api/logout': auth.logout,
  'GET /api/user/security': security.overview,
  'POST /api/user/sessions/end': security.endSessions,
})
