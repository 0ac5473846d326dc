import { Interface } from 'ethers'
import { escrowAbi, tokenAbi } from '../../contracts/abi.ts'
import { readArtifact } from '../../contracts/artifacts.ts'

/** All fragments in ethers' full form, which includes the names of parameters and return values. */
const fragmentsOf = (abi: ConstructorParameters<typeof Interface>[0]) =>
  new Interface(abi).fragments.map((fragment) => fragment.format('full')).sort()

test('`escrowAbi` equals the compiled ABI of TaskEscrow', () => {
  expect(fragmentsOf(escrowAbi)).toEqual(fragmentsOf(readArtifact('TaskEscrow').abi))
})

test('Every fragment of `tokenAbi` is in the compiled ABI of TaxToken', () => {
  const compiled = fragmentsOf(readArtifact('TaxToken').abi)
  expect(fragmentsOf(tokenAbi).filter((fragment) => !compiled.includes(fragment))).toEqual([])
})
