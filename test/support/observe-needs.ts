import { KMSClient, SignCommand } from '@aws-sdk/client-kms'
import type { Services } from '../../functions/context.ts'
import type { Files, Folder } from '../../functions/files.ts'
import type { Need } from '../../functions/needs.ts'
import { openChain, openNode } from '../../functions/payouts/chain.ts'
import { kmsSigner } from '../../functions/payouts/kms-signer.ts'
import { familyOf } from '../../functions/table/keys.ts'
import type { Table, Write } from '../../functions/table/table.ts'

/** What is heard waits for the answer, and is not asked at all if there is an error instead. */
type Hear = (need: Need) => Promise<void> | void

/**
 * Lets `hear` know of everything that these services, which the functions of this process share, ask of the engines, before
 * they ask it. What a function remembers from one request to the next is said for each request.
 */
export function observeNeeds(services: Services, hear: Hear): void {
  const { config } = services
  const key = kmsSigner({ keyId: config.KMS_KEY_ID, endpoint: config.KMS_ENDPOINT })
  const node = openNode(async () => {
    await hear('chain')
    return config.RPC_URL
  }, config.CHAIN_ID)
  const heardKey = {
    async publicKey() {
      await hear('public key')
      return key.publicKey()
    },
  }
  hearSignatures(hear)
  Object.assign(services, {
    table: heardTable(services.table, hear),
    files: heardFiles(services.files, hear),
    node,
    chain: openChain(node, config.ESCROW_ADDRESS, heardKey),
  })
}

/** Hears every signature of this process, also of a key that a function opens itself. */
function hearSignatures(hear: Hear): void {
  const { send } = KMSClient.prototype
  Object.assign(KMSClient.prototype, {
    async send(this: KMSClient, ...parameters: Parameters<typeof send>) {
      if (parameters[0] instanceof SignCommand) {
        await hear('sign')
        await hear('public key') // by which the parity is found
      }
      return send.apply(this, parameters)
    },
  })
}

const needOf = (write: Write): Need => {
  if ('put' in write) return `put ${familyOf(write.put.pk)}`
  if ('update' in write) return `update ${familyOf(write.update.pk)}`
  if ('delete' in write) return `delete ${familyOf(write.delete.pk)}`
  return `check ${familyOf(write.check.pk)}`
}

const heardTable = (table: Table, hear: Hear): Table => ({
  async get(key) {
    await hear(`get ${familyOf(key.pk)}`)
    return table.get(key)
  },
  async getAll(keys) {
    for (const family of new Set(keys.map(({ pk }) => familyOf(pk)))) await hear(`get many ${family}`)
    return table.getAll(keys)
  },
  async query(query) {
    await hear(`list ${query.index ?? 'table'} ${familyOf(query.pk)}`)
    return table.query(query)
  },
  async write(writes) {
    for (const write of writes) await hear(needOf(write))
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
