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
