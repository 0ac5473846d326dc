import { expect, test } from 'vitest'
import { offerToken } from '../../frontend/src/lib/wallet/network.ts'
import { memoryStorage } from './funding-fixture.ts'

const config = { tokenAddress: `0x${'1'.repeat(40)}` }

test('The token is offered once for each wallet address, and a rejection is ignored', async () => {
  const asked: string[] = []
  const wallet = {
    async request({ method }: { method: string }) {
      asked.push(method)
      throw new Error('I know no tokens')
    },
  }
  const store = memoryStorage()
  await offerToken(wallet, config, '0xAA', store)
  await offerToken(wallet, config, '0xaa', store)
  expect(asked).toEqual(['wallet_watchAsset'])
  await offerToken(wallet, config, '0xbb', store)
  expect(asked).toHaveLength(2)
})

test('Without browser storage the token is still offered', async () => {
  const asked: string[] = []
  const store = {
    getItem: (): string | null => {
      throw new Error('Storage is off')
    },
    setItem: () => {},
  }
  await offerToken({ request: async ({ method }) => asked.push(method) }, config, '0xaa', store)
  expect(asked).toEqual(['wallet_watchAsset'])
})

test('No token is offered if the configuration has no token address', async () => {
  const asked: string[] = []
  await offerToken(
    { request: async ({ method }) => asked.push(method) },
    { tokenAddress: '' },
    '0xaa',
    memoryStorage(),
  )
  expect(asked).toEqual([])
})
