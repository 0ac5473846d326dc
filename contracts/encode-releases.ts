export interface Release {
  /** 0x and 64 hex digits. */
  escrowId: string
  slot: number
  /** 0x and 40 hex digits. */
  recipient: string
}

const maxSlots = 128

/**
 * Encodes the packed argument of `TaskEscrow.releaseBatch`. Each escrow is one group: its id (32 bytes), a bitmap of the
 * slots to pay (16 bytes), then the recipient (20 bytes) of each slot, lowest slot first. All releases of an escrow are
 * in one group, because a group costs one storage write. Groups are in the order of their escrow's first release.
 *
 * @throws RangeError if there are no releases, an id or a recipient is malformed, a slot is not an integer from 0 to
 * 127, or a slot of an escrow occurs twice
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

/** The lowercase hex digits of a 0x string of exactly `bytes` bytes. */
function hex(text: string, bytes: number): string {
  if (!/^0x[0-9a-fA-F]*$/.test(text) || text.length !== 2 + bytes * 2)
    throw new RangeError(`${text} is not ${bytes} bytes of hex`)
  return text.slice(2).toLowerCase()
}
