import { setTimeout } from 'node:timers/promises'
import { AbiCoder, Interface, type ParamType } from 'ethers'
import { type ContractName, readArtifact, readBuildInfo } from '../../contracts/artifacts.ts'

interface Answer {
  status: string
  result: string | { SourceCode?: string }[]
}

/** A deployed contract and the arguments of its constructor. */
export interface Deployed {
  name: ContractName
  address: string
  args: unknown[]
}

/** Milliseconds between questions whether a verification is finished, and how many are asked. */
const wait = 3000
const questions = 40

/** Calls the API of an explorer, which has the form that Etherscan and Blockscout share. @throws RangeError */
async function ask(
  api: string,
  values: Record<string, string>,
  method: 'GET' | 'POST' = 'GET',
): Promise<Answer> {
  const url = new URL(api)
  const all = { module: 'contract', ...values }
  if (method === 'GET') for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  const answer = await fetch(url, { method, ...(method === 'POST' && { body: new URLSearchParams(all) }) })
  if (!answer.ok) throw new RangeError(`The explorer’s API answers ${answer.status} to ${values.action}.`)
  return (await answer.json()) as Answer
}

/** Whether the explorer shows the verified source of this contract. */
export async function isVerified(api: string, { address }: Pick<Deployed, 'address'>): Promise<boolean> {
  const { result } = await ask(api, { action: 'getsourcecode', address })
  return Array.isArray(result) && Boolean(result[0]?.SourceCode)
}

/** Sends the source of a contract to the explorer and waits until it is verified. @throws RangeError if it is refused */
export async function verify(api: string, { name, address, args }: Deployed): Promise<void> {
  const artifact = readArtifact(name)
  const { solcLongVersion, input } = readBuildInfo(name)
  const inputs: readonly ParamType[] = new Interface(artifact.abi).deploy.inputs
  const sent = await ask(
    api,
    {
      action: 'verifysourcecode',
      contractaddress: address,
      sourceCode: JSON.stringify(input),
      codeformat: 'solidity-standard-json-input',
      contractname: `${artifact.inputSourceName}:${name}`,
      compilerversion: `v${solcLongVersion}`,
      // Etherscan's API has this spelling.
      constructorArguements: AbiCoder.defaultAbiCoder().encode(inputs, args).slice(2),
    },
    'POST',
  )
  for (let asked = 0; sent.status === '1' && asked < questions; asked++) {
    if (await isVerified(api, { address })) return
    await setTimeout(wait)
  }
  throw new RangeError(`The explorer has not verified ${name} at ${address}: ${sent.result}.`)
}
