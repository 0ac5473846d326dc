import { Contract, JsonRpcSigner } from 'ethers'
import { escrowAbi } from '../../contracts/abi.ts'
import type { openFixture } from './fixture.ts'

type World = Pick<ReturnType<typeof openFixture>, 'openOwnServices' | 'site'>

/** Calls the escrow contract as its operator, without code of the product: the local chain signs for any account. */
export async function sendAsOperator(
  { openOwnServices, site }: World,
  method: string,
  parameters: unknown[],
): Promise<void> {
  const operator = await openOwnServices().chain.operator()
  await site.provider.send('hardhat_impersonateAccount', [operator])
  const signer = new JsonRpcSigner(site.provider, operator)
  const escrow = new Contract(site.siteConfig.escrowAddress, escrowAbi, signer)
  const sent = await escrow.getFunction(method).send(...parameters)
  await sent.wait()
}
