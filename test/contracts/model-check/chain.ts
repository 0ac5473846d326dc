import { AbiCoder, Interface, id, keccak256, ZeroAddress } from 'ethers'
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { readArtifact } from '../../../contracts/artifacts.ts'
import { compileTestFile } from '../compile-test-file.ts'
import type { Call, Names } from './actions.ts'
import { initialState, instants, type Person, type Place, stake, type Task, terms } from './model.ts'

const tax = 10n ** 18n
const people: Person[] = ['owner', 'operator', 'poster', 'other']
export const holders: Place[] = ['escrow', ...people]

/** Deploys the contracts to a chain in this process, in the initial state of the model. */
export async function openChain() {
  const readerArtifact = (await compileTestFile('support/EscrowReader.sol'))('EscrowReader')
  const hardhat = await createHardhatRuntimeEnvironment({
    networks: {
      model: {
        type: 'edr-simulated',
        chainType: 'l1',
        allowBlocksWithSameTimestamp: true,
        initialDate: new Date((instants[0] - 1_000) * 1_000),
      },
    },
  })
  const connection = await hardhat.network.create('model')
  const ask = (method: string, ...params: unknown[]) =>
    connection.provider.request({ method, params }) as Promise<string>
  const accounts = (await connection.provider.request({ method: 'eth_accounts' })) as string[]

  async function deploy(bytecode: string, types: string[], values: unknown[]): Promise<string> {
    const data = bytecode + AbiCoder.defaultAbiCoder().encode(types, values).slice(2)
    const hash = await ask('eth_sendTransaction', { from: accounts[9], data, gas: '0x989680' })
    const receipt = await connection.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    return (receipt as { contractAddress: string }).contractAddress
  }

  const person = (who: Person) => accounts[people.indexOf(who)] ?? ZeroAddress
  const [token, escrow] = [readArtifact('TaxToken'), readArtifact('TaskEscrow')]
  const interfaces = { token: new Interface(token.abi), escrow: new Interface(escrow.abi) }
  const tokenAddress = await deploy(
    token.bytecode,
    ['address', 'uint256'],
    [person('poster'), BigInt(stake) * tax],
  )
  const addresses: Partial<Record<Place, string>> = {
    token: tokenAddress,
    escrow: await deploy(
      escrow.bytecode,
      ['address', 'address', 'address', 'address', 'uint256'],
      [tokenAddress, person('owner'), person('operator'), person('other'), BigInt(initialState.limit) * tax],
    ),
    nobody: ZeroAddress,
  }
  const reader = await deploy(readerArtifact.bytecode, [], [])
  const readerInterface = new Interface(readerArtifact.abi)

  const names: Names = {
    address: (place) => addresses[place] ?? person(place as Person),
    termsOf(task: Task) {
      const { reward, slots, refundableAt } = terms[task]
      return [person('poster'), BigInt(reward) * tax, slots, refundableAt, id(task)]
    },
    idOf: (task) =>
      keccak256(
        AbiCoder.defaultAbiCoder().encode(
          ['address', 'uint96', 'uint8', 'uint64', 'bytes32'],
          [...names.termsOf(task)],
        ),
      ),
  }

  const transaction = (call: Call) => ({
    from: person(call.from),
    to: names.address(call.to),
    data: interfaces[call.to].encodeFunctionData(call.function, call.arguments(names)),
    gas: '0x4c4b40',
  })
  const approval = interfaces.token.encodeFunctionData('approve', [names.address('escrow'), 2n ** 256n - 1n])
  await ask('eth_sendTransaction', {
    from: person('poster'),
    to: tokenAddress,
    data: approval,
    gas: '0x4c4b40',
  })
  const readAll = readerInterface.encodeFunctionData('readAll', [
    names.address('escrow'),
    [names.idOf('A'), names.idOf('B')],
    holders.map(names.address),
  ])

  return {
    names,
    ask,
    close: () => connection.close(),

    /** Mines a block with this Unix time. */
    async waitUntil(time: number): Promise<void> {
      await ask('evm_setNextBlockTimestamp', time)
      await ask('evm_mine')
    },

    /** Name of the error that the call would revert with, or null. */
    async revertOf(call: Call): Promise<string | null> {
      try {
        await ask('eth_call', transaction(call), 'latest')
        return null
      } catch (error) {
        const { data } = error as { data?: string | { data?: string } }
        const revertData = typeof data === 'string' ? data : data?.data
        if (!revertData) throw error
        return interfaces.escrow.parseError(revertData)?.name ?? revertData
      }
    },

    async send(call: Call, time: number): Promise<void> {
      await ask('evm_setNextBlockTimestamp', time)
      await ask('eth_sendTransaction', transaction(call))
    },

    /** The results of all views. */
    async view() {
      const answer = await ask('eth_call', { to: reader, data: readAll }, 'latest')
      return readerInterface.decodeFunctionResult('readAll', answer).toArray(true)
    },

    /** The storage words with roles, pause, day, limit and held total. Equal model states can differ in these words. */
    async storageWords(): Promise<string> {
      const words = [0, 1, 2, 3, 4].map((slot) =>
        ask('eth_getStorageAt', names.address('escrow'), `0x${slot.toString(16)}`, 'latest'),
      )
      return (await Promise.all(words)).join(' ')
    },
  }
}

export type Chain = Awaited<ReturnType<typeof openChain>>
