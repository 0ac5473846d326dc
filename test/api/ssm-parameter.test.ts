import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { readConfig } from '../../functions/config.ts'
import { openServices } from '../../functions/context.ts'
import { openSetting } from '../../functions/setting.ts'

const { env } = inject('stack')

/** A fake SSM with one parameter. Its next `failures` requests fail; `asked` lists its requests. */
let asked: unknown[] = []
let failures = 0
const ssm = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  asked.push([request.headers['x-amz-target'], JSON.parse(Buffer.concat(chunks).toString())])
  response.setHeader('content-type', 'application/x-amz-json-1.1')
  if (failures-- > 0) return response.writeHead(400).end(JSON.stringify({ __type: 'AccessDeniedException' }))
  response.end(JSON.stringify({ Parameter: { Value: env.RPC_URL } }))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => ssm.listen(0, '127.0.0.1', resolve))
  Object.assign(process.env, env, {
    AWS_ENDPOINT_URL_SSM: `http://127.0.0.1:${(ssm.address() as AddressInfo).port}`,
  })
})
afterAll(() => {
  delete process.env.AWS_ENDPOINT_URL_SSM
  ssm.closeAllConnections()
  ssm.close()
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
