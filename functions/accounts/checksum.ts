import { getAddress } from 'ethers/address'

/** A wallet in the notation of EIP-55, whose capital letters are a checksum. */
export const checksum = (wallet: string): string => getAddress(wallet.toLowerCase())
