import { Contract, type InterfaceAbi } from 'ethers'
import { escrowAbi } from '../../contracts/abi.ts'
import { initialSupply } from '../../contracts/deploy.ts'
import { brand } from '../../domain/brand.ts'
import type { SiteConfig } from '../../domain/config.ts'
import { toCents } from '../../domain/escrow.ts'
import { chain } from '../../domain/limits.ts'
import { type Node, openNode } from '../../functions/payouts/chain.ts'
import type { Services } from '../../functions/runtime/context.ts'
import type { Contracts } from '../../functions/runtime/contracts.ts'
import { storedContracts } from '../../functions/runtime/stored-contracts.ts'
import { contractsParameter, type Stage } from '../../infra/stage.ts'
import { servicesFromEnvironment } from '../command.ts'
import { addressOf } from '../signer.ts'
import type { Aws } from './aws.ts'
import type { Deployed } from './explorer.ts'
import type { Secrets } from './secrets.ts'

export interface Options {
  stage: Stage
  region: string
  aws: Aws
  /** Runs a command of the CDK for the stage. @throws RangeError if it fails */
  cdk(args: string[]): Promise<void>
  /** The environment variables of contracts/deploy-settings.ts, without keys. */
  settings: Record<string, string | undefined>
  secrets: Secrets
  deleteFailedStack: boolean
  /** The escrow of a deleted stack that new contracts replace although it holds money. */
  leaveEscrow?: string | undefined
  skipPayment: boolean
  /** Whether a stage with `keepData` may get a new token. */
  newToken: boolean
  print(line: string): void
}

/** What a launch reads of the stage, as AWS, the chain and the site show it now. */
export function openWorld(options: Options) {
  const { aws, stage } = options
  const stackName = `${brand}-${stage.name}`
  const output = async (name: string) => (await aws.stack(stackName))?.outputs[name] ?? ''
  const signerKey = () => output(`SignerKey${stage.signerKeys[0]}`)

  /** Calls a function with the node that the stage's functions use. */
  async function withNode<Result>(use: (node: Node, rpcUrl: string) => Promise<Result>): Promise<Result> {
    const rpcUrl = (await aws.parameter(stage.rpcUrlParameter)) ?? ''
    const node = openNode(async () => rpcUrl, chain.id)
    try {
      return await use(node, rpcUrl)
    } finally {
      node.destroy()
    }
  }

  /** What the parameter of the contracts contains. It remains when the stack is deleted. */
  async function stored() {
    const name = contractsParameter(stage)
    const { data = null, error } = storedContracts.nullable().safeParse(await aws.parameter(name))
    if (error) throw new RangeError(`Correct the parameter ${name}: ${error.issues[0]?.message}.`)
    const stack = await aws.stack(stackName)
    return { data, isFormer: !stack || (data?.stack ?? stack.id) !== stack.id }
  }

  async function contracts() {
    const { data, isFormer } = await stored()
    if (!data || isFormer) return null
    const { stack: _, ...addresses } = data
    return addresses
  }

  const storeContracts = (addresses: Contracts, stack: string) =>
    aws.putParameter(contractsParameter(stage), JSON.stringify({ ...addresses, stack }), 'String')

  /**
   * The contracts of a deleted stack of this name, or null. New contracts may replace them, because their escrow holds
   * nothing or the operator leaves it.
   *
   * @throws RangeError if the escrow holds money, or if the chain does not say what it holds
   */
  const formerContracts = () =>
    withNode(async (node) => {
      const { data, isFormer } = await stored()
      if (!data || !isFormer) return null
      const { escrow } = data
      const isKnown = (await node.getCode(escrow)) !== '0x'
      const contract = new Contract(escrow, escrowAbi as InterfaceAbi, node)
      const held = isKnown ? toCents(await contract.getFunction('totalHeld').staticCall()) : null
      const isLeft = options.leaveEscrow?.toLowerCase() === escrow.toLowerCase()
      if (held !== 0 && !isLeft)
        throw new RangeError(
          `The escrow ${escrow} of the deleted stack ${held === null ? 'is not on the chain of this node, so nobody knows what it holds' : `still holds ${held} CENTS, which new contracts do not pay`}: follow "Launch a destroyed stage again" in docs/deploy.md, or add --leave-escrow ${escrow}.`,
        )
      return data
    })

  return {
    ...options,
    stackName,
    output,
    withNode,
    contracts,
    formerContracts,
    storeContracts,
    operator: async () => addressOf(await signerKey()),
    async site(): Promise<SiteConfig> {
      const answer = await fetch(`${await output('SiteOrigin')}/config.json`)
      const config = await answer.json().catch(() => null)
      if (!config) throw new RangeError(`The site answers ${answer.status} to /config.json, and no JSON.`)
      return config as SiteConfig
    },

    /** Calls a function with the services of the stage's functions. */
    withServices: <Result>(use: (services: Services) => Promise<Result>) =>
      withNode(async (_, RPC_URL) => {
        const { escrow: ESCROW_ADDRESS = '' } = (await contracts()) ?? {}
        const [TABLE_NAME, KMS_KEY_ID] = await Promise.all([output('TableName'), signerKey()])
        return use(servicesFromEnvironment({ TABLE_NAME, RPC_URL, ESCROW_ADDRESS, KMS_KEY_ID }))
      }),

    /** The contracts of the stage with the arguments of their constructors. A token without votes was given. */
    deployed: () =>
      withNode(async (node): Promise<Deployed[]> => {
        const { escrow, token, votes } = (await contracts()) ?? { escrow: '', token: '' }
        const contract = new Contract(escrow, escrowAbi as InterfaceAbi, node)
        const roles = ['owner', 'operator', 'guardian', 'dailyLimit']
        const args = await Promise.all(roles.map((name) => contract.getFunction(name).staticCall()))
        const own: Deployed = { name: 'TaskEscrow', address: escrow, args: [token, ...args] }
        if (!votes) return [own]
        const newToken: Deployed = { name: 'TaxToken', address: token, args: [args[0], initialSupply] }
        return [newToken, own, { name: 'TaxVotes', address: votes, args: [token] }]
      }),
  }
}

export type World = ReturnType<typeof openWorld>
