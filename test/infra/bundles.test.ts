import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { groups } from '../../domain/route.ts'
import { bundleFunction } from '../../infra/bundle.ts'
import { backgroundFunctions, type FunctionName } from '../../infra/function-settings.ts'

const names: FunctionName[] = [...groups, ...backgroundFunctions]
const folders = new Map(names.map((name) => [name, bundleFunction(name)]))

/** Imports all files of a bundle in a new process, calls its handler with an unknown route, and returns the answer. */
async function callUnknownRoute(folder: string): Promise<unknown> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.mjs'))
  const urls = names.map((name) => pathToFileURL(path.join(folder, name)).href)
  const call = `
    const files = await Promise.all(${JSON.stringify(urls)}.map((url) => import(url)))
    const { handler } = files[${names.indexOf('index.mjs')}]
    const http = { method: 'GET', path: '/api/nothing', sourceIp: '203.0.113.9' }
    const event = { routeKey: '$default', rawPath: '/api/nothing', rawQueryString: '', headers: {}, requestContext: { requestId: 'r', http } }
    console.log(JSON.stringify(await handler(event, {})))`
  const child = spawn(process.execPath, ['--enable-source-maps', '--input-type=module', '--eval', call], {
    cwd: folder,
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

describe.each(groups)('The bundle of %s', (group) => {
  test('The bundle runs without the packages of this machine and answers 404 to an unknown route', async () => {
    expect(await callUnknownRoute(folders.get(group) ?? '')).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining('"message":"There is no such call"'),
    })
  })
})

test.each(names)('The bundle of %s is below 2 MB, and its source map contains no source text', (name) => {
  const folder = folders.get(name) ?? ''
  expect(readFileSync(path.join(folder, 'index.mjs')).length).toBeLessThan(2_000_000)
  const map = JSON.parse(readFileSync(path.join(folder, 'index.mjs.map'), 'utf8'))
  expect(map.sources.some((source: string) => source.endsWith(`functions/handlers/${name}.ts`))).toBe(true)
  expect(map.sourcesContent).toBeUndefined()
})

test('The functions that store pictures have sharp for Lambda, of the version that is tested here', () => {
  const { version } = JSON.parse(readFileSync('node_modules/sharp/package.json', 'utf8'))
  const native = `node_modules/@img/sharp-linux-arm64`
  const having = names.filter((name) => existsSync(path.join(folders.get(name) ?? '', native)))
  expect(having.sort()).toEqual(['submissions', 'uploads', 'users'])
  for (const name of having) {
    const folder = path.join(folders.get(name) ?? '', native)
    expect(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version).toBe(version)
    const library = readFileSync(path.join(folder, `lib/sharp-linux-arm64-${version}.node`))
    expect(library.readUInt16LE(18)).toBe(0xb7) // ELF, e_machine: EM_AARCH64
  }
})
