// npm run signer -- address | status | rotate <new key id>
import { requiredVariable, runCommand, servicesFromEnvironment } from './command.ts'
import { ask, isCall } from './contract-calls.ts'
import { addressOf, rotate, status } from './signer.ts'

const usage = `npm run signer -- address               the address of the key that signs
npm run signer -- status                its gas, its daily limit, what is in flight and due
npm run signer -- rotate <new key id>   hands over to another KMS key, with no payout lost; with
                                        "now" without waiting for what is in flight
npm run signer -- pause | unpause       stops funding, payouts and closing, or ends that; refunds always go on
npm run signer -- limit <whole TAX>     sets what may be paid in a day (UTC), at once

KMS_KEY_ID names the key of today, TABLE_NAME the table, RPC_URL the chain, ESCROW_ADDRESS the contract; "npm start" says
all of its own. With OWNER_KEY, the last three send the owner’s transaction (with GUARDIAN_KEY pause and unpause the
guardian’s); without, they print it for the owner.`

await runCommand(async ([verb = '', keyId, ...more]) => {
  if (!verb) return usage
  if (verb === 'address' && !keyId) return addressOf(requiredVariable('KMS_KEY_ID'))
  if (verb === 'status' && !keyId) return status(servicesFromEnvironment())
  if (verb === 'rotate' && keyId && (more.length === 0 || more.join() === 'now'))
    return rotate(servicesFromEnvironment(), keyId, {
      atOnce: more.length > 0,
      ownerKey: process.env.OWNER_KEY,
    })
  if (isCall(verb) && more.length === 0) {
    const { GUARDIAN_KEY, OWNER_KEY } = process.env
    return ask(
      servicesFromEnvironment().config,
      verb,
      keyId,
      verb === 'limit' ? OWNER_KEY : (GUARDIAN_KEY ?? OWNER_KEY),
    )
  }
  throw new RangeError(usage)
})
