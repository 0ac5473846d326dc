// npm run signer -- address | status | rotate <new key id>
import { command, ownServices, required } from './cli.ts'
import { addressOf, rotate, status } from './signer.ts'

const usage = `npm run signer -- address               the address of the key that signs
npm run signer -- status                its gas, its daily limit, what is in flight and due
npm run signer -- rotate <new key id>   hands over to another KMS key, with no payout lost

KMS_KEY_ID names the key of today, TABLE_NAME the table, RPC_URL the chain, ESCROW_ADDRESS the contract; "npm start" says
all of its own. With OWNER_KEY, rotate sends the owner’s transaction; without, it prints it for the owner.`

await command(async ([verb = '', keyId, ...more]) => {
  if (!verb) return usage
  if (verb === 'address' && !keyId) return addressOf(required('KMS_KEY_ID'))
  if (verb === 'status' && !keyId) return status(ownServices())
  if (verb === 'rotate' && keyId && more.length === 0)
    return rotate(ownServices(), keyId, process.env.OWNER_KEY)
  throw new RangeError(usage)
})
