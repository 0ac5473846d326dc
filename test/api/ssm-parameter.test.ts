import { json } from 'node:stream/consumers'
import { inject } from 'vitest'
import { siteConfig } from '../../functions/market/site-config.ts'
import { withSender } from '../../functions/payouts/run.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { readConfig } from '../../functions/runtime/config.ts'
import { openServices } from '../../functions/runtime/context.ts'
import { openLazily } from '../../functions/runtime/load-once.ts'
import { openSetting } from '../../functions/runtime/setting.ts'
import { listen } from '../../local/engines/listen.ts'

const { env } = inject('stack')

/** A fake SSM with these parameters. Its next `failures` requests fail; `asked` lists its requests. */
const parameters: Record<string, string> = { '/test/rpc-url': env.RPC_URL ?? '' }
let asked: unknown[] = []
let failures = 0
const { close, origin } = await listen(async (request, response) => {
  const sent = (await json(request)) as { Name: string }
  asked.push([request.headers['x-amz-target'], sent])
  response.setHeader('content-type', 'application/x-amz-json-1.1')
  if (failures-- > 0)
    return void response.writeHead(400).end(JSON.stringify({ __type: 'AccessDeniedException' }))
  const Value = parameters[sent.Name]
  if (!Value) return void response.writeHead(400).end(JSON.stringify({ __type: 'ParameterNotFound' }))
  response.end(JSON.stringify({ Parameter: { Value } }))
})

Object.assign(process.env, env, { AWS_ENDPOINT_URL_SSM: origin })
afterAll(() => {
  delete process.env.AWS_ENDPOINT_URL_SSM
  return close()
})
beforeEach(() => {
  asked = []
  failures = 0
})

test('The URL of the RPC node is read from its SSM parameter once, at the first chain call', async () => {
  const { chain } = openServices(readConfig({ ...env, RPC_URL: 'ssm:/test/rpc-url' }))
  expect(asked).toEqual([])
  const [operator] = await Promise.all([chain.contractOperator(), chain.contractOperator()])
  expect(operator).toMatch(/^0x/)
  await chain.contractOperator()
  expect(asked).toEqual([['AmazonSSM.GetParameter', { Name: '/test/rpc-url', WithDecryption: true }]])
})

test('After a failed read of the SSM parameter, the next read tries again', async () => {
  failures = 1
  const setting = openSetting('ssm:/test/rpc-url')
  await expect(setting.read()).rejects.toThrow()
  expect(setting.known).toBeUndefined()
  expect(await setting.read()).toBe(env.RPC_URL)
  expect(setting.known).toBe(env.RPC_URL)
})

test('A service that cannot be opened fails one call, and the next call opens it once', async () => {
  const open = vi.fn(async () => ({ double: async (value: number) => value * 2 }))
  open.mockRejectedValueOnce(new Error('The code cannot be read'))
  const service = openLazily(open, ['double'])
  expect(open).not.toHaveBeenCalled()
  await expect(service.double(1)).rejects.toThrow('The code cannot be read')
  expect(await Promise.all([service.double(1), service.double(2)])).toEqual([2, 4])
  expect(open).toHaveBeenCalledTimes(2)
})

test('A stage without contracts runs settle and serves empty addresses, until the parameter of the contracts exists', async () => {
  const { SITE_CONFIG } = env
  const { tokenAddress, escrowAddress, votesAddress, ...settings } = JSON.parse(SITE_CONFIG ?? '')
  const own = { ...env, ESCROW_ADDRESS: 'ssm:/test/contracts', SITE_CONFIG: JSON.stringify(settings) }
  const services = openServices(readConfig(own))
  await expect(services.chain.contractOperator()).rejects.toThrow('Payments are not set up on this site yet')
  expect(await settle(withSender(services), Date.now() + 10_000)).toBe('done')
  expect(await siteConfig(services)).toMatchObject({ tokenAddress: '', escrowAddress: '', votesAddress: '' })
  const valid = { token: tokenAddress, escrow: escrowAddress, votes: votesAddress }
  const swapped = escrowAddress.replace(/[a-f]/gi, (letter: string) =>
    letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
  )
  const logged = vi.spyOn(services.log, 'error').mockReturnValue()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const [value, problem] of [
    ['{', 'it is no JSON'],
    [JSON.stringify({ token: tokenAddress }), 'escrow'],
    [JSON.stringify({ ...valid, escrow: swapped }), 'EIP-55 checksum'],
    [JSON.stringify({ ...valid, escrow: `0x${'0'.repeat(40)}` }), 'zero address'],
    [JSON.stringify({ ...valid, escrow: tokenAddress }), 'the same contract'],
  ] as const) {
    parameters['/test/contracts'] = value
    expect(await siteConfig(services)).toMatchObject({ escrowAddress: '' })
    expect(logged).toHaveBeenLastCalledWith('contracts invalid', {
      problem: expect.stringContaining(problem),
    })
    vi.setSystemTime(Date.now() + 60_000)
  }
  expect(logged).toHaveBeenCalledTimes(5)
  parameters['/test/contracts'] = JSON.stringify(valid)
  expect(await siteConfig(services)).toEqual(JSON.parse(SITE_CONFIG ?? ''))
  expect(await services.chain.contractOperator()).toMatch(/^0x/)
})
