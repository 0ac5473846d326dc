import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Wallet } from 'ethers'
import { groups } from '../../domain/route.ts'
import { bundleFunction, sitePage } from '../../infra/bundle.ts'
import { backgroundFunctions, type FunctionName } from '../../infra/function-settings.ts'

const names: FunctionName[] = [...groups, ...backgroundFunctions]
const page = '<title>The web app</title><div id="root"></div>'
const folders = new Map(
  names.map((name) => [name, bundleFunction(name, name === 'tasks' ? page : undefined)]),
)

/** The JavaScript files of a bundle. */
const filesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => path.join(folder, name))

/** Imports all files of a bundle in a new process and returns the value of this expression, which can use its `handler`. */
async function runBundle(
  name: FunctionName,
  expression: string,
  environment: Record<string, string> = {},
  cwd = folders.get(name) ?? '',
): Promise<unknown> {
  const folder = folders.get(name) ?? ''
  const urls = filesOf(folder).map((file) => pathToFileURL(file).href)
  const call = `
    await Promise.all(${JSON.stringify(urls)}.map((url) => import(url)))
    const { handler } = await import(${JSON.stringify(pathToFileURL(path.join(folder, 'index.mjs')).href)})
    console.log(JSON.stringify(await ${expression}))`
  const child = spawn(process.execPath, ['--enable-source-maps', '--input-type=module', '--eval', call], {
    cwd,
    env: {
      AWS_REGION: 'us-east-1',
      SITE_ORIGIN: 'https://site.example',
      TABLE_NAME: 'table',
      BUCKET_NAME: 'bucket',
      KMS_KEY_ID: 'key',
      RPC_URL: 'ssm:/test/rpc-url',
      CHAIN_ID: '3636',
      ESCROW_ADDRESS: `0x${'2'.repeat(40)}`,
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      POWERTOOLS_METRICS_DISABLED: 'true',
      ...environment,
    },
  })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  await once(child, 'close')
  if (!output) throw new Error(errors)
  return JSON.parse(output)
}

/** An expression that calls the handler with a GET request, or with a POST request that has a body. */
function request(rawPath: string, queryStringParameters = {}, body?: object, changes = {}) {
  const method = body ? 'POST' : 'GET'
  const requestContext = { requestId: 'r', http: { method, path: rawPath, sourceIp: '203.0.113.9' } }
  const sent = { queryStringParameters, ...(body && { body: JSON.stringify(body) }) }
  const headers = { 'content-type': 'application/json' }
  const routeKey = `${method} ${rawPath}`
  return `handler(${JSON.stringify({ routeKey, rawPath, rawQueryString: '', headers, requestContext, ...sent, ...changes })}, {})`
}

test.each(
  groups,
)('All files of the bundle of %s can be imported, and it answers 404 to an unknown route', async (name) => {
  expect(await runBundle(name, request('/api/nothing'))).toMatchObject({
    statusCode: 404,
    body: expect.stringContaining('"message":"There is no such call"'),
  })
})

test.each(backgroundFunctions)('All files of the bundle of %s can be imported', async (name) => {
  expect(await runBundle(name, 'typeof handler')).toBe('function')
})

/** Starts an empty table; returns the variables with which a bundle uses it. */
function startEmptyTable() {
  const table = createServer((_, answer) => answer.end('{}')).listen(0)
  onTestFinished(() => void table.close())
  return {
    DYNAMODB_ENDPOINT: `http://127.0.0.1:${(table.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
  }
}

test('The bundle of tasks finds the page beside it in every working directory', async () => {
  const route = { routeKey: 'GET /t/{id}', pathParameters: { id: 'none' } }
  const call = request('/t/none', {}, undefined, route)
  const environment = { ...startEmptyTable(), SITE_PAGE: sitePage }
  expect(await runBundle('tasks', call, environment, tmpdir())).toMatchObject({
    statusCode: 404,
    body: expect.stringContaining('This task is not here'),
  })
})

test('The bundle of auth answers a challenge, and siwe reads the signed one', async () => {
  const environment = startEmptyTable()
  const wallet = new Wallet(`0x${'1'.repeat(64)}`)
  const asked = await runBundle(
    'auth',
    request('/api/auth/challenge', { address: wallet.address }),
    environment,
  )
  const { message } = JSON.parse((asked as { body: string }).body)
  const signed = { walletAddress: wallet.address, signature: await wallet.signMessage(message), message }
  const answer = await runBundle('auth', request('/api/auth/web3', {}, signed), environment)
  expect(answer).toMatchObject({ statusCode: 200 })
})

test.each(names)('The bundle of %s is below 2.2 MB, and its source map contains no source text', (name) => {
  const folder = folders.get(name) ?? ''
  const bytes = filesOf(folder).reduce((sum, file) => sum + statSync(file).size, 0)
  expect(bytes).toBeLessThan(2_200_000)
  const map = JSON.parse(readFileSync(path.join(folder, 'index.mjs.map'), 'utf8'))
  expect(map.sources.some((source: string) => source.endsWith(`functions/handlers/${name}.ts`))).toBe(true)
  expect(map.sourcesContent).toBeUndefined()
})

test('The functions that store pictures have sharp for Lambda, of the version that is tested here', () => {
  const { version } = JSON.parse(readFileSync('node_modules/sharp/package.json', 'utf8'))
  const native = `node_modules/@img/sharp-linux-arm64`
  const having = names.filter((name) => existsSync(path.join(folders.get(name) ?? '', native)))
  // None of them decides: what a picture makes of its decoder cannot approve anything.
  expect(having.sort()).toEqual(['submissions', 'uploads', 'users'])
  for (const name of having) {
    const folder = path.join(folders.get(name) ?? '', native)
    expect(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version).toBe(version)
    const library = readFileSync(path.join(folder, `lib/sharp-linux-arm64-${version}.node`))
    expect(library.readUInt16LE(18)).toBe(0xb7) // ELF, e_machine: EM_AARCH64
  }
})
