import { Wallet } from 'ethers'
import { smoke } from '../functions/canary/smoke.ts'
import { runCommand } from './command.ts'

const usage = `npm run smoke -- https://example.org   checks a running site from outside, as its users see it

For "npm start": npm run smoke -- http://localhost:3000`

async function run([url = '', ...rest]: string[]) {
  if (rest.length > 0 || !/^https?:\/\/(?!https?:)/.test(url) || !URL.canParse(url))
    throw new RangeError(usage)
  let failed = 0
  let all = 0
  for await (const { check, problem } of smoke(new URL(url).origin, Wallet.createRandom())) {
    all++
    if (problem) failed++
    console.log(problem ? `FAILED  ${check}: ${problem}` : `ok      ${check}`)
  }
  return { output: `\n${all - failed} of ${all} checks passed`, ok: failed === 0 }
}

if (import.meta.main) await runCommand(run)
