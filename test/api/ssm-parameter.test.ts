import { json } from 'node:stream/consumers'
import { inject } from 'vitest'
import { readConfig } from '../../functions/config.ts'
import { openServices } from '../../functions/context.ts'
import { openSetting } from '../../functions/setting.ts'
import { listen } from '../support/listen.ts'

const { env } = inject('stack')

/** A fake SSM with one parameter. Its next `failures` requests fail; `asked` lists its requests. */
let asked: unknown[] = []
let failures = 0
const { close, origin } = await listen(async (request, response) => {
  asked.push([request.headers['x-amz-target'], await json(request)])
  response.setHeader('content-type', 'application/x-amz-json-1.1')
  if (failures-- > 0)
    return void response.writeHead(400).end(JSON.stringify({ __type: 'AccessDeniedException' }))
  response.end(JSON.stringify({ Parameter: { Value: env.RPC_URL } }))
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
