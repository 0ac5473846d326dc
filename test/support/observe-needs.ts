import { GenerateMacCommand, KMSClient, SignCommand, VerifyMacCommand } from '@aws-sdk/client-kms'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import type { Files, Folder } from '../../functions/files/bucket.ts'
import type { Need } from '../../functions/needs.ts'
import { openChain, openNode } from '../../functions/payouts/chain.ts'
import { kmsSigner } from '../../functions/payouts/kms-signer.ts'
import type { Services } from '../../functions/runtime/context.ts'
import { type Family, guardedOf } from '../../functions/table/keys.ts'
import type { Table, Write } from '../../functions/table/table.ts'

const familyOf = (pk: string) => pk.split('#', 1)[0] as Family

/** Runs before an engine is called. If it throws, the engine is not called. */
type Observe = (need: Need) => Promise<void> | void

/**
 * Calls `observe` with each need before these services call an engine. All functions of this process share these
 * services. The chain is opened again, because an open one has already read its URL and public key.
 */
export function observeNeeds(services: Services, observe: Observe): void {
  const { config } = services
  const key = kmsSigner({ keyId: config.KMS_KEY_ID, endpoint: config.KMS_ENDPOINT })
  const rpcUrl = {
    known: undefined,
    async read() {
      await observe('chain')
      return config.RPC_URL
    },
  }
  const observedKey = {
    async publicKey() {
      await observe('public key')
      return key.publicKey()
    },
  }
  const { contracts } = services
  observeSignatures(observe)
  observeMail(observe)
  Object.assign(services, {
    table: observedTable(services.table, observe),
    files: observedFiles(services.files, observe),
    rpcUrl,
    async contracts() {
      await observe('contracts')
      return contracts()
    },
    chain: openChain(openNode(rpcUrl.read, config.CHAIN_ID), contracts, observedKey),
  })
}

/** Observes every signature and MAC of this process, including those of a key that a function opens itself. */
function observeSignatures(observe: Observe): void {
  const { send } = KMSClient.prototype
  Object.assign(KMSClient.prototype, {
    async send(this: KMSClient, ...parameters: Parameters<typeof send>) {
      if (parameters[0] instanceof SignCommand) {
        await observe('sign')
        await observe('public key') // the parity is found by comparing with the public key
      }
      if (parameters[0] instanceof GenerateMacCommand) await observe('make MAC')
      if (parameters[0] instanceof VerifyMacCommand) await observe('verify MAC')
      return send.apply(this, parameters)
    },
  })
}

/** Observes every mail of this process. */
function observeMail(observe: Observe): void {
  const { send } = SESv2Client.prototype
  Object.assign(SESv2Client.prototype, {
    async send(this: SESv2Client, ...parameters: Parameters<typeof send>) {
      await observe('mail')
      return send.apply(this, parameters)
    },
  })
}

const needOf = (write: Write): Need => {
  if ('put' in write) return `put ${familyOf(write.put.pk)}`
  if ('update' in write && write.set === 'SET #usedAt = :usedAt') return 'touch SESSIONS'
  if ('update' in write) return `update ${familyOf(write.update.pk)}`
  if ('delete' in write) return `delete ${familyOf(write.delete.pk)}`
  return `check ${familyOf(write.check.pk)}`
}

/** The guarded attributes that a put or update names, in its condition too. Of `a.b` only `a` counts. */
function namedIn(write: Write): Need[] {
  if (!('put' in write) && !('update' in write)) return []
  const family = familyOf(('put' in write ? write.put : write.update).pk)
  const text = `${'update' in write ? write.set : ''} ${write.condition ?? ''}`
  const isNamed = (name: string) =>
    ('put' in write && name in write.put) || new RegExp(`(?<![:.\\w]|\\.#)#?${name}\\b`).test(text)
  return guardedOf(family)
    .filter(isNamed)
    .map((name) => `name ${family} ${name}` as Need)
}

export const needsOfWrite = (write: Write): Need[] => [needOf(write), ...namedIn(write)]

const observedTable = (table: Table, observe: Observe): Table => ({
  async get(key) {
    await observe(`get ${familyOf(key.pk)}`)
    return table.get(key)
  },
  async getAll(keys) {
    for (const family of new Set(keys.map(({ pk }) => familyOf(pk)))) await observe(`get many ${family}`)
    return table.getAll(keys)
  },
  async query(query) {
    await observe(`list ${query.index ?? 'table'} ${familyOf(query.pk)}`)
    return table.query(query)
  },
  async write(writes) {
    for (const need of writes.flatMap(needsOfWrite)) await observe(need)
    return table.write(writes)
  },
})

function observedFiles(files: Files, observe: Observe): Files {
  const observed =
    <Rest extends unknown[], Answer>(
      verb: 'read' | 'write' | 'remove',
      then: (folder: Folder, ...rest: Rest) => Promise<Answer>,
    ) =>
    async (folder: Folder, ...rest: Rest) => {
      await observe(`${verb} ${folder}`)
      return then(folder, ...rest)
    }
  return {
    // A browser uses the signed URL later, with the permissions of the function that signed it.
    async presignPut(...all) {
      await observe('write incoming')
      return files.presignPut(...all)
    },
    presignGet: observed('read', files.presignGet),
    put: observed('write', files.put),
    read: observed('read', files.read),
    exists: observed('read', files.exists),
    remove: observed('remove', files.remove),
  }
}
