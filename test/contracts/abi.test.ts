import { Interface } from 'ethers'
import { expect, test } from 'vitest'
import { escrowAbi, tokenAbi } from '../../contracts/abi.ts'
import { readArtifact } from '../../contracts/artifacts.ts'

/** Every fragment in ethers' full form, names of parameters and of returned values included. */
const fragmentsOf = (abi: ConstructorParameters<typeof Interface>[0]) =>
  new Interface(abi).fragments.map((fragment) => fragment.format('full')).sort()

test('the ABI of the escrow is the compiled one, whole', () => {
  expect(fragmentsOf(escrowAbi)).toEqual(fragmentsOf(readArtifact('TaskEscrow').abi))
})

test('the ABI of the token is a part of the compiled one', () => {
  const compiled = fragmentsOf(readArtifact('TaxToken').abi)
  expect(fragmentsOf(tokenAbi).filter((fragment) => !compiled.includes(fragment))).toEqual([])
})
