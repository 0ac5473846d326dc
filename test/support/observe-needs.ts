import type { Services } from '../../functions/context.ts'
import type { Files, Folder } from '../../functions/files.ts'
import type { Need } from '../../functions/needs.ts'
import { openChain } from '../../functions/payouts/chain.ts'
import { kmsSigner, type Signer } from '../../functions/payouts/kms-signer.ts'
import type { Table, Write } from '../../functions/table/table.ts'

/** What is heard waits for the answer, and is not asked at all if there is an error instead. */
type Hear = (need: Need) => Promise<void> | void

/**
 * Lets `hear` know of everything that these services, which the functions of this process share, ask of the engines, before
 * they ask it. What a function remembers from one request to the next is said for each request.
 */
export function observeNeeds(services: Services, hear: Hear): void {
  const { config } = services
  const signer = kmsSigner({ keyId: config.KMS_KEY_ID, endpoint: config.KMS_ENDPOINT })
  Object.assign(services, {
    table: heardTable(services.table, hear),
    files: heardFiles(services.files, hear),
    chain: openChain({
      async rpcUrl() {
        await hear('chain')
        return config.RPC_URL
      },
      chainId: config.CHAIN_ID,
      escrowAddress: config.ESCROW_ADDRESS,
      deployBlock: config.ESCROW_DEPLOY_BLOCK,
      signer: heardSigner(signer, hear),
    }),
  })
}

const kindOf = (write: Write) =>
  'put' in write ? 'put' : 'update' in write ? 'update' : 'delete' in write ? 'delete' : 'check'

const heardTable = (table: Table, hear: Hear): Table => ({
  async get(key) {
    await hear('get')
    return table.get(key)
  },
  async getAll(keys) {
    if (keys.length > 0) await hear('get many')
    return table.getAll(keys)
  },
  async query(query) {
    await hear(`list ${query.index ?? 'table'}`)
    return table.query(query)
  },
  async write(writes) {
    for (const write of writes) await hear(kindOf(write))
    return table.write(writes)
  },
})

function heardFiles(files: Files, hear: Hear): Files {
  const saying =
    <Rest extends unknown[], Answer>(
      verb: 'read' | 'write' | 'remove',
      then: (folder: Folder, ...rest: Rest) => Promise<Answer>,
    ) =>
    async (folder: Folder, ...rest: Rest) => {
      await hear(`${verb} ${folder}`)
      return then(folder, ...rest)
    }
  return {
    // What is signed is done later, by a browser, with the permissions of the function that signed it.
    async presignPut(...all) {
      await hear('write incoming')
      return files.presignPut(...all)
    },
    presignGet: saying('read', files.presignGet),
    put: saying('write', files.put),
    read: saying('read', files.read),
    exists: saying('read', files.exists),
    remove: saying('remove', files.remove),
  }
}

const heardSigner = (signer: Signer, hear: Hear): Signer => ({
  async publicKey() {
    await hear('public key')
    return signer.publicKey()
  },
  async sign(digest) {
    await hear('sign')
    await hear('public key') // by which the parity is found
    return signer.sign(digest)
  },
})
