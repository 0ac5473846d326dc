import * as auth from '../market/auth.ts'
import { serve } from '../serve.ts'

export const handler = serve('auth', {
  'GET /api/user': auth.currentUser,
  'GET /api/auth/challenge': auth.challenge,
  'POST /api/auth/web3': auth.signIn,
  'POST /api/logout': auth.logout,
})
