import { id, Wallet } from 'ethers'
import type { Config } from '../runtime/config.ts'
import type { Services } from '../runtime/context.ts'
import { nameOf, smoke } from './smoke.ts'

interface CanaryServices extends Pick<Services, 'contracts' | 'log'> {
  config: Pick<Config, 'CANARY_KEY' | 'SITE_ORIGIN'>
}

/**
 * Runs the smoke test against the stage's own site and logs each problem. CANARY_KEY determines the wallet, so that all runs
 * share one user. A stage without contracts, which `npm run launch` deploys after the stack, is not complete yet.
 * @throws Error if a check failed. The alarm CanaryFailed counts these errors
 */
export async function runCanary({ config: { CANARY_KEY, SITE_ORIGIN }, contracts, log }: CanaryServices) {
  if (!CANARY_KEY) throw new Error('Set CANARY_KEY for the function that runs the smoke test')
  if (!(await contracts())) return log.info('no smoke test before there are contracts')
  const wallet = new Wallet(id(CANARY_KEY))
  let failed = 0
  for await (const { check, problem } of smoke(SITE_ORIGIN, wallet)) {
    if (!problem) continue
    failed++
    log.error('check failed', { check, problem })
  }
  if (failed > 0) throw new Error(`${failed} checks failed, with the user ${nameOf(wallet.address)}`)
}
