export interface Release {
  /** 0x and 64 hex digits. */
  escrowId: string
  slot: number
  /** 0x and 40 hex digits. */
  recipient: string
}

const maxSlots = 128

/**
 * The packed argument of `TaskEscrow.releaseBatch`: per escrow its id (32 bytes), the slots to pay as a bitmap
 * (16 bytes), then the recipient (20 bytes) of each slot, lowest first. Escrows come in the order of their first
 * release, so one escrow costs one storage write however many of its slots are paid.
 *
 * @throws RangeError for no releases, a malformed id or address, a slot that is no integer from 0 to 127, or one
 * escrow's slot twice
 */
export function encodeReleases(releases: readonly Release[]): string {
  if (releases.length === 0) throw new RangeError('A batch needs at least one release')
  const groups = new Map<string, Release[]>()
  for (const release of releases) {
    const id = hex(release.escrowId, 32)
    const group = groups.get(id)
    if (group) group.push(release)
    else groups.set(id, [release])
  }
  return `0x${[...groups].map(([id, group]) => encodeGroup(id, group)).join('')}`
}

function encodeGroup(id: string, group: Release[]): string {
  const ascending = [...group].sort((one, other) => one.slot - other.slot)
  let slots = 0n
  for (const { slot } of ascending) {
    if (!Number.isInteger(slot) || slot < 0 || slot >= maxSlots) throw new RangeError(`${slot} is not a slot`)
    const bit = 1n << BigInt(slot)
    if (slots & bit) throw new RangeError(`Slot ${slot} of escrow 0x${id} is in the batch twice`)
    slots |= bit
  }
  const recipients = ascending.map(({ recipient }) => hex(recipient, 20))
  return id + slots.toString(16).padStart(maxSlots / 4, '0') + recipients.join('')
}

/** The digits of `bytes` bytes of 0x hex, lowercase. */
function hex(text: string, bytes: number): string {
  if (!/^0x[0-9a-fA-F]*$/.test(text) || text.length !== 2 + bytes * 2)
    throw new RangeError(`${text} is not ${bytes} bytes of hex`)
  return text.slice(2).toLowerCase()
}
