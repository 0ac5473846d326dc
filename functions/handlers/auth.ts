import { serve } from '../http/serve.ts'
import * as auth from '../market/auth.ts'
import * as passwords from '../market/passwords.ts'
import * as security from '../market/security.ts'

export const handler = serve('auth', {
  'GET /api/user': auth.currentUser,
  'GET /api/auth/challenge': auth.challenge,
  'POST /api/auth/web3': auth.signIn,
  'POST /api/login': passwords.login,
  'POST /api/register': passwords.register,
  'POST /api/wallet': auth.linkWallet,
  'POST /api/logout': auth.logout,
  'GET /api/user/security': security.overview,
  'POST /api/user/sessions/end': security.endSessions,
})
