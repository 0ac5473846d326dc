import { AbiCoder, keccak256, toBeHex } from 'ethers'
import type { Release } from './encode-releases.ts'

/** One address of an access list (EIP-2930) and its storage slots, as 32-byte hex. */
export interface AccessListEntry {
  address: string
  storageKeys: string[]
}

/** Positions in the storage of TaskEscrow and TaxToken. A test compares them with the compiler's layout. */
export const storageLayout = { ledger: 2, escrows: 6, balances: 0 } as const

/** Gas (EIP-2930) of an address in an access list, and what a storage slot in it saves. */
const [addressCost, slotSaving] = [2400, 100]

/**
 * The access list of a transaction that makes these releases: the token, with the balances of the escrow contract and of
 * the recipients, and the escrow contract's own slots if they save more than the list's entry costs. The called contract's
 * address is free without a list, so its entry pays off only for more than 24 slots.
 */
export function accessListOf(
  contracts: { escrow: string; token: string },
  releases: readonly Release[],
): AccessListEntry[] {
  const distinct = (values: string[]) => [...new Set(values.map((value) => value.toLowerCase()))]
  const holders = distinct([contracts.escrow, ...releases.map(({ recipient }) => recipient)])
  const ids = distinct(releases.map(({ escrowId }) => escrowId))
  const escrowKeys = [
    toBeHex(storageLayout.ledger, 32),
    ...ids.map((id) => slotOf('bytes32', id, storageLayout.escrows)),
  ]
  return [
    {
      address: contracts.token,
      storageKeys: holders.map((holder) => slotOf('address', holder, storageLayout.balances)),
    },
    ...(escrowKeys.length * slotSaving > addressCost
      ? [{ address: contracts.escrow, storageKeys: escrowKeys }]
      : []),
  ]
}

/** The storage slot of a value in a Solidity mapping. */
const slotOf = (keyType: string, key: string, position: number) =>
  keccak256(AbiCoder.defaultAbiCoder().encode([keyType, 'uint256'], [key, position]))
